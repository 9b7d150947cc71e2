import type { BreakdownCell, Dimension } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth } from "../output/bar-width.ts";
import { intervalBar } from "../output/bars.ts";
import { colors } from "../output/colors.ts";
import { percent, percentRange } from "../output/figures.ts";
import { plainText } from "../output/plain-text.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { optionSpelling } from "../slice/enum-values.ts";
import { resolveSlice } from "../slice/slice-check.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { UsageError } from "../usage-error.ts";

export interface BreakdownOptions extends SliceOptions {
  readonly by: readonly Dimension[];
  readonly json?: boolean;
}

/** Prints the score of a run for each value of one dimension, or pair of values of two. */
export async function breakdown(reference: string, options: BreakdownOptions): Promise<void> {
  const { by } = options;
  if (by.length > 2) throw new UsageError("--by takes one dimension, or two.");
  const { omnidex } = await connect();
  const run = await resolveRun(omnidex, reference);
  const filter = await resolveSlice(omnidex, options, run.benchmark.slug);
  const cells = await omnidex.breakdown(run.id, { by, filter });
  if (options.json) return printJson(cells);
  if (cells.length === 0)
    return remark(
      run.score === null ? `${run.id} is not scored: it is ${run.status.toLowerCase()}.` : "No question matches.",
    );
  await printLine(`${colors.bold(run.id)}  ${plainText(run.model.name)} on ${run.benchmark.slug}\n`);
  await printLine(cellTable(by.map(optionSpelling), cells));
}

function cellTable(dimensions: readonly string[], cells: readonly BreakdownCell[]): string {
  const columns: readonly Column[] = [
    ...dimensions.map((dimension) => ({ title: dimension.toUpperCase(), flexible: true })),
    { title: "N", align: "right" },
    { title: "VIDEOS", align: "right" },
    { title: "SCORE", align: "right" },
    { title: "95 %", align: "right" },
    { title: "± SE", align: "right" },
    { title: "0 … 100" },
  ];
  const rows = cells.map(({ keys, score }) => [
    ...keys.map(({ label }) => ({ text: label, style: colors.bold })),
    String(score.n),
    String(score.clusters),
    percent(score.value),
    percentRange(score.interval),
    percent(score.standardError),
    { text: intervalBar(score.value, score.interval, barWidth(), score.chance), style: colors.cyan },
  ]);
  return formatTable(columns, rows, { heading: colors.dim });
}
