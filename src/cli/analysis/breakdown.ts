import { COARSE_SCORES, NO_CELLS, WITHHELD_CELLS, withoutScoreText } from "../../domain/coarse-scores.ts";
import { plainText } from "../../domain/texts.ts";
import type { BreakdownCell, Dimension, Run } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth, intervalBar, intervalCell, shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveRunSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface BreakdownOptions extends SliceOptions, FormatOptions {
  readonly by: readonly Dimension[];
  readonly json?: boolean;
}

/** Prints the score of a run for each value of a dimension, or for each pair of values of two dimensions. */
export async function breakdown(reference: string, options: BreakdownOptions): Promise<void> {
  const { by } = options;
  if (by.length > 2) throw new UsageError("--by takes one dimension, or two.");
  const { omnidex } = await connect();
  const run = await resolveRun(omnidex, reference);
  const filter = await resolveRunSlice(omnidex, options, run);
  const cells = await omnidex.breakdown(run.id, { by, filter });
  if (options.json) return printJson(cells);
  if (cells.length === 0) return remark(noCellsText(run));
  if (run.partial) remark(`${run.id} is partial: questions without a prediction count as wrong.`);
  if (cells.some(({ score }) => score.coarse)) {
    remark(COARSE_SCORES);
    remark(WITHHELD_CELLS);
  }
  await printBeside(`${colors.bold(run.id)}  ${plainText(run.model.name)} on ${run.benchmark.slug}\n`, options.format);
  const official = cells.some(({ taskScore }) => taskScore !== null);
  const row = official ? officialRow : cellRow;
  await printTable(cellColumns(by.map(optionSpelling), official), cells.map(row), options.format);
  if (official) {
    remark("OFFICIAL is the benchmark's own score of a task, over the questions that its script counts.");
    remark(
      "STRICT is the same score over all questions. SCORE is the mean over the questions, with its 95 % interval.",
    );
  }
}

function noCellsText(run: Run): string {
  if (run.score === null) return unscoredText(run);
  return run.score.coarse ? NO_CELLS : "No question matches.";
}

const unscoredText = ({ id, status, counts }: Run): string =>
  status === "SCORED"
    ? `${id} is scored. ${withoutScoreText(counts === null)}`
    : `${id} is not scored: it is ${status.toLowerCase()}.`;

const OFFICIAL_COLUMNS: readonly Column[] = [
  { title: "OFFICIAL", align: "right" },
  { title: "STRICT", align: "right" },
];

const cellColumns = (dimensions: readonly string[], official: boolean): readonly Column[] => [
  ...dimensions.map((dimension) => ({ title: dimension.toUpperCase(), flexible: true })),
  ...(official ? OFFICIAL_COLUMNS : []),
  { title: "N", align: "right" },
  { title: "VIDEOS", align: "right" },
  { title: "SCORE", align: "right" },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "± SE", align: "right", csv: ["standard error"] },
  { title: "0 … 100", drawing: true },
];

const cellRow = ({ keys, score }: BreakdownCell): readonly Cell[] => [
  ...keys.map(({ label }) => ({ text: label, style: colors.bold })),
  String(score.n),
  String(score.clusters),
  shareCell(score.value),
  intervalCell(score.interval),
  shareCell(score.standardError),
  { text: intervalBar(score.value, score.interval, barWidth(), score.chance), style: colors.cyan },
];

/** A row with the official score of the task before its mean. The official score belongs to a single dimension. */
const officialRow = (cell: BreakdownCell): readonly Cell[] =>
  cellRow(cell).toSpliced(1, 0, shareOrNone(cell.taskScore?.value), shareOrNone(cell.taskScore?.valueStrict));

const shareOrNone = (share: number | null | undefined): Cell => (share == null ? "" : shareCell(share));
