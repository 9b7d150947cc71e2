import type { Bitset } from "../../domain/bitset.ts";
import { spreadError, UNKNOWN_STANDARD_ERROR } from "./cluster-spread.ts";
import { countCommon, countPairs } from "./count-bits.ts";
import type { ClusterPlanes } from "./slice-pairs.ts";
import type { SliceQuestions } from "./slice-questions.ts";
import { clusterScratch, type ScoreBits, sumOverSlice } from "./slice-sums.ts";

/** A run among many, with only the vectors that its value and error need. */
export interface ScannedRun extends ScoreBits {
  /** The same object for all runs that share it. */
  readonly unscored: Bitset;
}

/** The values of the runs, as parallel arrays by the index of the run. */
export interface ScannedScores {
  /** The sums of the scores. */
  readonly totals: Float64Array;
  /** How many questions stand behind it. */
  readonly counts: Int32Array;
  /** From 0 to 1; `NaN` if no scored question is in the slice. */
  readonly values: Float64Array;
}

/** What is left of a slice for one run after another: nearly all of a release leave out the same questions. */
class Rest {
  #unscored: Bitset | null = null;
  #rest: SliceQuestions;

  constructor(private readonly slice: SliceQuestions) {
    this.#rest = slice;
  }

  of({ unscored }: ScannedRun): SliceQuestions {
    if (unscored !== this.#unscored) this.#rest = this.slice.without(unscored);
    this.#unscored = unscored;
    return this.#rest;
  }
}

/** The values of many runs over one slice: for runs of 0 and 1 an AND and a count for each word. */
export function scanScores(runs: readonly ScannedRun[], slice: SliceQuestions): ScannedScores {
  const totals = new Float64Array(runs.length);
  const counts = new Int32Array(runs.length);
  const values = new Float64Array(runs.length);
  const left = new Rest(slice);
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as ScannedRun;
    const rest = left.of(run);
    const total = run.graded === null ? countCommon(run.words, run.start, rest.words) : gradedTotal(run, rest);
    counts[index] = rest.count;
    totals[index] = total;
    values[index] = total / rest.count;
  }
  return { totals, counts, values };
}

const gradedTotal = (run: ScannedRun, slice: SliceQuestions): number =>
  slice.count === 0 ? 0 : sumOverSlice(run, slice).total;

/**
 * The cluster-robust standard errors of those values; 0.5 if unknown. Runs with scores of only 0 and 1 use integer
 * sums, so the results may differ in the last bits from those of `sumOverSlice`.
 * @param totals of each run, as `scanScores` counts them; those of graded runs are not read
 */
export function scanErrors(
  runs: readonly ScannedRun[],
  slice: SliceQuestions,
  { totals }: Pick<ScannedScores, "totals">,
): Float64Array {
  const errors = new Float64Array(runs.length);
  const left = new Rest(slice);
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as ScannedRun;
    const rest = left.of(run);
    errors[index] = rest.videos < 2 ? UNKNOWN_STANDARD_ERROR : errorOf(run, rest, totals[index] ?? 0);
  }
  return errors;
}

/**
 * The smallest effective number of videos behind a run's value, n² / Σ n_g² with n_g questions of video g: the number
 * of videos if all have equally many questions, and fewer if some have most of them. Infinite if no run has a value.
 * @see A. V. Carter, K. T. Schnepel and D. G. Steigerwald (2017), "Asymptotic behavior of a t-test robust to cluster
 *   heterogeneity", Review of Economics and Statistics 99:698–709, for degrees of freedom from an effective number
 */
export function fewestVideos(runs: readonly ScannedRun[], slice: SliceQuestions): number {
  let fewest = Number.POSITIVE_INFINITY;
  const left = new Rest(slice);
  for (const run of runs) {
    const rest = left.of(run);
    if (rest.count > 0) fewest = Math.min(fewest, rest.count ** 2 / rest.clusters.squares);
  }
  return fewest;
}

/**
 * With s of c questions right in each of G videos, n = Σc and S = Σs, the squares of the residuals are
 * Σ(s − cS/n)² = (n²Σs² − 2nSΣsc + S²Σc²) / n²: integers, as long as they are small enough to be exact.
 */
function errorOf(run: ScannedRun, slice: SliceQuestions, total: number): number {
  if (run.graded !== null) return spreadError(sumOverSlice(run, slice).spread);
  const { count: n, clusters, planes } = slice;
  const { squares, cross } = planes === null ? goneThrough(run, slice) : counted(run, planes, total);
  if (n * n * squares > Number.MAX_SAFE_INTEGER || n * total * cross > Number.MAX_SAFE_INTEGER)
    return spreadError(sumOverSlice(run, slice).spread);
  const groups = slice.videos;
  const residuals = n * (n * squares - total * cross) - total * (n * cross - total * clusters.squares);
  return Math.sqrt((groups / (groups - 1)) * residuals) / (n * n);
}

interface WholeSums {
  /** Of the squares of the videos' sums. */
  readonly squares: number;
  /** Of the products of the videos' sums and sizes. */
  readonly cross: number;
}

/**
 * Σs² is S and twice the pairs that are right, both, within a video; Σsc is S and, for each that is right, its others.
 */
function counted({ words, start }: ScannedRun, { others, pairs }: ClusterPlanes, total: number): WholeSums {
  let cross = total;
  for (let bit = 0; bit < others.length; bit++) {
    const plane = others[bit];
    if (plane !== undefined) cross += countCommon(words, start, plane) * 2 ** bit;
  }
  return { squares: total + 2 * countPairs(words, start, pairs), cross };
}

/** The same, question by question, without a branch on correctness, which the CPU could not predict. */
function goneThrough({ words, start }: ScannedRun, { ordinals, clusters }: SliceQuestions): WholeSums {
  const { of, counts } = clusters;
  const sums = clusterScratch(counts.length);
  let [squares, cross] = [0, 0];
  for (let rank = 0; rank < ordinals.length; rank++) {
    const ordinal = ordinals[rank] ?? 0;
    const score = ((words[start + (ordinal >> 5)] ?? 0) >>> (ordinal & 31)) & 1;
    const cluster = of[rank] ?? -1;
    if (cluster < 0) {
      squares += score;
      cross += score;
      continue;
    }
    const sum = sums[cluster] ?? 0;
    sums[cluster] = sum + score;
    squares += score * (2 * sum + 1);
    cross += score * (counts[cluster] ?? 0);
  }
  return { squares, cross };
}
