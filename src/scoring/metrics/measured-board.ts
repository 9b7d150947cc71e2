/** A value and how sure it is. */
export interface Measured {
  readonly value: number;
  readonly standardError: number;
}

/** A value whose standard error lies between two bounds; they are equal where it is known. */
export interface Bounded {
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

/** How many of the others lie significantly above one, and below it. */
export interface Neighbours {
  readonly above: number;
  readonly below: number;
  /** The indexes of those whose errors decide: they are not counted until they are settled. */
  readonly unsettled: readonly number[];
}

/**
 * Counts, for the score at an index, the others that lie above and below it by more than `z` standard errors of their
 * difference, the two taken as independent; none where `z` is infinite. It says what asking every pair would say: scores
 * are sorted once, and the largest and the smallest error of all decide every pair but those near the threshold.
 */
export class MeasuredBoard {
  /** The best first, with the bounds of their squared standard errors. */
  readonly #values: Float64Array;
  readonly #least: Float64Array;
  readonly #most: Float64Array;
  readonly #indexes: Int32Array;
  readonly #places: Int32Array;
  readonly #leastOfAll: number;
  readonly #mostOfAll: number;

  constructor(
    scores: readonly Bounded[],
    private readonly z: number,
  ) {
    this.#indexes = bestFirst(scores);
    const of = (value: (score: Bounded) => number) =>
      Float64Array.from(this.#indexes, (index) => value(scores[index] as Bounded));
    this.#values = of(({ value }) => value);
    this.#least = of(({ least }) => least ** 2);
    this.#most = of(({ most }) => most ** 2);
    this.#places = new Int32Array(scores.length);
    for (let place = 0; place < scores.length; place++) this.#places[this.#indexes[place] ?? 0] = place;
    this.#leastOfAll = this.#least.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    this.#mostOfAll = this.#most.reduce((a, b) => Math.max(a, b), 0);
  }

  /** Says what the standard error at an index is. It must lie between its bounds. */
  settle(index: number, standardError: number): void {
    const place = this.#places[index] ?? 0;
    this.#least[place] = standardError ** 2;
    this.#most[place] = standardError ** 2;
  }

  neighbours(index: number): Neighbours {
    const place = this.#places[index] ?? 0;
    if (this.z === Number.POSITIVE_INFINITY) return { above: 0, below: 0, unsettled: [] };
    if (this.#least[place] !== this.#most[place]) return { above: 0, below: 0, unsettled: [index] };
    const [values, value, variance] = [this.#values, this.#values[place] ?? 0, this.#most[place] ?? 0];
    const sure = this.#threshold(variance, this.#mostOfAll);
    const possible = this.#threshold(variance, this.#leastOfAll);
    const surelyAbove = firstWhere(values, (other) => !(other - value > sure));
    const possiblyAbove = firstWhere(values, (other) => !(other - value > possible));
    const possiblyBelow = firstWhere(values, (other) => value - other > possible);
    const surelyBelow = firstWhere(values, (other) => value - other > sure);
    const unsettled: number[] = [];
    const above = surelyAbove + this.#count(surelyAbove, possiblyAbove, value, variance, unsettled);
    const below = values.length - surelyBelow + this.#count(possiblyBelow, surelyBelow, value, variance, unsettled);
    return { above, below, unsettled };
  }

  #threshold(variance: number, other: number): number {
    return this.z * Math.sqrt(variance + other);
  }

  /** How many of those between two places are too far away from the value; notes those that may be. */
  #count(from: number, to: number, value: number, variance: number, unsettled: number[]): number {
    let count = 0;
    for (let place = from; place < to; place++) {
      const difference = Math.abs((this.#values[place] ?? 0) - value);
      if (difference > this.#threshold(variance, this.#most[place] ?? 0)) count += 1;
      else if (
        this.#least[place] !== this.#most[place] &&
        difference > this.#threshold(variance, this.#least[place] ?? 0)
      )
        unsettled.push(this.#indexes[place] ?? 0);
    }
    return count;
  }
}

/** The indexes of the scores; those of a leaderboard come as they are ranked. */
function bestFirst(scores: readonly Bounded[]): Int32Array {
  const indexes = Int32Array.from(scores, (_, index) => index);
  const isSorted = scores.every(({ value }, index) => index === 0 || value <= (scores[index - 1]?.value ?? 0));
  return isSorted ? indexes : indexes.sort((a, b) => (scores[b]?.value ?? 0) - (scores[a]?.value ?? 0));
}

/** The first place where the condition holds, if it holds for all that come after the first. */
function firstWhere(values: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(values[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
