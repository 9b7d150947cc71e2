import { nearestCount, nearestPercentage } from "../../../src/domain/slice/published-questions.ts";
import { taxonomyOf } from "../../../src/domain/taxonomy.ts";
import { type Check, type Comparison, compareBounds, compareCell, type Reproduction } from "./check.ts";
import { facetNote } from "./mmworld-facets.ts";
import { seedNote } from "./mmworld-seeds.ts";
import { type Denominator, smallestDenominator } from "./published-counts.ts";
import { weightedMean } from "./published-means.ts";
import { cellOf, OVERALL, type TableRow, tableRows } from "./published-tables.ts";

type Counts = ReadonlyMap<string, number>;

const DISCIPLINES: Counts = new Map(
  taxonomyOf("mmworld").categories.map((category) => [category.name, category.questions ?? 0]),
);
const SEED_TABLE = tableRows("MMWorld, Table 1");
const PEOPLE_TABLE = tableRows("MMWorld, Table 2");
const STRATEGY_TABLE = tableRows("MMWorld, Table 3");
const SUBSET_TABLE = tableRows("MMWorld, Table 6");

/** Table 3 covers fewer Science questions than the release. How many it covers follows from its figures. */
export const SCIENCE_OF_TABLE_3: Denominator = smallestDenominator(
  STRATEGY_TABLE.map((row) => cellOf(row, "Science")),
  { decimals: 3, most: 800 },
) ?? { n: 0, fits: 0 };
const STRATEGY_COUNTS: Counts = new Map(
  [...DISCIPLINES]
    .filter(([name]) => name !== "Game")
    .map(([name, n]) => [name, name === "Science" ? SCIENCE_OF_TABLE_3.n : n]),
);

const compareCounts = (rows: readonly TableRow[], counts: Counts): Comparison[] =>
  rows.flatMap((row) =>
    [...counts].map(([name, n]) => compareCell(row, name, nearestPercentage(cellOf(row, name), n))),
  );

const compareAverages = (rows: readonly TableRow[], counts: Counts): Comparison[] =>
  rows.map((row) => compareCell(row, OVERALL, microAverage(row, counts)));

/** The mean over questions: each discipline's figure corresponds to a whole number of right answers. */
function microAverage(row: TableRow, counts: Counts): number {
  const figures = [...counts].map(([name, n]) => ({ value: nearestPercentage(cellOf(row, name), n), weight: n }));
  return weightedMean(figures);
}

/** The average of any subset lies between its smallest and its largest part. */
function compareRange(row: TableRow): Comparison {
  const parts = [...row.cells].filter(([key]) => key !== OVERALL).map(([, value]) => value);
  return compareBounds(row, OVERALL, { lower: Math.min(...parts), upper: Math.max(...parts) });
}

function peopleReason(): string {
  const row = PEOPLE_TABLE[0];
  const n = DISCIPLINES.get("Art & Sports") ?? 0;
  const printed = row === undefined ? 0 : cellOf(row, "Art & Sports");
  return (
    `${printed} % of ${n} is ${((printed * n) / 100).toFixed(3)}, which is not a whole number of questions. The row's average ` +
    `agrees with ${nearestCount(printed, n)}, so the cell is misprinted.`
  );
}

const checks: readonly Check[] = [
  {
    source: "MMWorld, Table 1",
    kind: "value",
    what: "disciplines",
    from: "the nearest whole number of right answers among the discipline's questions",
    tolerance: 0.005,
    comparisons: compareCounts(SEED_TABLE, DISCIPLINES),
    reason: null,
  },
  {
    source: "MMWorld, Table 1",
    kind: "value",
    what: "averages",
    from: "the question-weighted mean of the disciplines",
    tolerance: 0.005,
    comparisons: compareAverages(SEED_TABLE, DISCIPLINES),
    reason: null,
  },
  {
    source: "MMWorld, Table 2",
    kind: "value",
    what: "disciplines",
    from: "the nearest whole number of right answers among the discipline's questions",
    tolerance: 0.0005,
    comparisons: compareCounts(PEOPLE_TABLE, DISCIPLINES),
    reason: peopleReason(),
  },
  {
    source: "MMWorld, Table 2",
    kind: "value",
    what: "averages",
    from: "the question-weighted mean of the disciplines",
    tolerance: 0.001,
    comparisons: compareAverages(PEOPLE_TABLE, DISCIPLINES),
    reason: null,
  },
  {
    source: "MMWorld, Table 3",
    kind: "value",
    what: "disciplines",
    from: `the nearest whole number of right answers, with ${SCIENCE_OF_TABLE_3.n} questions of Science`,
    tolerance: 0.0005,
    comparisons: compareCounts(STRATEGY_TABLE, STRATEGY_COUNTS),
    reason: "A misprint: no number of right answers gives it, and the row's average does not follow from its cells.",
  },
  {
    source: "MMWorld, Table 3",
    kind: "value",
    what: "averages",
    from: `the question-weighted mean of the six disciplines, with ${SCIENCE_OF_TABLE_3.n} questions of Science`,
    tolerance: 0.0005,
    comparisons: compareAverages(STRATEGY_TABLE, STRATEGY_COUNTS),
    reason: "This is the row of the misprinted cell. Its average does not fit the table's number of questions either.",
  },
  {
    source: "MMWorld, Table 6",
    kind: "bound",
    what: "averages",
    from: "between the smallest and the largest discipline",
    tolerance: 0,
    comparisons: SUBSET_TABLE.map(compareRange),
    reason: null,
  },
];

/**
 * The disciplines whose number of questions follows from Table 1 alone: the smallest number of which all its rows are
 * percentages.
 */
export const DISCIPLINES_TOLD_BY_TABLE_1: readonly string[] = [...DISCIPLINES].flatMap(([name, n]) => {
  const percentages = SEED_TABLE.map((row) => cellOf(row, name));
  return smallestDenominator(percentages, { decimals: 2, most: 1000 })?.n === n ? [name] : [];
});

const countNote = (): string =>
  `For ${DISCIPLINES_TOLD_BY_TABLE_1.length} of ${DISCIPLINES.size} disciplines, the number of questions follows from Table 1 ` +
  `itself: it is the smallest number of which all ${SEED_TABLE.length} figures are percentages. So the disciplines agree by ` +
  "construction.";

function scienceNote(): string {
  const released = DISCIPLINES.get("Science") ?? 0;
  const total = [...STRATEGY_COUNTS.values()].reduce((sum, n) => sum + n, 0);
  return (
    `Table 3 covers fewer questions than the others. Its Science figures are percentages of ${SCIENCE_OF_TABLE_3.n} ` +
    `(${SCIENCE_OF_TABLE_3.fits} of ${STRATEGY_TABLE.length} rows), not of ${released}, and its averages leave Game out: ` +
    `${total} questions. The paper says neither.`
  );
}

export const mmworldReproduction: Reproduction = {
  title: "MMWorld",
  checks,
  notes: [
    countNote(),
    scienceNote(),
    "Table 6 does not say how the questions of its 75 videos spread over the disciplines, and no single number " +
      "of questions fits its figures.",
  ],
  details: [facetNote(), seedNote()],
  unchecked: new Map([["MMWorld, Table 4", "It prints no average."]]),
};
