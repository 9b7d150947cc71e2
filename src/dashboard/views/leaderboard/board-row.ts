import { isMeanOfQuestions, officialValue } from "../../../domain/official-value.ts";
import type { LeaderboardEntry, Score } from "../../../sdk/index.ts";
import { settingText } from "../../data/run-labels.ts";

/** A row of a leaderboard, whether it is a run or a paper's figure. */
export interface BoardRow {
  readonly key: string;
  /** Null for a paper's figure. */
  readonly runId: string | null;
  readonly rank: number;
  readonly rankRange: { readonly best: number; readonly worst: number } | null;
  /** Whether the server's paired test finds no difference from the best row. Null if the error is unknown. */
  readonly tiesWithBest: boolean | null;
  readonly name: string;
  readonly organization: string | null;
  readonly parameters: string | null;
  readonly inputs: readonly string[];
  /** The score or published figure, from 0 to 1. */
  readonly value: number;
  /** Null for a paper's figure. */
  readonly score: Score | null;
  /** The table that a paper's figure is from. */
  readonly source: string | null;
  /** The settings that distinguish the run from others of its model: frames, seed, prompt. A paper's frames, if it states them. */
  readonly setting: string | null;
  readonly isPartial: boolean;
  /** Whether the run was asked without options. A random answer is then never right. */
  readonly isOpenEnded: boolean;
  /** The official score over all questions; null for a mean over questions and for a paper's figure. */
  readonly official: number | null;
  /** The mean of tasks that is the value; null for another value. */
  readonly taskMean: RankedRun["taskMean"];
}

/** Whether a row is not the best one, and does not differ significantly from it. */
export const tiesWithBest = ({ rank, tiesWithBest: ties }: Pick<BoardRow, "rank" | "tiesWithBest">): boolean =>
  rank > 1 && ties === true;

export function boardRow(entry: LeaderboardEntry): BoardRow {
  const { rank, rankRange, tiesWithBest: ties, model, inputs, value } = entry;
  const { organization, parameters } = model;
  const common = { rank, rankRange, tiesWithBest: ties, organization, parameters, inputs, value };
  if (entry.__typename === "RankedFigure") {
    const { id, modelName, source, frames } = entry.publishedResult;
    const stated = frames === null ? null : `${frames} frames`;
    return { ...common, key: id, runId: null, name: modelName, score: null, source, setting: stated, ...NO_RUN };
  }
  const { run, partial, taskMean } = entry;
  // The interval of `score` belongs to the mean over the questions, not to another official score.
  const score = isMeanOfQuestions(entry) ? entry.score : null;
  return {
    ...common,
    key: run.id,
    runId: run.id,
    name: model.name,
    score,
    source: null,
    setting: settingText(run),
    isPartial: partial,
    isOpenEnded: run.openEnded,
    official: officialValue(entry),
    taskMean,
  };
}

const NO_RUN = { isPartial: false, isOpenEnded: false, official: null, taskMean: null } as const;

type RankedRun = Extract<LeaderboardEntry, { readonly __typename: "RankedRun" }>;

/** `1–2`, or `3` if the error bars allow only one rank. */
export const rankText = ({ rankRange }: Pick<BoardRow, "rankRange">): string | null => {
  if (rankRange === null) return null;
  return rankRange.best === rankRange.worst ? String(rankRange.best) : `${rankRange.best}–${rankRange.worst}`;
};

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
