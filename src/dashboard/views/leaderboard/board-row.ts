import type { BoardLine } from "../../../formats/tables/board-table.ts";
import { boardLine } from "../../../formats/tables/ranked-lines.ts";
import type { LeaderboardEntry, Score } from "../../../sdk/index.ts";

/** A row of a leaderboard on the page, whether it is a run or a paper's figure. */
export interface BoardRow extends BoardLine {
  readonly key: string;
  /** Null for a paper's figure. */
  readonly runId: string | null;
  readonly rank: number;
  readonly organization: string | null;
  readonly score: Score | null;
  readonly isPartial: boolean;
  /** Whether the run was asked without options. A random answer is then never right. */
  readonly isOpenEnded: boolean;
  /** The release and the extractor of a run, which the notes of a copy name. Null for a paper's figure. */
  readonly run: RankedRun["run"] | null;
}

/** Whether a row is not the best one, and does not differ significantly from it. */
export const tiesWithBest = ({ rank, tiesWithBest: ties }: Pick<BoardRow, "rank" | "tiesWithBest">): boolean =>
  rank > 1 && ties === true;

export function boardRow(entry: LeaderboardEntry): BoardRow {
  const { rank, model } = entry;
  const { score: shown, ...line } = boardLine(entry);
  const common = { ...line, rank, organization: model.organization };
  if (entry.__typename === "RankedFigure") {
    const { id, frames } = entry.publishedResult;
    const setting = frames === null ? null : `${frames} frames`;
    const own = { key: id, runId: null, run: null, score: null, isPartial: false, isOpenEnded: false };
    return { ...common, ...own, setting };
  }
  const { run, partial: isPartial } = entry;
  const score = shown === null ? null : entry.score;
  return { ...common, key: run.id, runId: run.id, run, score, isPartial, isOpenEnded: run.openEnded };
}

type RankedRun = Extract<LeaderboardEntry, { readonly __typename: "RankedRun" }>;

/** The expected score of random answers, which is the same for all runs over a slice. Null if it is unknown. */
export const chanceOf = (rows: readonly BoardRow[]): number | null =>
  rows.find(({ score }) => score?.chance != null)?.score?.chance ?? null;

/** All values that the axis must hold. */
export const axisValues = (rows: readonly BoardRow[]): number[] => {
  const chance = chanceOf(rows);
  const shown = rows.flatMap(({ value, score }) =>
    score === null ? [value] : [score.interval.lower, score.interval.upper],
  );
  return chance === null || shown.length === 0 ? shown : [...shown, chance];
};
