import { DIFFERENCE_REASONS } from "./log-accuracy.ts";
import type { Measurement } from "./measurement.ts";
import { type ReadingTally, sumTallies } from "./reading-tally.ts";
import { KINDS } from "./real-outputs.ts";

export interface TextTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const MEASURED_KINDS = KINDS.filter((kind) => kind !== "open");
const TALLY_HEAD = ["n", "right %", "wrong letters", "guessed abstentions", "misses"];

const percent = (part: number, whole: number, digits = 2): string =>
  whole === 0 ? "–" : ((100 * part) / whole).toFixed(digits);
const signed = (points: number): string => (points < 0 ? "−" : "+") + Math.abs(points).toFixed(2);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const tallyCells = (tally: ReadingTally): string[] => [
  String(tally.n),
  percent(tally.right, tally.n, tally.n >= 10_000 ? 3 : 2),
  String(tally.wrongLetter),
  String(tally.guessed),
  String(tally.missed),
];

/** The tables of a measurement, in the order of bench/results/extraction.md. */
export function tablesOf(measurement: Measurement): TextTable[] {
  return [byExtractor(measurement), byModel(measurement), accuracies(measurement), times(measurement)];
}

function byExtractor({ readings }: Measurement): TextTable {
  const names = [...new Set(readings.map((one) => one.extractor))];
  const rows = names.flatMap((name) =>
    MEASURED_KINDS.map((kind) => {
      const own = readings.filter((one) => one.extractor === name && one.kind === kind);
      return [name, kind, ...tallyCells(sumTallies(own))];
    }),
  );
  return { title: "Every extractor, all models", head: ["extractor", "kind", ...TALLY_HEAD], rows };
}

function byModel({ readings }: Measurement): TextTable {
  const rows = readings
    .filter((one) => one.extractor === "omnidex" && one.n > 0)
    .map((one) => [one.model, one.kind, ...tallyCells(one)]);
  return { title: "Omnidex, by model", head: ["model", "kind", ...TALLY_HEAD], rows };
}

function accuracies({ accuracies: all }: Measurement): TextTable {
  const rows = all.map(({ model, n, omnidex, log, difference }) => [
    model,
    String(n),
    percent(omnidex, n),
    percent(log, n),
    signed((100 * (omnidex - log)) / n),
    ...DIFFERENCE_REASONS.map((reason) => signed((100 * difference[reason]) / n)),
  ]);
  const head = ["model", "n", "Omnidex %", "official log %", "difference, points"];
  return { title: "Accuracy by Omnidex and by the official log", head: [...head, ...DIFFERENCE_REASONS], rows };
}

function times({ times: all }: Measurement): TextTable {
  const names = [...new Set(all.map((one) => one.extractor))];
  const rows = names.map((name) => {
    const own = all.filter((one) => one.extractor === name);
    return [name, mean(own.map((one) => one.microseconds)).toFixed(1), mean(own.map((one) => one.ratio)).toFixed(1)];
  });
  return {
    title: "Time for a response, mean of the models",
    head: ["extractor", "µs", "ratio to one pass of a pattern"],
    rows,
  };
}

/** A Markdown section with the table. */
export function asMarkdown({ title, head, rows }: TextTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [`### ${title}`, "", line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}

/** The table in columns for a terminal. */
export function asText({ title, head, rows }: TextTable): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  return [title, line(head), ...rows.map(line), ""].join("\n");
}
