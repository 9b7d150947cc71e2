import { COARSE_SCORES, withheldText } from "../../domain/coarse-scores.ts";
import { counted } from "../../domain/texts.ts";
import type { Dimension, ScoreTableRow } from "../../sdk/types.ts";
import { scoresTable } from "../../tables/result-tables.ts";
import { connect } from "../connection/sdk-client.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { remarkPaperSize } from "../output/printed-texts.ts";
import { printJson, remark } from "../output/printing.ts";
import { printBeside, printNoted } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { remarkChoice } from "./print-leaderboard.ts";

export interface ScoreTableOptions extends SliceOptions, RunOptions, FormatOptions {
  readonly by: readonly Dimension[];
  readonly errors?: boolean;
  readonly published: boolean;
  readonly partial?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** Prints a table of runs: a row for each run, and a column for each value of one dimension or pair of values of two. */
export async function scoreTable(benchmark: string, options: ScoreTableOptions): Promise<void> {
  const { by, limit, published, partial, format, errors = false } = options;
  if (by.length > 2) throw new UsageError("--by takes one dimension, or two.");
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options, benchmark);
  const runs = runFilter(options);
  const list = omnidex.scoreTable(benchmark, {
    filter,
    by,
    runs,
    published,
    partial,
    pageSize: Math.min(limit, 1_000),
  });
  const [page, rows] = await Promise.all([list.take(1).page(), list.take(limit).toArray()]);
  const { columns, questions, measure, totalCount, confirmations, leftOut, withheldColumns } = page;
  if (options.json)
    return printJson({ columns, questions, measure, totalCount, confirmations, leftOut, withheldColumns, nodes: rows });
  remarkChoice(page);
  if (rows.some(isCoarse)) remark(COARSE_SCORES);
  if (withheldColumns > 0) remark(withheldText(withheldColumns));
  if (rows.length === 0)
    return remark(
      `${counted(questions, "question")} of ${benchmark}, but no run and no figure from a paper covers them.`,
    );
  const size = questions === 0 ? "which has no questions here" : counted(questions, "question");
  await printBeside(`${benchmark}, ${size}\n`, format);
  await printNoted(scoresTable(benchmark, filter, page, rows, errors), format);
  if (rows.some(({ __typename }) => __typename === "ScoreTableFigures")) await remarkPaperSize(omnidex, benchmark);
  if (totalCount > rows.length) remark(`${rows.length} of ${totalCount} rows. --limit shows more.`);
}

/** Whether a row shows a score over a hidden release. */
const isCoarse = (row: ScoreTableRow): boolean =>
  row.__typename === "ScoreTableRun" && [row.overall, ...row.cells].some((cell) => cell?.score.coarse === true);
