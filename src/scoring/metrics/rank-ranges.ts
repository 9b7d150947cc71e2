import { normalQuantile, studentQuantile } from "./distributions.ts";
import { Z_95 } from "./score-interval.ts";

/** The best and the worst rank that a run may have. Rank 1 is the best. */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** An entry of a leaderboard. */
export interface RankedScore {
  /** 0 to 1. */
  readonly value: number;
  readonly standardError: number;
}

/**
 * Returns the standard error of the difference between two entries, paired by question and clustered by video. Returns
 * null if the entries do not cover the same questions. If the true error is above `enough`, the result may be any value
 * from `enough` to the true error.
 */
export type PairedErrors = (index: number, other: number, enough: number) => number | null;

/** After this many consecutive paired tests without a significant difference, closer scores are not tested. */
const PATIENCE = 10;

/** Treats the scores of all entries as independent. */
const unpaired: PairedErrors = () => null;

/**
 * The rank range of each entry. Its best rank is one more than the number of significantly better entries; its worst
 * rank is the number of entries that are not significantly worse. An entry's true rank is one more than the number of
 * truly better entries. Each range contains the true rank with a probability of at least 95 %, regardless of the number
 * of entries. Entries that cover the same questions are tested in pairs, from the ends of the board inwards. After ten
 * consecutive tests without a significant difference, entries with closer scores are assumed not to differ, which can
 * only widen a range. Entries that do not cover the same questions are compared as if independent.
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 4.2, for paired differences; M. Mogstad, J. P. Romano,
 *   A. M. Shaikh and D. Wilhelm (2024), "Inference for ranks", Review of Economic Studies 91:476–518, for confidence
 *   sets for ranks from simultaneous pairwise comparisons; A. C. Cameron and D. L. Miller (2015), section VI.D, for t(G
 *   − 1)
 */
export class RankRanges {
  /** The indices of the entries, best first. */
  readonly #order: Int32Array;
  readonly #places: Int32Array;
  readonly #values: Float64Array;
  readonly #errors: Float64Array;
  readonly #largest: number;
  readonly #z: number;

  /**
   * @param videos the smallest effective number of videos of any run, from which the degrees of freedom follow; null
   *   without runs
   */
  constructor(
    scores: readonly RankedScore[],
    videos: number | null,
    private readonly pairedErrors: PairedErrors = unpaired,
  ) {
    const { length } = scores;
    this.#order = bestFirst(scores);
    this.#places = new Int32Array(length);
    this.#values = new Float64Array(length);
    this.#errors = new Float64Array(length);
    let largest = 0;
    // One loop instead of callbacks, which take several times as long for 100,000 entries.
    for (let place = 0; place < length; place++) {
      const index = this.#order[place] ?? 0;
      const { value, standardError } = scores[index] as RankedScore;
      this.#places[index] = place;
      this.#values[place] = value;
      this.#errors[place] = standardError;
      if (standardError > largest) largest = standardError;
    }
    this.#largest = largest;
    this.#z = criticalValue(length, videos);
  }

  /** The range of the entry at an index. */
  at(index: number): RankRange {
    const place = this.#places[index] ?? 0;
    const { length } = this.#values;
    return { best: 1 + this.#apart(place, -1), worst: length - this.#apart(place, 1) };
  }

  /**
   * Whether the entry at an index is the best, or not significantly worse than the best. Runs the same test as `at`,
   * but only once.
   */
  tiesWithBest(index: number): boolean {
    const place = this.#places[index] ?? 0;
    const difference = (this.#values[0] ?? 0) - (this.#values[place] ?? 0);
    return difference === 0 || !this.#compare(place, 0, difference)[0];
  }

  /** The number of entries that are significantly above (−1) or below (1) the entry at a position. */
  #apart(place: number, side: 1 | -1): number {
    if (this.#z === Number.POSITIVE_INFINITY) return 0;
    const [values, value, length] = [this.#values, this.#values[place] ?? 0, this.#values.length];
    const sure = this.#z * ((this.#errors[place] ?? 0) + this.#largest);
    const from =
      side === 1
        ? firstWhere(values, (other) => value - other > sure) - 1
        : firstWhere(values, (other) => !(other - value > sure));
    let found = side === 1 ? length - 1 - from : from;
    let patience = PATIENCE;
    for (let other = from; other !== place && patience > 0; other -= side) {
      const difference = Math.abs((values[other] ?? 0) - value);
      if (difference === 0) break;
      const [isApart, isPaired] = this.#compare(place, other, difference);
      if (isApart) found += 1;
      if (isPaired) patience = isApart ? PATIENCE : patience - 1;
    }
    return found;
  }

  /** Whether the difference is significant, and whether a paired test was needed to decide that. */
  #compare(place: number, other: number, difference: number): readonly [isApart: boolean, isPaired: boolean] {
    const [error, more] = [this.#errors[place] ?? 0, this.#errors[other] ?? 0];
    // The standard error of a difference is at most the sum of the two standard errors (Minkowski).
    if (difference > this.#z * (error + more)) return [true, false];
    // The difference is not significant with any error above `enough`. The factor allows for rounding.
    const enough = (difference / this.#z) * (1 + 1e-9);
    const paired = this.pairedErrors(this.#order[place] ?? 0, this.#order[other] ?? 0, enough);
    return [difference > this.#z * (paired ?? Math.hypot(error, more)), paired !== null];
  }
}

/** The indices of the scores, highest first. A leaderboard's scores are already sorted. */
function bestFirst(scores: readonly RankedScore[]): Int32Array {
  const indexes = new Int32Array(scores.length);
  let isSorted = true;
  let previous = Number.POSITIVE_INFINITY;
  for (let index = 0; index < scores.length; index++) {
    const { value } = scores[index] as RankedScore;
    if (!(value <= previous)) isSorted = false;
    previous = value;
    indexes[index] = index;
  }
  return isSorted ? indexes : indexes.sort((a, b) => (scores[b]?.value ?? 0) - (scores[a]?.value ?? 0));
}

/** The first index at which the condition holds, by binary search. It must also hold at all later indexes. */
function firstWhere(values: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(values[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The critical value for comparing a run with the n − 1 other runs. Each comparison has only one false finding that
 * makes the run's range wrong: if the other run is truly better, the finding that it is worse, and otherwise the
 * finding that it is better. Each pair is therefore tested one-sided at 5 % / (n − 1) (Bonferroni). For n of 2 and 3,
 * the level is 2.5 %, as in the two-sided test of a single pair at 5 %. Holm's procedure over the 2(n − 1) one-sided
 * hypotheses would not give a lower value. With a single video, the value is infinite: one video is no evidence.
 */
function criticalValue(n: number, videos: number | null): number {
  if (videos === null) return n <= 3 ? Z_95 : normalQuantile(0.05 / (n - 1));
  return videos < 2 ? Number.POSITIVE_INFINITY : studentQuantile(n <= 3 ? 0.05 : 0.1 / (n - 1), videos - 1);
}
