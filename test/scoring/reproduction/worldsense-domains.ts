import { taxonomyOf } from "../../../src/domain/taxonomy.ts";
import { type Comparison, compareCell, meanDifference } from "./check.ts";
import { type Denominator, smallestDenominator } from "./published-counts.ts";
import { weightedMean } from "./published-means.ts";
import { cellOf, OVERALL, type TableRow, tableRows } from "./published-tables.ts";
import { fitWeights } from "./published-weights.ts";

const { categories, questions: QUESTIONS } = taxonomyOf("worldsense");
const DOMAINS = categories.map((category) => category.name);
export const MAIN_TABLE = tableRows("WorldSense, Table 2");
export const VISION_TABLE = tableRows("WorldSense, Figure 7");

export const isSameRun = (row: TableRow, other: TableRow): boolean =>
  row.model === other.model && row.inputs === other.inputs;

/** The rows of Figure 7 that are not rows of Table 2. */
export const OWN_ROWS_OF_FIGURE_7 = VISION_TABLE.filter((row) => !MAIN_TABLE.some((other) => isSameRun(row, other)));
const ALL_ROWS = [...MAIN_TABLE, ...OWN_ROWS_OF_FIGURE_7];

const partsOf = (row: TableRow): number[] => DOMAINS.map((domain) => cellOf(row, domain));

/** Each domain's share of the questions, which the paper does not print, fitted to all the given rows together. */
const sharesFrom = (rows: readonly TableRow[]): number[] =>
  fitWeights(rows.map((row) => ({ parts: partsOf(row), whole: cellOf(row, OVERALL) })));

function compareWith(rows: readonly TableRow[], shares: readonly number[]): Comparison[] {
  return rows.map((row) => {
    const figures = partsOf(row).map((value, index) => ({ value, weight: shares[index] ?? 0 }));
    return compareCell(row, OVERALL, weightedMean(figures));
  });
}

/** Each row, predicted by the shares that fit all rows best, including this row. */
export const fitted = (rows: readonly TableRow[]): Comparison[] => compareWith(rows, sharesFrom(ALL_ROWS));

/** Each row, predicted by the shares that fit all other rows best. */
export const heldOut = (rows: readonly TableRow[]): Comparison[] =>
  rows.flatMap((row) => compareWith([row], sharesFrom(ALL_ROWS.filter((other) => other !== row))));

/** Each row, predicted by the unweighted mean over the domains, for comparison. */
const unweighted = (rows: readonly TableRow[]): Comparison[] =>
  compareWith(
    rows,
    DOMAINS.map(() => 1),
  );

/** The largest number of questions to try. Nearly any larger number fits figures with one decimal. */
const MOST = 500;

/** The domains whose figures reveal their number of questions. */
export const DOMAIN_COUNTS: ReadonlyMap<string, Denominator> = new Map(
  DOMAINS.flatMap((domain) => {
    const percentages = ALL_ROWS.map((row) => cellOf(row, domain));
    const found = smallestDenominator(percentages, { decimals: 1, most: MOST });
    return found === null ? [] : [[domain, found]];
  }),
);

/** The shares that fit all rows best, by domain. */
export const DOMAIN_SHARES: ReadonlyMap<string, number> = new Map(
  sharesFrom(ALL_ROWS).map((share, index) => [DOMAINS[index] ?? "", share]),
);

/** The domains' numbers of questions that follow from the rows. */
export function domainNote(): string {
  const shares = [...DOMAIN_SHARES].map(
    ([domain, share]) => `| ${domain} | ${(100 * share).toFixed(1)} % | ${Math.round(share * QUESTIONS)} |`,
  );
  const [fit, unseen, flat] = [fitted(ALL_ROWS), heldOut(ALL_ROWS), unweighted(ALL_ROWS)].map((comparisons) =>
    meanDifference(comparisons).toFixed(3),
  );
  const known = [...DOMAIN_COUNTS].map(
    ([domain, { n, fits }]) => `${domain} ${n} (${fits} of ${ALL_ROWS.length} rows)`,
  );
  return [
    `The paper does not say how its ${QUESTIONS} questions spread over the domains. The shares are fitted by least squares ` +
      `to the ${ALL_ROWS.length} different rows of Table 2 and Figure 7. The mean over domains, weighted by these shares, ` +
      `differs from the printed overall average by ${fit} points on average, and by ${unseen} points for rows left out of ` +
      `the fit. The unweighted mean over domains differs by ${flat} points.`,
    "",
    "| domain | share | questions, about |",
    "| --- | ---: | ---: |",
    ...shares,
    "",
    `The percentages of a domain can also reveal its exact number of questions: ${known.join("; ")}. ` +
      `For any other domain, no number up to ${MOST} fits all percentages. Larger numbers are not tried, because nearly all ` +
      "of them fit percentages with one decimal.",
  ].join("\n");
}
