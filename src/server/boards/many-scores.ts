import {
  fewestVideos,
  type ScannedRun,
  type ScannedScores,
  scanErrors,
  scanScores,
} from "../../scoring/metrics/score-scan.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { ScoringKey } from "../memory/score-queries.ts";
import type { ScoredRun, ScoreVectors } from "../memory/vector-memory.ts";

/** How many runs are processed at a time if not all vectors are in memory. */
const CHUNK = 4_096;

/** The values of many runs over one slice, as parallel arrays by the index of the run. */
export interface ManyScores {
  /** 0 to 1; `NaN` if the run is not scored, or no question of the slice is in the denominator. */
  readonly values: Float64Array;
  /** The number of questions behind each value. */
  readonly counts: Int32Array;
  /**
   * The number of questions behind each value, if it is the same for all runs and no run has graded scores; otherwise
   * null. Each value is then a number of correct answers divided by this number.
   */
  readonly wholes: number | null;
  /** The smallest effective number of videos behind any of the values; null without values. */
  readonly videos: number | null;
}

/** Scores many runs of one release over a slice of it, some thousands at a time. */
export async function scoreMany(
  vectors: ScoreVectors,
  runs: readonly ScoredRun[],
  slice: SliceQuestions,
): Promise<ManyScores> {
  const values = new Float64Array(runs.length).fill(Number.NaN);
  const counts = new Int32Array(runs.length);
  let videos = Number.POSITIVE_INFINITY;
  const wholes = new Set<number | null>();
  await inChunks(vectors, runs, (places, scanned) => {
    const scores = scanScores(scanned, slice);
    videos = Math.min(videos, fewestVideos(scanned, slice));
    wholes.add(wholesOf(scanned, scores));
    for (let index = 0; index < places.length; index++) {
      const place = places[index] ?? 0;
      values[place] = scores.values[index] ?? Number.NaN;
      counts[place] = scores.counts[index] ?? 0;
    }
  });
  const [one = null] = wholes;
  return { values, counts, wholes: wholes.size === 1 ? one : null, videos: Number.isFinite(videos) ? videos : null };
}

function wholesOf(runs: readonly ScannedRun[], { counts }: ScannedScores): number | null {
  const [first = 0] = counts;
  for (let index = 0; index < runs.length; index++)
    if (counts[index] !== first || runs[index]?.graded !== null) return null;
  return first === 0 ? null : first;
}

/**
 * The standard errors of these runs' values, clustered by video; `NaN` if a run is not scored.
 * @param known the scores of the same runs over the same slice, which are then not computed again
 */
export async function errorsOfMany(
  vectors: ScoreVectors,
  runs: readonly ScoredRun[],
  slice: SliceQuestions,
  known: ManyScores | null = null,
): Promise<Float64Array> {
  const errors = new Float64Array(runs.length).fill(Number.NaN);
  await inChunks(vectors, runs, (places, scanned) => {
    const totals = known === null ? scanScores(scanned, slice).totals : wholeTotals(known, places);
    const found = scanErrors(scanned, slice, { totals });
    for (let index = 0; index < places.length; index++) errors[places[index] ?? 0] = found[index] ?? Number.NaN;
  });
  return errors;
}

/** The numbers of correct answers, computed from the values. Runs with graded scores do not need them. */
function wholeTotals({ values, counts }: ManyScores, places: readonly number[]): Float64Array {
  const totals = new Float64Array(places.length);
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    totals[index] = Math.round((values[place] ?? 0) * (counts[place] ?? 0));
  }
  return totals;
}

/** The score vectors of these runs, in their order; null for a run that is not scored. */
export async function scannedRuns(
  vectors: ScoreVectors,
  runs: readonly ScoredRun[],
): Promise<readonly (ScannedRun | null)[]> {
  const found = new Array<ScannedRun | null>(runs.length).fill(null);
  await inChunks(vectors, runs, (places, scanned) => {
    for (const [index, place] of places.entries()) found[place] = scanned[index] ?? null;
  });
  return found;
}

/**
 * Processes the runs whose vectors exist, with their indexes among all runs. Processes them all at once if all vectors
 * are in memory, else some thousands at a time.
 */
async function inChunks(
  vectors: ScoreVectors,
  runs: readonly ScoredRun[],
  work: (places: readonly number[], scanned: readonly ScannedRun[]) => void,
): Promise<void> {
  const kept = vectors.kept(runs);
  if (kept !== null) return work(kept.places, kept.scanned);
  for (let start = 0; start < runs.length; start += CHUNK) {
    const { places, scanned } = await present(vectors, runs.slice(start, start + CHUNK), start);
    work(places, scanned);
  }
}

/** The scored runs of a chunk, with their indexes among all runs. */
async function present(vectors: ScoreVectors, chunk: readonly ScoredRun[], start: number) {
  const places: number[] = [];
  const keys: ScoringKey[] = [];
  for (const [index, { run, revision }] of chunk.entries()) {
    if (revision === null) continue;
    places.push(start + index);
    keys.push({ run, revision });
  }
  const bits = await vectors.bits(keys);
  const scanned: ScannedRun[] = [];
  const present: number[] = [];
  for (let index = 0; index < places.length; index++) {
    const run = bits[index];
    if (run == null) continue;
    scanned.push(run);
    present.push(places[index] ?? 0);
  }
  return { places: present, scanned };
}
