import { COARSE_SCORES } from "../../domain/coarse-scores.ts";
import { percent } from "../../domain/figures-text.ts";
import { isMeanOfQuestions } from "../../domain/official-value.ts";
import { counted } from "../../domain/texts.ts";
import type { Board, Dimension, LeaderboardEntry, LeaderboardPage } from "../../sdk/types.ts";
import { leaderboardTable } from "../../tables/result-tables.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth, intervalBar } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { remarkPaperSize } from "../output/printed-texts.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, printBeside, printNoted } from "../output/table.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface LeaderboardOptions extends SliceOptions, RunOptions, FormatOptions {
  /** The dimensions of a score table. With them, the table is printed instead of the leaderboard. */
  readonly by?: readonly Dimension[];
  readonly published: boolean;
  readonly partial?: boolean;
  readonly board?: Board;
  readonly ability?: boolean;
  readonly references?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** Prints the leaderboard of a benchmark over a slice. */
export async function leaderboard(benchmark: string, options: LeaderboardOptions): Promise<void> {
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options, benchmark);
  const {
    limit,
    published,
    partial,
    board,
    ability: withAbility = false,
    references: withReferences = false,
  } = options;
  const runs = runFilter(options);
  const asked = { filter, runs, published, partial, board };
  const list = omnidex.leaderboard(benchmark, { ...asked, withAbility, withReferences, pageSize: 100 });
  const [page, nodes] = await Promise.all([list.take(1).page(), list.take(limit).toArray()]);
  const { questions, measure, totalCount, confirmations, leftOut, saturation, references = [] } = page;
  const optional = { ...(withAbility && { saturation }), ...(withReferences && { references }) };
  const found = { questions, measure, totalCount, confirmations, leftOut, ...optional, nodes };
  if (options.json) return printJson(found);
  remarkChoice(found);
  if (nodes.some((entry) => entry.__typename === "RankedRun" && entry.score.coarse)) remark(COARSE_SCORES);
  if (found.nodes.length === 0 && references.length === 0)
    return remark(
      `${counted(found.questions, "question")} of ${benchmark}, but no run and no figure from a paper covers them.`,
    );
  const size = found.questions === 0 ? "which has no questions here" : counted(found.questions, "question");
  const { format } = options;
  await printBeside(`${benchmark}, ${size}\n`, format);
  await printNoted(leaderboardTable(benchmark, filter, page, nodes, withAbility), format, {
    title: "0 … 100",
    before: "From",
    cells: [...nodes.map(barCell), ...references.map(({ value }) => pointCell(value))],
  });
  if (withAbility) remark(saturationText(saturation ?? null));
  if (references.length > 0 || nodes.some(({ __typename }) => __typename === "RankedFigure"))
    await remarkPaperSize(omnidex, benchmark);
  if (found.totalCount > found.nodes.length) {
    const runCount = published
      ? (
          await omnidex
            .leaderboard(benchmark, { ...asked, published: false })
            .take(1)
            .page()
        ).totalCount
      : totalCount;
    remark(furtherText(found, runCount));
  }
}

/** "20 of 45 entries; 3 further runs are below. --limit shows more." A run may stand below many figures of papers. */
function furtherText({ nodes, totalCount }: Pick<LeaderboardPage, "nodes" | "totalCount">, runCount: number): string {
  const further = runCount - nodes.filter(({ __typename }) => __typename === "RankedRun").length;
  const runs = further > 0 ? `; ${counted(further, "further run")} ${further === 1 ? "is" : "are"} below` : "";
  return `${nodes.length} of ${totalCount} entries${runs}. --limit shows more.`;
}

/** Reports on stderr which runs the leaderboard leaves out. */
export function remarkChoice({ confirmations, leftOut }: Pick<LeaderboardPage, "confirmations" | "leftOut">): void {
  if (confirmations !== null) {
    const [mode, other] = confirmations === "DOUBLE" ? ["double", "single"] : ["single", "double"];
    remark(`Only ${mode}-response runs; --confirmations ${other} ranks the others.`);
  }
  if (leftOut > 0)
    remark(
      `Left out: ${counted(leftOut, "run")} with predictions for less than half of these questions. --partial shows ${leftOut === 1 ? "it" : "them"}.`,
    );
}

/** States the highest score that wrong and ambiguous keys allow, and whether the best run reaches it. */
function saturationText(saturation: NonNullable<LeaderboardPage["saturation"]> | null): string {
  if (saturation === null) return "There are too few runs to estimate the highest possible score.";
  const ceiling = `Wrong and ambiguous keys still allow a score of ${percent(saturation.ceiling)} % or more`;
  return saturation.saturated
    ? `${ceiling}, and the best run's interval reaches it: the slice is saturated.`
    : `${ceiling}; the best run is below it.`;
}

/** The interval of an entry; a point for a paper's figure, and for an official score that is not a mean over questions. */
function barCell(entry: LeaderboardEntry): Cell {
  if (entry.__typename === "RankedFigure" || !isMeanOfQuestions(entry)) return pointCell(entry.value);
  const { interval, chance } = entry.score;
  return { text: intervalBar(entry.value, interval, barWidth(), chance), style: colors.cyan };
}

const pointCell = (value: number): Cell => ({
  text: intervalBar(value, { lower: value, upper: value }, barWidth(), null),
  style: colors.dim,
});
