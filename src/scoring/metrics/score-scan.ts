import type { Bitset } from "../../domain/bitset.ts";
import { spreadError, UNKNOWN_STANDARD_ERROR, type WholeSums, wholeError } from "./cluster-spread.ts";
import { countCommon, countPairs } from "./count-bits.ts";
import type { ClusterPlanes } from "./slice-pairs.ts";
import type { SliceQuestions } from "./slice-questions.ts";
import { clusterScratch, type ScoreBits, sumOverSlice } from "./slice-sums.ts";

/** A run in a scan over many runs: only the vectors from which its value and error are computed. */
export interface ScannedRun extends ScoreBits {
  /** The questions outside the run's denominator. Runs with equal sets share one object. */
  readonly unscored: Bitset;
}

/** The mean scores of the runs, as parallel arrays indexed by run. */
export interface ScannedScores {
  /** The sums of the scores. */
  readonly totals: Float64Array;
  /** The number of questions that each value is the mean of. */
  readonly counts: Int32Array;
  /** From 0 to 1; `NaN` if no scored question is in the slice. */
  readonly values: Float64Array;
}

/**
 * Restricts a slice to the questions in a run's denominator. The last result is cached, because nearly all runs of a
 * release have the same unscored questions.
 */
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

/**
 * The mean scores of many runs over one slice. For runs whose scores are 0 or 1, this takes one AND and one bit count
 * per word.
 */
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
 * The cluster-robust standard errors of the values from `scanScores`; 0.5 if unknown. Runs whose scores are all 0 or 1
 * use integer sums, so the results may differ in the last bits from those of `sumOverSlice`.
 * @param totals the sums that `scanScores` returned; those of graded runs are not read
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
 * The smallest effective number of videos behind a run's value, n² / Σ n_g², where n_g is the number of questions of
 * video g. It equals the number of videos if all videos have equally many questions, and is lower if a few videos have
 * most of the questions. Infinite if no run has a value.
 * @see A. V. Carter, K. T. Schnepel and D. G. Steigerwald (2017), "Asymptotic behavior of a t-test robust to cluster
 *   heterogeneity", Review of Economics and Statistics 99:698–709, for degrees of freedom from an effective number
 */
export function fewestVideos(runs: readonly ScannedRun[], slice: SliceQuestions): number {
  let fewest = Number.POSITIVE_INFINITY;
  const left = new Rest(slice);
  for (const run of runs) {
    const rest = left.of(run);
    if (rest.count > 0) fewest = Math.min(fewest, rest.effectiveVideos);
  }
  return fewest;
}

function errorOf(run: ScannedRun, slice: SliceQuestions, total: number): number {
  const { count: n, videos, clusters, planes } = slice;
  const exact =
    run.graded !== null
      ? null
      : wholeError({
          n,
          clusters: videos,
          sizeSquares: clusters.squares,
          total,
          ...(planes === null ? goneThrough(run, slice) : counted(run, planes, total)),
        });
  return exact ?? spreadError(sumOverSlice(run, slice).spread);
}

type VideoSums = Pick<WholeSums, "squares" | "cross">;

/**
 * Computes the sums of `WholeSums` by counting bits. Σs² is S plus twice the number of pairs of correctly answered
 * questions of one video. Σsc is S plus, for each correctly answered question, the number of other questions of its
 * video.
 */
function counted({ words, start }: ScannedRun, { others, pairs }: ClusterPlanes, total: number): VideoSums {
  let cross = total;
  for (let bit = 0; bit < others.length; bit++) {
    const plane = others[bit];
    if (plane !== undefined) cross += countCommon(words, start, plane) * 2 ** bit;
  }
  return { squares: total + 2 * countPairs(words, start, pairs), cross };
}

/**
 * Computes the same sums as `counted`, question by question. The loop does not branch on correctness, because the CPU
 * could not predict the branch.
 */
function goneThrough({ words, start }: ScannedRun, { ordinals, clusters }: SliceQuestions): VideoSums {
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
