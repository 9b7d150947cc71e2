import { type ClusterSpread, spreadError, UNKNOWN_STANDARD_ERROR } from "./cluster-spread.ts";
import { type Interval, scoreInterval } from "./score-interval.ts";

/** An aggregate with its counts and uncertainty: the `Score` of the public schema. */
export interface ScoreSummary {
  /** 0 to 1, over all questions of the slice. Missing, failed and unparsed predictions count as wrong. */
  readonly value: number;
  /** From 0 to 1, over the questions that have an answer; null if there are none. */
  readonly valueAnswered: number | null;
  readonly n: number;
  /** The sum of the scores. */
  readonly correct: number;
  readonly unparsed: number;
  readonly missing: number;
  readonly errored: number;
  /** The number of videos that the error is based on. A question without a video counts as one. */
  readonly clusters: number;
  /** The 95 % interval, clustered by video; from 0 to 1 if all questions belong to one video. */
  readonly interval: Interval;
  /** The standard error of `value`, clustered by video; 0.5, the maximum, if all questions belong to one video. */
  readonly standardError: number;
  /** The mean chance level of the questions; null if it is unknown for any question. */
  readonly chance: number | null;
  /** Whether the value and the standard error are rounded because answers are hidden. */
  readonly coarse: boolean;
  /** Whether the score is that of an earlier run of the same owner, and not the run's own. */
  readonly repeatsBest: boolean;
}

/**
 * A score without its interval. If answers are hidden, no interval is computed from the exact score, because the
 * computing time would reveal something about the score. Quantiles of Student's t are cached by their degrees of
 * freedom, which follow from the score, so an interval takes longer if these degrees of freedom have not occurred before.
 */
export type PointScore = Omit<ScoreSummary, "interval">;

/** The counts and sums over a slice with at least one question in the denominator. */
export interface ScoreTally {
  /** The sum of the scores. */
  readonly correct: number;
  /** The sum of the squares of the scores. */
  readonly squares: number;
  readonly spread: ClusterSpread;
  readonly answered: number;
  readonly unparsed: number;
  readonly errored: number;
  /** The sum of the chance levels; `NaN` if any is unknown. */
  readonly chance: number;
}

/** Computes the summary from the sums. */
export function describeScore(tally: ScoreTally): ScoreSummary {
  const { correct: total, squares, spread } = tally;
  return described(tally, scoreInterval({ total, squares, spread }));
}

/** As `describeScore`, without the interval. */
export const describePoint = (tally: ScoreTally): PointScore => described(tally, null);

/**
 * Builds the summary as one object instead of copying a partial one: a table has tens of thousands of summaries, and
 * copying costs as much as computing.
 */
function described<I extends Interval | null>(tally: ScoreTally, interval: I): PointScore & { readonly interval: I } {
  const { correct, spread, answered, unparsed, errored } = tally;
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
    interval,
    standardError: clusters < 2 ? UNKNOWN_STANDARD_ERROR : spreadError(spread),
    chance: Number.isNaN(tally.chance) ? null : tally.chance / n,
    coarse: false,
    repeatsBest: false,
  };
}
