import { COARSE_SCORES, noCellsText, WITHHELD_CELLS, withoutScoreText } from "../../domain/coarse-scores.ts";
import { plainText } from "../../domain/texts.ts";
import type { BreakdownCell, Dimension, Run } from "../../sdk/types.ts";
import { fetchBreakdown } from "../../tables/result-tables.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth, intervalBar } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, printBeside, printNoted } from "../output/table.ts";
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
  const { cells, table } = await fetchBreakdown(omnidex, run, by, filter);
  if (options.json) return printJson(cells);
  if (cells.length === 0) return remark(emptyText(run));
  if (run.partial) remark(`${run.id} is partial: questions without a prediction count as wrong.`);
  if (cells.some(({ score }) => score.coarse)) {
    remark(COARSE_SCORES);
    if (run.disclosed.length === 0) remark(WITHHELD_CELLS);
  }
  await printBeside(`${colors.bold(run.id)}  ${plainText(run.model.name)} on ${run.benchmark.slug}\n`, options.format);
  await printNoted(table, options.format, { title: "0 … 100", cells: cells.map(barCell) });
}

const barCell = ({ score }: BreakdownCell): Cell => ({
  text: intervalBar(score.value, score.interval, barWidth(), score.chance),
  style: colors.cyan,
});

function emptyText(run: Run): string {
  if (run.score === null) return unscoredText(run);
  const disclosed = run.score.repeatsBest ? [] : run.disclosed;
  return run.score.coarse ? noCellsText(disclosed.map(optionSpelling)) : "No question matches.";
}

const unscoredText = ({ id, status, counts }: Run): string =>
  status === "SCORED"
    ? `${id} is scored. ${withoutScoreText(counts === null)}`
    : `${id} is not scored: it is ${status.toLowerCase()}.`;
