import { popcount } from "../../domain/bitset.ts";
import { residualsAlone, spreadError } from "./cluster-spread.ts";
import { describePairs, type PairedComparison, type PairTally } from "./paired-comparison.ts";
import { type RunVectors, scoreAt } from "./run-vectors.ts";
import type { SliceQuestions } from "./slice-questions.ts";
import { clusterScratch, clusterSpread } from "./slice-sums.ts";

/**
 * Compares two runs over a slice, question by question.
 * @returns null if no question is scored in both runs
 */
export function compareOverSlice(a: RunVectors, b: RunVectors, slice: SliceQuestions): PairedComparison | null {
  const rest = scoredInBoth(a, b, slice);
  if (rest.count === 0) return null;
  return describePairs(a.graded === null && b.graded === null ? binaryPairs(a, b, rest) : gradedPairs(a, b, rest));
}

/** The questions of a slice that are in the denominator of both runs. */
export const scoredInBoth = (a: RunVectors, b: RunVectors, slice: SliceQuestions): SliceQuestions =>
  slice.without(a.unscored).without(b.unscored);

/**
 * Sums the differences of scores that are all 0 or 1. Only questions on which the runs differ are visited one by one,
 * because equal scores contribute nothing to the sums.
 */
function binaryPairs(a: RunVectors, b: RunVectors, slice: SliceQuestions): PairTally {
  const differences = new Differences(slice);
  const { places, words, before } = slice.words;
  let bothCorrect = 0;
  for (const [index, place] of places.entries()) {
    const all = words[index] ?? 0;
    const [right, other] = [a.correct.words[place] ?? 0, b.correct.words[place] ?? 0];
    bothCorrect += popcount(all & right & other);
    for (let word = all & (right ^ other); word !== 0; word &= word - 1) {
      const bit = word & -word;
      differences.add((before[index] ?? 0) + popcount(all & (bit - 1)), (right & bit) === 0 ? -1 : 1);
    }
  }
  const { total, squares: differing } = differences;
  const [onlyA, onlyB] = [(differing + total) / 2, (differing - total) / 2];
  return { bothCorrect, onlyA, onlyB, binary: true, ...differences.tally() };
}

function gradedPairs(a: RunVectors, b: RunVectors, slice: SliceQuestions): PairTally {
  const differences = new Differences(slice);
  let [bothCorrect, onlyA, onlyB] = [0, 0, 0];
  let binary = true;
  for (const [rank, ordinal] of slice.ordinals.entries()) {
    const [left, right] = [scoreAt(a, ordinal), scoreAt(b, ordinal)];
    if (left >= 1 && right >= 1) bothCorrect += 1;
    else if (left >= 1) onlyA += 1;
    else if (right >= 1) onlyB += 1;
    if ((left !== 0 && left !== 1) || (right !== 0 && right !== 1)) binary = false;
    differences.add(rank, left - right);
  }
  return { bothCorrect, onlyA, onlyB, binary, ...differences.tally() };
}

/** Sums of differences by cluster, in one pass over the questions of a slice. */
class Differences {
  total = 0;
  squares = 0;
  /** The non-zero differences of questions that are alone in their cluster. */
  readonly #alone: number[] = [];
  readonly #sums: Float64Array;

  constructor(private readonly slice: SliceQuestions) {
    this.#sums = clusterScratch(slice.clusters.counts.length);
  }

  /** @param rank the question's index in the slice */
  add(rank: number, difference: number): void {
    const cluster = this.slice.clusters.of[rank] ?? -1;
    this.total += difference;
    this.squares += difference ** 2;
    if (cluster >= 0) this.#sums[cluster] = (this.#sums[cluster] ?? 0) + difference;
    else if (difference !== 0) this.#alone.push(difference);
  }

  tally(): Pick<PairTally, "n" | "squares" | "mean" | "clusters" | "unequalClusters" | "standardError"> {
    const { counts, singles } = this.slice.clusters;
    const unequal = this.#sums.subarray(0, counts.length).filter((sum) => sum !== 0).length;
    const mean = this.total / this.slice.count;
    const residuals = residualsAlone(this.#alone, singles, mean);
    return {
      n: this.slice.count,
      squares: this.squares,
      mean,
      clusters: counts.length + singles,
      unequalClusters: unequal + this.#alone.length,
      standardError: spreadError(clusterSpread(this.#sums, this.slice, this.total, residuals)),
    };
  }
}

/**
 * For each run, in the order of `runs`, the ordinals that only this run answers correctly (score 1). Questions that are
 * not in the denominator of every run are left out.
 */
export function uniquelyRight(runs: readonly RunVectors[], slice: SliceQuestions): readonly (readonly number[])[] {
  const found = runs.map((): number[] => []);
  const { ordinals } = runs.reduce((rest, { unscored }) => rest.without(unscored), slice);
  for (const ordinal of ordinals) {
    const right = runs.flatMap((vectors, place) => (scoreAt(vectors, ordinal) >= 1 ? [place] : []));
    if (right.length === 1) found[right[0] ?? 0]?.push(ordinal);
  }
  return found;
}

/** The ordinals for which two runs have different scores. */
export function differingOrdinals(a: RunVectors, b: RunVectors, slice: SliceQuestions): readonly number[] {
  const { ordinals } = scoredInBoth(a, b, slice);
  return Array.from(ordinals.filter((ordinal) => scoreAt(a, ordinal) !== scoreAt(b, ordinal)));
}

/** The ordinals for which the first run has the higher score. */
export function betterOrdinals(a: RunVectors, b: RunVectors, slice: SliceQuestions): readonly number[] {
  const { ordinals } = scoredInBoth(a, b, slice);
  return Array.from(ordinals.filter((ordinal) => scoreAt(a, ordinal) > scoreAt(b, ordinal)));
}
