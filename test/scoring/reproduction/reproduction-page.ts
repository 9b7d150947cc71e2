import { aviBenchReproduction } from "./avi-bench-checks.ts";
import { type Check, type Comparison, exceptionsOf, largestDifference, type Reproduction } from "./check.ts";
import { FACT_CHECKS, FACT_NOTES, UNCHECKED_FACTS } from "./fact-checks.ts";
import { mmworldReproduction } from "./mmworld-checks.ts";
import { omnivideobenchReproduction } from "./omnivideobench-checks.ts";
import { FACTS } from "./published-facts.ts";
import { COUNTED_FIGURES, PUBLISHED_TABLES } from "./published-tables.ts";
import { worldsenseReproduction } from "./worldsense-checks.ts";

export const REPRODUCTIONS: readonly Reproduction[] = [
  worldsenseReproduction,
  mmworldReproduction,
  omnivideobenchReproduction,
  aviBenchReproduction,
];

const CHECKS = REPRODUCTIONS.flatMap((reproduction) => reproduction.checks);
const UNCHECKED = new Map(REPRODUCTIONS.flatMap((reproduction) => [...reproduction.unchecked]));

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
/** Up to 4 decimals, and no zeros at the end. */
const points = (value: number): string => String(Number(value.toFixed(4)));

/** How many figures of a table are covered by checks of this kind. */
export function checkedFigures(source: string, kind: Check["kind"]): number {
  const checks = CHECKS.filter((check) => check.source === source && check.kind === kind);
  return new Set(checks.flatMap((check) => check.comparisons.map((comparison) => comparison.label))).size;
}

function resultOf(source: string): string {
  const checks = CHECKS.filter((check) => check.source === source);
  if (checks.length === 0) return UNCHECKED.get(source) ?? "";
  const exceptions = new Set(checks.flatMap(exceptionsOf).map((comparison) => comparison.label));
  return exceptions.size === 0 ? "all" : `all but ${exceptions.size}`;
}

/** The tables of a benchmark, by their numbers. */
const tablesOf = ({ title }: Reproduction): [source: string, figures: number][] =>
  [...PUBLISHED_TABLES]
    .filter(([source]) => source.startsWith(`${title}, `))
    .sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));

function overview(): string[] {
  const rows = REPRODUCTIONS.flatMap(tablesOf).map(([source, figures]) =>
    row([
      source,
      figures,
      [checkedFigures(source, "value"), checkedFigures(source, "bound"), COUNTED_FIGURES.get(source) ?? 0].join(", "),
      resultOf(source),
    ]),
  );
  return [
    row(["table", "figures", "computed, bounded, counted", "agree"]),
    row(["---", "---:", "---:", "---"]),
    ...rows,
  ];
}

/** The name of a check's table within its benchmark. */
const tableOf = ({ source }: Check): string => source.split(", ").at(-1) ?? source;

/** How the figures of a check are computed, in short if an earlier check of the section does the same. */
function methodOf(check: Check, section: readonly Check[]): string {
  const first = section.find(({ from, kind }) => from === check.from && kind === check.kind) ?? check;
  if (first.source !== check.source && check.from.length > SHORT) return `as in ${tableOf(first)}`;
  return check.kind === "bound" ? `bounds: ${check.from}` : check.from;
}
const SHORT = 30;

function checkRow(check: Check, section: readonly Check[], table = tableOf(check)): string {
  const { comparisons, tolerance } = check;
  const agree = comparisons.length - exceptionsOf(check).length;
  const largest = points(largestDifference(comparisons));
  return row([
    table,
    check.what,
    methodOf(check, section),
    `${agree} of ${comparisons.length}`,
    `${largest}, ${points(tolerance)}`,
  ]);
}

const exceptionText = (comparison: Comparison): string =>
  `${comparison.label}: printed ${points(comparison.printed)}, computed ${points(comparison.computed)}`;

function exceptionItems(check: Check, table: string): string[] {
  const exceptions = exceptionsOf(check);
  if (exceptions.length === 0) return [];
  return [`- ${table}, ${check.what}. ${exceptions.map(exceptionText).join("; ")}. ${check.reason ?? ""}`];
}

const checkTable = (rows: readonly string[]): string[] => [
  row(["table", "figures", "computed from", "agree", "difference, tolerance"]),
  row(["---", "---", "---", "---:", "---:"]),
  ...rows,
  "",
];

const disagreements = (exceptions: readonly string[]): string[] =>
  exceptions.length === 0 ? [] : ["What does not agree:", "", ...exceptions, ""];

const section = ({ title, checks, notes }: Reproduction): string[] => [
  `## ${title}`,
  "",
  ...disagreements(checks.flatMap((check) => exceptionItems(check, tableOf(check)))),
  ...notes.flatMap((note) => [note, ""]),
];

const FACT_TITLE = "Facts that are not scores";

/** The tables about datasets, samples and statistics. */
const factSection = (): string[] => [
  `## ${FACT_TITLE}`,
  "",
  `\`data/published-facts.csv\` has the papers' tables that do not score models (${FACTS.length} cells).`,
  "",
  ...disagreements(FACT_CHECKS.flatMap((check) => exceptionItems(check, check.source))),
  ...[...UNCHECKED_FACTS].map(([source, reason]) => `- ${source}: ${reason}`),
  ...FACT_NOTES.map((note) => `- ${note}`),
  "",
];

const INTRODUCTION = `# Reproduction of the published figures

<!-- Written by \`npm run reproduce\`; do not edit. -->

Which figures of the benchmarks' papers follow from other printed figures, and which do not: that Omnidex computes as the papers do, and where
a paper contradicts itself. No model was run. The figures are those of \`data/published-results.csv\`; the counts and the chance baselines are
those of \`data/taxonomy.json\`. [The details](../bench/results/reproduction.md) have every check, and the numbers of questions and the spreads
that the figures imply.

"Computed" figures are compared with the value that other figures give, "bounded" ones only with a range. "Counted" figures are shares of a
known number of questions, so leaderboards give them a rank range.
`;

/** The text of docs/reproduction.md. */
export const reproductionPage = (): string =>
  `${[INTRODUCTION, ...overview(), "", ...REPRODUCTIONS.flatMap(section), ...factSection()].join("\n").trimEnd()}\n`;

/** The text of bench/results/reproduction.md. */
export const reproductionDetails = (): string =>
  `${[
    "# What the papers' figures imply",
    "",
    "<!-- Written by `npm run reproduce`; do not edit. -->",
    "",
    "Every check of [reproduction](../../docs/reproduction.md), and the numbers of questions, spreads and bounds that follow from the printed",
    "figures. The largest difference (for bounds: outside of them) and the tolerance are in percentage points. A tolerance is what rounding",
    "explains, unless stated otherwise.",
    "",
    ...REPRODUCTIONS.flatMap(({ title, checks, details }) => [
      `## ${title}`,
      "",
      ...checkTable(checks.map((check) => checkRow(check, checks))),
      ...details.flatMap((detail) => [detail, ""]),
    ]),
    `## ${FACT_TITLE}`,
    "",
    ...checkTable(FACT_CHECKS.map((check) => checkRow(check, [check], check.source))),
  ]
    .join("\n")
    .trimEnd()}\n`;

/** One line for each check, for the terminal. */
export const reproductionSummary = (): string[] =>
  [...CHECKS, ...FACT_CHECKS].map((check) => {
    const exceptions = exceptionsOf(check);
    const agree = `${check.comparisons.length - exceptions.length} of ${check.comparisons.length}`;
    return `${check.source}: ${check.what}: ${agree}, largest difference ${points(largestDifference(check.comparisons))}`;
  });
