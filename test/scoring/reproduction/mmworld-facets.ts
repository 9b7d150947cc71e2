import { nearestCount } from "../../../src/domain/slice/published-questions.ts";
import { taxonomyOf } from "../../../src/domain/taxonomy.ts";
import { SEED_SUMMARIES } from "./mmworld-seeds.ts";
import { type Denominator, smallestDenominator } from "./published-counts.ts";
import { cellOf, type TableRow, tableRows } from "./published-tables.ts";

const FACET_TABLE = tableRows("MMWorld, Table 4");
const QUESTIONS = taxonomyOf("mmworld").questions;
const SEEDS = 3;
/** A question type, with the number of questions that follows from its figures. */
export interface FacetCount extends Denominator {
  readonly name: string;
}

/**
 * The numbers of questions of MMWorld's types, which the paper does not print: Table 4's figures are shares of right answers
 * over three runs.
 */
export const FACET_COUNTS: readonly FacetCount[] = [...(FACET_TABLE[0]?.cells.keys() ?? [])].map((name) => {
  const percentages = FACET_TABLE.map((row) => cellOf(row, name));
  const found = smallestDenominator(percentages, { decimals: 2, most: 800, exceptions: 1, runs: SEEDS });
  return { name, ...(found ?? { n: 0, fits: 0 }) };
});

/** Questions of the release that are of none of the printed types. */
export const QUESTIONS_OF_NO_FACET = QUESTIONS - FACET_COUNTS.reduce((sum, { n }) => sum + n, 0);

/** Table 4 says "Video-LLaVA-7B" where Table 1 says "Video-LLaVA". */
const seedsOf = (row: TableRow) => SEED_SUMMARIES.find(({ model }) => row.model.startsWith(model));

/** Right answers over three runs that Table 1 has and Table 4 does not: those to questions of no printed type. */
export const RIGHT_OF_NO_FACET: readonly number[] = FACET_TABLE.flatMap((row) => {
  const seeds = seedsOf(row);
  if (seeds === undefined) return [];
  const all = seeds.averages.reduce((sum, average) => sum + nearestCount(average, QUESTIONS), 0);
  return all - FACET_COUNTS.reduce((sum, { name, n }) => sum + nearestCount(cellOf(row, name), SEEDS * n), 0);
});

/** The recovered numbers, and their agreement with Table 1. */
export function facetNote(): string {
  const counts = FACET_COUNTS.map(({ name, n, fits }) => `| ${name} | ${n} | ${fits} of ${FACET_TABLE.length} |`);
  return [
    "The figures of Table 4 are shares of right answers over three runs, and reveal how many questions each type has:",
    "",
    "| question type | questions | rows that fit |",
    "| --- | ---: | ---: |",
    ...counts,
    "",
    `${QUESTIONS_OF_NO_FACET} of the ${QUESTIONS} questions are left for types that the table does not print. In the ` +
      `${RIGHT_OF_NO_FACET.length} rows whose model is also in Table 1, Table 1 has ${Math.min(...RIGHT_OF_NO_FACET)} to ` +
      `${Math.max(...RIGHT_OF_NO_FACET)} more right answers over three runs than Table 4. Three runs over the ` +
      `${QUESTIONS_OF_NO_FACET} questions allow up to ${SEEDS * QUESTIONS_OF_NO_FACET} more.`,
  ].join("\n");
}
