import { aviBenchReproduction } from "./avi-bench-checks.ts";
import {
  type Check,
  type Comparison,
  differenceOf,
  exceptionsOf,
  largestDifference,
  type Reproduction,
} from "./check.ts";
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
  return exceptions.size === 0 ? "all agree" : `all but ${exceptions.size} agree`;
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
      checkedFigures(source, "value"),
      checkedFigures(source, "bound"),
      COUNTED_FIGURES.get(source) ?? 0,
      resultOf(source),
    ]),
  );
  return [
    row(["table", "figures", "computed", "bounded", "counted", "result"]),
    row(["---", "---:", "---:", "---:", "---:", "---"]),
    ...rows,
  ];
}

function checkRow(check: Check, table = check.source.split(", ").at(-1) ?? check.source): string {
  const { comparisons, tolerance } = check;
  const agree = comparisons.length - exceptionsOf(check).length;
  const largest = points(largestDifference(comparisons));
  const from = check.kind === "bound" ? `bounds only: ${check.from}` : check.from;
  return row([table, check.what, from, `${agree} of ${comparisons.length}`, largest, points(tolerance)]);
}

const exceptionText = (comparison: Comparison): string =>
  `${comparison.label}: printed ${points(comparison.printed)}, computed ${points(comparison.computed)} ` +
  `(${points(differenceOf(comparison))} apart)`;

function exceptionItems(check: Check): string[] {
  const exceptions = exceptionsOf(check);
  if (exceptions.length === 0) return [];
  return [`- ${check.source}, ${check.what}. ${exceptions.map(exceptionText).join("; ")}. ${check.reason ?? ""}`];
}

function section({ title, checks, notes }: Reproduction): string[] {
  const exceptions = checks.flatMap(exceptionItems);
  return [
    `## ${title}`,
    "",
    row(["table", "figures", "computed from", "agree", "largest difference", "tolerance"]),
    row(["---", "---", "---", "---:", "---:", "---:"]),
    ...checks.map((check) => checkRow(check)),
    "",
    ...(exceptions.length === 0 ? [] : ["What does not agree:", "", ...exceptions, ""]),
    ...notes.flatMap((note) => [note, ""]),
  ];
}

/** The tables about datasets, samples and statistics. */
function factSection(): string[] {
  const exceptions = FACT_CHECKS.flatMap(exceptionItems);
  return [
    "## Facts that are not scores",
    "",
    "`data/published-facts.csv` has the papers' tables that do not score models on a benchmark: comparisons with other datasets, numbers of",
    `samples, statistics, versions of models; ${FACTS.length} cells. These follow from other cells, from scores, or from the lists of tasks:`,
    "",
    row(["table", "figures", "computed from", "agree", "largest difference", "tolerance"]),
    row(["---", "---", "---", "---:", "---:", "---:"]),
    ...FACT_CHECKS.map((check) => checkRow(check, check.source)),
    "",
    ...(exceptions.length === 0 ? [] : ["What does not agree:", "", ...exceptions, ""]),
    ...[...UNCHECKED_FACTS].map(([source, reason]) => `- ${source}: ${reason}`),
    ...FACT_NOTES.map((note) => `- ${note}`),
    "",
  ];
}

const INTRODUCTION = `# Reproduction of the published figures

<!-- Written by \`npm run reproduce\`; do not edit. -->

This page shows which figures of the benchmarks' papers follow from other printed figures, and which do not. The figures are those of
\`data/published-results.csv\`; the counts and the chance baselines are those of \`data/taxonomy.json\`. No model was run. The checks
show that Omnidex computes as the papers do, and where a paper contradicts itself.

Differences and tolerances are in percentage points. Unless stated otherwise, a tolerance is the difference that rounding explains:
half a unit of the last digit if the exact value is known, more if the value is computed from rounded figures.
For bounds, the difference is how far the figure lies outside of them.

"Computed" figures are compared with the value that other figures give, "bounded" figures only with the range that other figures
allow; a figure may be both. The remaining figures of a table do not follow from printed figures. "Counted" figures are shares of a
known number of questions, so leaderboards give them a rank range. A table without them is over a part of the benchmark whose size is
unknown, or has graded scores.
`;

/** The text of docs/reproduction.md. */
export const reproductionPage = (): string =>
  `${[INTRODUCTION, ...overview(), "", ...REPRODUCTIONS.flatMap(section), ...factSection()].join("\n").trimEnd()}\n`;

/** One line for each check, for the terminal. */
export const reproductionSummary = (): string[] =>
  [...CHECKS, ...FACT_CHECKS].map((check) => {
    const exceptions = exceptionsOf(check);
    const agree = `${check.comparisons.length - exceptions.length} of ${check.comparisons.length}`;
    return `${check.source}: ${check.what}: ${agree}, largest difference ${points(largestDifference(check.comparisons))}`;
  });
