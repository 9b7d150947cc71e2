import { type ClusterSpread, spreadError, UNKNOWN_STANDARD_ERROR } from "./cluster-spread.ts";
import { scoreInterval } from "./score-interval.ts";
import type { Interval } from "./wilson-interval.ts";

/** An aggregate with what stands behind it: the `Score` of the public schema. */
export interface ScoreSummary {
  /** 0 to 1, over all questions of the slice: missing, failed and unparsed ones count as wrong. */
  readonly value: number;
  /** 0 to 1, over the questions that have an answer; null where none has. */
  readonly valueAnswered: number | null;
  readonly n: number;
  /** The sum of the scores. */
  readonly correct: number;
  readonly unparsed: number;
  readonly missing: number;
  readonly errored: number;
  /** How many videos the error rests on; a question without a video counts as one. */
  readonly clusters: number;
  /** 95 %, clustered by video; from 0 to 1 where all questions are of one video. */
  readonly interval: Interval;
  /** Of `value`, clustered by video; 0.5, the largest there can be, where all questions are of one video. */
  readonly standardError: number;
  /** The mean of the questions' chances; null where one is not known. */
  readonly chance: number | null;
}

/** What has been counted and summed over a slice with at least one question in the denominator. */
export interface ScoreTally {
  /** The sum of the scores. */
  readonly correct: number;
  /** The sum of their squares. */
  readonly squares: number;
  readonly spread: ClusterSpread;
  readonly answered: number;
  readonly unparsed: number;
  readonly errored: number;
  /** The sum of the chances; `NaN` where one is not known. */
  readonly chance: number;
}

/** What follows from the sums. */
export function describeScore(tally: ScoreTally): ScoreSummary {
  const { correct, squares, spread, answered, unparsed, errored } = tally;
  const { n, clusters } = spread;
  return {
    value: correct / n,
    valueAnswered: answered === 0 ? null : correct / answered,
    n,
    correct,
    unparsed,
    missing: n - answered - unparsed - errored,
    errored,
    clusters,
    interval: scoreInterval({ total: correct, squares, spread }),
    standardError: clusters < 2 ? UNKNOWN_STANDARD_ERROR : spreadError(spread),
    chance: Number.isNaN(tally.chance) ? null : tally.chance / n,
  };
}
