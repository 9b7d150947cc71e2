import { lowestBit, popcount } from "../../domain/bitset.ts";
import { binaryResidualsAlone, type ClusterSpread, type ResidualSums, residualsAlone } from "./cluster-spread.ts";
import type { RunVectors } from "./run-vectors.ts";
import type { SliceQuestions } from "./slice-questions.ts";

/** The sum of a run's scores over a slice, and their distribution over its videos. */
export interface SliceSums {
  readonly total: number;
  /** The sum of the squares of the scores. */
  readonly squares: number;
  readonly spread: ClusterSpread;
}

/** The bitset of a run's questions with a score of 1, or of its answered questions if `graded` has their scores. */
export interface ScoreBits {
  /** The words of one run, or of many runs, one after the other. */
  readonly words: Int32Array;
  /** The index in `words` at which the run begins. */
  readonly start: number;
  readonly graded: Float32Array | null;
}

/** The bits and scores of a run. */
export const scoreBits = ({ correct, answered, graded }: RunVectors): ScoreBits => ({
  words: (graded === null ? correct : answered).words,
  start: 0,
  graded,
});

/** Sums by cluster. The array is reused for each run. */
let scratch = new Float64Array(1024);

/** @internal An array for the sums of `count` clusters, filled with 0. Every call may return the same array. */
export function clusterScratch(count: number): Float64Array {
  if (scratch.length < count) scratch = new Float64Array(2 * count);
  else scratch.fill(0, 0, count);
  return scratch;
}

/**
 * Sums a run's scores over a slice, in the order of the ordinals. The slice must not contain questions outside the
 * run's denominator.
 */
export function sumOverSlice(bits: ScoreBits, slice: SliceQuestions): SliceSums {
  return bits.graded === null ? countOverSlice(bits, slice) : addOverSlice(bits, bits.graded, slice);
}

/**
 * The sums of scores that are all 0 or 1. The sums are whole numbers, so the order of addition does not change
 * them. Questions that are clusters of their own are counted a word at a time.
 */
function countOverSlice({ words, start }: ScoreBits, slice: SliceQuestions): SliceSums {
  const { places, words: own, before } = slice.words;
  const { of, counts, singles } = slice.clusters;
  const { alone } = slice;
  const sums = clusterScratch(counts.length);
  let [inVideos, single] = [0, 0];
  for (let index = 0; index < places.length; index++) {
    const all = own[index] ?? 0;
    const first = before[index] ?? 0;
    const correct = all & (words[start + (places[index] ?? 0)] ?? 0);
    const byItself = correct & (alone[index] ?? 0);
    single += popcount(byItself);
    for (let word = correct ^ byItself; word !== 0; word &= word - 1) {
      const cluster = of[first + popcount(all & ((word & -word) - 1))] ?? 0;
      inVideos += 1;
      sums[cluster] = (sums[cluster] ?? 0) + 1;
    }
  }
  const total = inVideos + single;
  const residuals = binaryResidualsAlone(single, singles, total / slice.count);
  return { total, squares: total, spread: clusterSpread(sums, slice, total, residuals) };
}

function addOverSlice({ words, start }: ScoreBits, graded: Float32Array, slice: SliceQuestions): SliceSums {
  const { clusters } = slice;
  const { places, words: own, before } = slice.words;
  const { of } = clusters;
  const sums = clusterScratch(clusters.counts.length);
  const singles: number[] = [];
  let [total, squares] = [0, 0];
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const all = own[index] ?? 0;
    for (let word = all & (words[start + place] ?? 0); word !== 0; word &= word - 1) {
      const score = graded[(place << 5) + lowestBit(word)] ?? 0;
      const square = score * score;
      // The number of the slice's questions before the question of the lowest bit in `word`.
      const rank = (before[index] ?? 0) + popcount(all & ((word & -word) - 1));
      const cluster = of[rank] ?? -1;
      total += score;
      squares += square;
      if (cluster >= 0) sums[cluster] = (sums[cluster] ?? 0) + score;
      else singles.push(score);
    }
  }
  const residuals = residualsAlone(singles, clusters.singles, total / slice.count);
  return { total, squares, spread: clusterSpread(sums, slice, total, residuals) };
}

/**
 * The distribution of scores over the videos of a slice, from the sums of its clusters.
 * @param total the sum of all scores
 * @param alone the sums of the residuals of the questions that are clusters of their own
 */
export function clusterSpread(
  sums: Float64Array,
  { clusters, count: n, videos }: SliceQuestions,
  total: number,
  alone: ResidualSums,
): ClusterSpread {
  const { counts, squares: sizeSquares } = clusters;
  const mean = total / n;
  let { squares, fourths } = alone;
  for (let cluster = 0; cluster < counts.length; cluster++) {
    const residual = (sums[cluster] ?? 0) - mean * (counts[cluster] ?? 0);
    const square = residual * residual;
    squares += square;
    fourths += square * square;
  }
  return { n, clusters: videos, sizeSquares, squares, fourths };
}
