import { normalQuantile, studentQuantile } from "./distributions.ts";
import { type Bounded, type Measured, MeasuredBoard } from "./measured-board.ts";
import { Z_95 } from "./wilson-interval.ts";

/** The best and the worst rank that a run may have, 1 being the first. */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** A run in a leaderboard. */
export type RankedScore = Measured;

/**
 * The ranks that the error bars leave open: one more than the number of runs that are significantly better, to the number
 * of those that are not significantly worse. Each run's own range holds its true rank, one more than the number of runs
 * that are truly better, with a probability of at least 95 %, however many runs there are and however few videos: errors
 * that are estimated from few videos are themselves unsure, so a difference is measured by Student's t. Runs are compared
 * as if they were independent, which is cautious, because runs over the same questions are positively correlated;
 * `comparePaired` decides a single pair more sharply.
 * @param videos how many the errors are estimated from, the fewest of any run; null where none is, and all are those of
 *   independent questions
 * @see H. Goldstein and D. Spiegelhalter (1996), "League tables and their limitations", JRSS A 159:385–443; M. Mogstad,
 *   J. P. Romano, A. M. Shaikh and D. Wilhelm (2024), "Inference for ranks", Review of Economic Studies 91:476–518, for
 *   ranges from pairwise comparisons that keep one level together; A. C. Cameron and D. L. Miller (2015), section VI.D, for
 *   t(G − 1), which has at most the degrees of freedom of a difference of two means over G videos each (Welch, 1947)
 */
export class RankRanges {
  readonly #count: number;
  readonly #board: MeasuredBoard;

  constructor(scores: readonly Bounded[], videos: number | null) {
    this.#count = scores.length;
    this.#board = new MeasuredBoard(scores, criticalValue(scores.length, videos));
  }

  /** Says what a standard error is of which only the bounds were known. */
  settle(index: number, standardError: number): void {
    this.#board.settle(index, standardError);
  }

  /** The range of the run at an index; or the indexes of runs whose standard errors must be settled first. */
  at(index: number): RankRange | readonly number[] {
    const { above, below, unsettled } = this.#board.neighbours(index);
    return unsettled.length > 0 ? unsettled : { best: 1 + above, worst: this.#count - below };
  }
}

/** The ranges of all runs, whose errors are known. */
export function rankRanges(scores: readonly RankedScore[], videos: number | null): RankRange[] {
  const ranges = new RankRanges(
    scores.map(({ value, standardError }) => ({ value, least: standardError, most: standardError })),
    videos,
  );
  return scores.map((_, index) => ranges.at(index) as RankRange);
}

/**
 * A run is compared with n − 1 others, and of each only one thing can be said that makes its range wrong: that the other
 * is better where it is not, or worse where it is better. So each is tested on one side at 5 % / (n − 1), after
 * Bonferroni; and never less strictly than a pair alone, on two sides at 5 %. One video says nothing of any difference.
 */
function criticalValue(n: number, videos: number | null): number {
  if (videos === null) return n <= 3 ? Z_95 : normalQuantile(0.05 / (n - 1));
  return videos < 2 ? Number.POSITIVE_INFINITY : studentQuantile(n <= 3 ? 0.05 : 0.1 / (n - 1), videos - 1);
}
