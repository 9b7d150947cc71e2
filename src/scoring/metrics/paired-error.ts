import { residualsAlone, spreadError, wholeError } from "./cluster-spread.ts";
import { countCommon, countPairs } from "./count-bits.ts";
import { cautiousError, independentError, type PairSums } from "./paired-comparison.ts";
import type { ClusterPlanes } from "./slice-pairs.ts";
import type { SliceQuestions } from "./slice-questions.ts";
import { clusterScratch, clusterSpread, type ScoreBits } from "./slice-sums.ts";

/**
 * The standard error of the difference between two runs' scores over a slice, paired by question and clustered by
 * video. It equals the error in `compareOverSlice`, except for rounding in the last bits.
 * @param slice the questions that are in the denominator of both runs, in at least two videos
 * @param enough an error above this need not be exact; the result may then be any value from `enough` to the error
 */
export function pairedError(
  a: ScoreBits,
  b: ScoreBits,
  slice: SliceQuestions,
  enough: number = Number.POSITIVE_INFINITY,
): number {
  const { planes } = slice;
  const isBinary = a.graded === null && b.graded === null;
  const counted = isBinary && planes !== null ? countedError(a, b, slice, planes, enough) : null;
  return counted ?? cautiousError(addedSums(a, b, slice));
}

/**
 * Three sets of questions as words of bits: correct only in the first run, correct only in the second run, and correct
 * in exactly one of the two.
 */
let [first, second, either] = [new Int32Array(256), new Int32Array(256), new Int32Array(256)];

/**
 * Fills the three sets, but only the words in which the slice has questions. Other words keep values of earlier calls
 * and are never read.
 */
function separate(a: ScoreBits, b: ScoreBits, places: Int32Array): void {
  const width = (places.at(-1) ?? 0) + 2;
  if (first.length < width)
    [first, second, either] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)];
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const ofA = a.words[a.start + place] ?? 0;
    const ofB = b.words[b.start + place] ?? 0;
    first[place] = ofA & ~ofB;
    second[place] = ofB & ~ofA;
    either[place] = ofA ^ ofB;
  }
}

/**
 * Computes the error from integer sums of the differences, as `scanErrors` does from integer sums of scores. The
 * squared sums of the videos follow from pairs of questions of one video. A pair counts 1 if the two differences have
 * the same sign, −1 if they have opposite signs, and 0 if one of them is 0. The pairs are not counted if the lower
 * bound of the error (`independentError`) already exceeds `enough`.
 * @returns null if the numbers are too large to be exact
 */
function countedError(
  a: ScoreBits,
  b: ScoreBits,
  slice: SliceQuestions,
  planes: ClusterPlanes,
  enough: number,
): number | null {
  const { count: n, words, videos, clusters } = slice;
  separate(a, b, words.places);
  const [onlyA, onlyB] = [countCommon(first, 0, words), countCommon(second, 0, words)];
  const [total, differing] = [onlyA - onlyB, onlyA + onlyB];
  const differences = { n, mean: total / n, squares: differing };
  const least = independentError(differences);
  if (least > enough) return least;
  const alike = countPairs(first, 0, planes.pairs) + countPairs(second, 0, planes.pairs);
  const squares = differing + 2 * (2 * alike - countPairs(either, 0, planes.pairs));
  const cross = crossSum(planes, total);
  const standardError = wholeError({ n, clusters: videos, sizeSquares: clusters.squares, total, squares, cross });
  return standardError === null ? null : cautiousError({ ...differences, standardError });
}

/** The sum over the videos of the sum of differences times the number of questions. */
function crossSum({ others }: ClusterPlanes, total: number): number {
  let cross = total;
  for (let bit = 0; bit < others.length; bit++) {
    const plane = others[bit];
    if (plane !== undefined) cross += (countCommon(first, 0, plane) - countCommon(second, 0, plane)) * 2 ** bit;
  }
  return cross;
}

/** Sums the differences question by question. */
function addedSums(a: ScoreBits, b: ScoreBits, slice: SliceQuestions): PairSums {
  const { ordinals, count: n, clusters } = slice;
  const sums = clusterScratch(clusters.counts.length);
  const alone: number[] = [];
  let [total, squares] = [0, 0];
  for (let rank = 0; rank < ordinals.length; rank++) {
    const ordinal = ordinals[rank] ?? 0;
    const difference = scoreOf(a, ordinal) - scoreOf(b, ordinal);
    const square = difference * difference;
    const cluster = clusters.of[rank] ?? -1;
    total += difference;
    squares += square;
    if (cluster >= 0) sums[cluster] = (sums[cluster] ?? 0) + difference;
    else if (difference !== 0) alone.push(difference);
  }
  const mean = total / n;
  const residuals = residualsAlone(alone, clusters.singles, mean);
  return { n, mean, squares, standardError: spreadError(clusterSpread(sums, slice, total, residuals)) };
}

function scoreOf({ words, start, graded }: ScoreBits, ordinal: number): number {
  if ((((words[start + (ordinal >> 5)] ?? 0) >>> (ordinal & 31)) & 1) === 0) return 0;
  return graded === null ? 1 : (graded[ordinal] ?? 0);
}
