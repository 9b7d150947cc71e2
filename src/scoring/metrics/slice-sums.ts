import { lowestBit, popcount } from "../../domain/bitset.ts";
import type { RunVectors } from "./run-vectors.ts";
import type { SliceClusters, SliceQuestions } from "./slice-questions.ts";

/** The sum of a run's scores over a slice, and how they are spread over its videos. */
export interface SliceSums {
  readonly total: number;
  /** Every score is 0 or 1. */
  readonly binary: boolean;
  /** Of the mean, clustered by video; `NaN` with fewer than two clusters. */
  readonly standardError: number;
}

/** The bits that hold where a run's score is not 0, and the scores where they are not all 1. */
export interface ScoreBits {
  /** Of one run, or of many, one after the other. */
  readonly words: Int32Array;
  /** Where in `words` the run begins. */
  readonly start: number;
  readonly graded: Float32Array | null;
}

/** What a run's scores are made of. */
export const scoreBits = ({ correct, answered, graded }: RunVectors): ScoreBits => ({
  words: (graded === null ? correct : answered).words,
  start: 0,
  graded,
});

/** Sums by cluster; used again for each run, and all 0 in between. */
let scratch = new Float64Array(1024);

/** @internal Room for the sums of so many clusters, all 0. */
export function clusterScratch(count: number): Float64Array {
  if (scratch.length < count) scratch = new Float64Array(2 * count);
  else scratch.fill(0, 0, count);
  return scratch;
}

/**
 * Sums a run's scores over a slice that has no question outside of the denominator, in the order of the ordinals. It does
 * what `ClusterSums` does, step by step, so that the result is the same to the last bit.
 */
export function sumOverSlice({ words, start, graded }: ScoreBits, slice: SliceQuestions): SliceSums {
  const { clusters } = slice;
  const { places, words: own, before } = slice.words;
  const { of } = clusters;
  const sums = clusterScratch(clusters.counts.length);
  let [total, singleSum, singleSquares] = [0, 0, 0];
  let binary = true;
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const all = own[index] ?? 0;
    for (let word = all & (words[start + place] ?? 0); word !== 0; word &= word - 1) {
      const score = graded === null ? 1 : (graded[(place << 5) + lowestBit(word)] ?? 0);
      // How many of the slice come before the lowest bit.
      const rank = (before[index] ?? 0) + popcount(all & ((word & -word) - 1));
      const cluster = of[rank] ?? -1;
      total += score;
      if (score !== 1 && score !== 0) binary = false;
      if (cluster >= 0) {
        sums[cluster] = (sums[cluster] ?? 0) + score;
      } else {
        singleSum += score;
        singleSquares += score * score;
      }
    }
  }
  return { total, binary, standardError: clusteredError(sums, slice, { total, singleSum, singleSquares }) };
}

/** What is summed besides the clusters. */
interface OtherSums {
  readonly total: number;
  /** Of the questions without a video. */
  readonly singleSum: number;
  readonly singleSquares: number;
}

/**
 * The standard error of a mean over a slice by the sums of its clusters.
 * @see ClusterSums.standardError, whose formula this is
 */
export function clusteredError(
  sums: Float64Array,
  { clusters, count, videos: groups }: SliceQuestions,
  others: OtherSums,
): number {
  const squares = residualSquares(sums, clusters, others.total / count, others);
  return groups < 2 ? Number.NaN : Math.sqrt((groups / (groups - 1)) * squares) / count;
}

function residualSquares(
  sums: Float64Array,
  { counts, singles }: SliceClusters,
  mean: number,
  { singleSum, singleSquares }: OtherSums,
): number {
  let squares = Math.max(0, singleSquares - 2 * mean * singleSum + mean * mean * singles);
  for (let cluster = 0; cluster < counts.length; cluster++) {
    const residual = (sums[cluster] ?? 0) - mean * (counts[cluster] ?? 0);
    squares += residual * residual;
  }
  return squares;
}
