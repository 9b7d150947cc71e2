import { type AnswerMatrix, hasBit } from "./answer-matrix.ts";
import { scoreOf } from "./score-table.ts";

/** A key that would be corrected. */
export interface Correction {
  readonly question: number;
  /** The right option, from 1 on. */
  readonly key: number;
}

/** What a correction changes for one run. */
export interface RankChange {
  /** The index of the run. */
  readonly run: number;
  /** The mean score over the questions that the run was asked, 0 to 1. */
  readonly before: number;
  readonly after: number;
  /** 1 is the best; equal scores share a rank. */
  readonly rankBefore: number;
  readonly rankAfter: number;
}

/**
 * The scores and ranks of all runs before and after corrections, by the choices that are stored. A run without choices
 * keeps its score.
 */
export function correctedRanks(matrix: AnswerMatrix, corrections: readonly Correction[]): RankChange[] {
  const scores = matrix.runs.map((run) => {
    const known = Array.from({ length: matrix.questions }, (_, question) => scoreOf(run, question));
    const asked = known.filter((score) => !Number.isNaN(score));
    const before = asked.reduce((sum, score) => sum + score, 0);
    const gained = corrections.reduce((sum, { question, key }) => {
      if (run.choices === null || !hasBit(run.asked, question)) return sum;
      return sum + Number(run.choices[question] === key) - (known[question] ?? 0);
    }, 0);
    return { before: before / asked.length, after: (before + gained) / asked.length };
  });
  const rank = (value: number, all: readonly number[]): number => 1 + all.filter((other) => other > value).length;
  const [before, after] = [scores.map((score) => score.before), scores.map((score) => score.after)];
  return scores.map((score, run) => ({
    run,
    ...score,
    rankBefore: rank(score.before, before),
    rankAfter: rank(score.after, after),
  }));
}
