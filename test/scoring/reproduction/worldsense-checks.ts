import { type Check, compareBounds, compareCell, compareTables, differenceOf, type Reproduction } from "./check.ts";
import { overlapBounds } from "./published-means.ts";
import { cellOf, OVERALL, type TableRow, tableRows } from "./published-tables.ts";
import {
  domainNote,
  heldOut,
  isSameRun,
  MAIN_TABLE,
  OWN_ROWS_OF_FIGURE_7,
  VISION_TABLE,
} from "./worldsense-domains.ts";

const AUDIO_TYPES = ["speech", "event", "music"];
const AUDIO_TABLES = ["WorldSense, Table 3", "WorldSense, Table 4"];
const PROMPT_TABLE = tableRows("WorldSense, Table 5");
/** Half a unit of the last digit, once for the average and once for the figures that it averages. */
const ROUNDED_TWICE = 0.1;

const audioFigures = (row: TableRow): number[] => AUDIO_TYPES.map((type) => cellOf(row, type));

const audioChecks = (source: string, reason: string | null): Check[] => [
  {
    source,
    kind: "bound",
    what: "overall",
    from: "what any overlap of the three sound types allows",
    tolerance: 0,
    comparisons: tableRows(source).map((row) => compareBounds(row, OVERALL, overlapBounds(audioFigures(row)))),
    reason: null,
  },
  {
    source,
    kind: "value",
    what: "overall of the rows that Table 2 has too",
    from: "Table 2",
    tolerance: 0,
    comparisons: compareTables(tableRows(source), MAIN_TABLE, [OVERALL], isSameRun),
    reason,
  },
];

const checks: readonly Check[] = [
  {
    source: "WorldSense, Table 2",
    kind: "value",
    what: "averages",
    from: "the mean of the domains, weighted by shares fitted to all other rows",
    tolerance: ROUNDED_TWICE,
    comparisons: heldOut(MAIN_TABLE),
    reason: null,
  },
  {
    source: "WorldSense, Figure 7",
    kind: "value",
    what: "averages of the rows that Table 2 does not have",
    from: "the mean of the domains, weighted by shares fitted to all other rows",
    tolerance: ROUNDED_TWICE,
    comparisons: heldOut(OWN_ROWS_OF_FIGURE_7),
    reason: null,
  },
  {
    source: "WorldSense, Figure 7",
    kind: "value",
    what: "video and audio",
    from: "Table 2",
    tolerance: 0,
    comparisons: VISION_TABLE.flatMap((row) => compareTables([row], MAIN_TABLE, [...row.cells.keys()], isSameRun)),
    reason: null,
  },
  ...audioChecks("WorldSense, Table 3", "The paper prints two results for one model and input, and does not say why."),
  ...audioChecks("WorldSense, Table 4", null),
  {
    source: "WorldSense, Table 5",
    kind: "value",
    what: "the paper's own prompt",
    from: "Table 2",
    tolerance: 0,
    comparisons: compareTables(
      PROMPT_TABLE.filter((row) => row.condition === "Prompt Ours"),
      MAIN_TABLE,
      [OVERALL],
      isSameRun,
    ),
    reason: null,
  },
];

/** Why the overall result is known only within bounds, and in how many rows it lies between its parts. */
function overlapNote(): string {
  const rows = AUDIO_TABLES.flatMap(tableRows);
  const outside = rows.filter((row) => {
    const figures = audioFigures(row);
    const range = { lower: Math.min(...figures), upper: Math.max(...figures) };
    return differenceOf(compareBounds(row, OVERALL, range)) > 0;
  });
  const widest = rows.map((row) => compareCell(row, OVERALL, overlapBounds(audioFigures(row)).upper)).map(differenceOf);
  return (
    "A WorldSense question has one to three sound types, and counts once in each. The paper prints neither the types' " +
    "numbers of questions nor their overlaps, so the overall result follows from the three only within bounds: the odds of a " +
    "right answer overall are at most the sum of the three types' odds, and the odds of a wrong answer overall are at most the " +
    `sum of the types' odds of a wrong answer. These bounds are wide (up to ${Math.max(...widest).toFixed(1)} points above the ` +
    "printed figure) and find gross errors only. If each question had one type, the overall result would lie between the " +
    `smallest and the largest type. It does in ${rows.length - outside.length} of ${rows.length} rows, but not in ` +
    `${outside.map((row) => row.label).join("; ")}.`
  );
}

function durationNote(): string {
  const buckets = [567, 482, 346, 111, 65, 85];
  const sum = buckets.reduce((total, videos) => total + videos, 0);
  return (
    `Figure 2 (d) prints the number of videos with each duration label: <1min ${buckets[0]}, 1-2min ${buckets[1]}, 2-4min ${buckets[2]}, 4-6min ` +
    `${buckets[3]}, 6-8min ${buckets[4]}, >8min ${buckets[5]}. These are ${sum.toLocaleString("en")} videos, 6 fewer than the 1,662 of ` +
    "the paper's text. The full file was not available for this check, so `facets` by DURATION_LABEL " +
    "was checked only on the public sample of 3 videos and on synthetic files."
  );
}

export const worldsenseReproduction: Reproduction = {
  title: "WorldSense",
  checks,
  notes: [
    "The overall averages are means over questions, not over domains: only then do they follow from the domains' figures.",
    "A question has one to three sound types and counts once in each, and the paper does not print their overlaps. So the overall " +
      "result follows from the three types only within bounds, which find gross errors.",
  ],
  details: [domainNote(), overlapNote(), durationNote()],
  unchecked: new Map(),
};
