import { isPartial } from "../../domain/partial.ts";
import { countCommon } from "../../scoring/metrics/count-bits.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { MissingQuestions } from "../memory/missing-questions.ts";
import type { VisibleRun } from "../memory/run-queries.ts";
import type { ManyScores } from "./many-scores.ts";

/** Items ranked by value. Equal items share a rank and keep their order. */
export interface Ranking {
  /** The indexes of the items, best first. */
  readonly order: Int32Array;
  /** 1 for the best; by place in `order`. */
  readonly ranks: Int32Array;
}

/**
 * Ranks items by their values. Items with the value `NaN` are left out.
 * @param wholes the common denominator if all values are fractions that have it; the values are then ranked by their
 *   numerators, without sorting
 */
export function rankByValue(values: Float64Array, wholes: number | null = null): Ranking {
  const { buckets, count } = wholes === null ? bucketsByValue(values) : bucketsOfWholes(values, wholes);
  const starts = new Int32Array(count + 1);
  for (const bucket of buckets) if (bucket >= 0) starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
  for (let bucket = 0; bucket < count; bucket++) starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  const next = starts.slice();
  const known = starts[count] ?? 0;
  const order = new Int32Array(known);
  const ranks = new Int32Array(known);
  for (let item = 0; item < values.length; item++) {
    const bucket = buckets[item] ?? -1;
    if (bucket < 0) continue;
    const place = next[bucket] ?? 0;
    next[bucket] = place + 1;
    order[place] = item;
    ranks[place] = (starts[bucket] ?? 0) + 1;
  }
  return { order, ranks };
}

/**
 * Ranks the items of each group by themselves. The groups follow each other in ascending order.
 * @param groups the group of each item
 */
export function rankByGroup(values: Float64Array, groups: readonly number[]): Ranking {
  const rankings = [...new Set(groups)]
    .sort((a, b) => a - b)
    .map((group) => rankByValue(values.map((value, item) => (groups[item] === group ? value : Number.NaN))));
  return {
    order: Int32Array.from(rankings.flatMap(({ order }) => Array.from(order))),
    ranks: Int32Array.from(rankings.flatMap(({ ranks }) => Array.from(ranks))),
  };
}

/**
 * The place of each item; −1 for an unranked item.
 * @param items the items in the order of the values that `rankByValue` got. Each number from 0 occurs once
 */
export function placesOf(items: Int32Array, { order }: Ranking): Int32Array {
  const places = new Int32Array(items.length).fill(-1);
  for (let place = 0; place < order.length; place++) places[items[order[place] ?? -1] ?? -1] = place;
  return places;
}

/**
 * The bucket of each item. All values of a bucket are equal. Buckets are numbered from 0, in descending order of their
 * values. Items without a value are in bucket −1.
 */
interface Buckets {
  readonly buckets: Int32Array;
  readonly count: number;
}

function bucketsOfWholes(values: Float64Array, wholes: number): Buckets {
  const buckets = new Int32Array(values.length);
  for (let item = 0; item < values.length; item++) {
    const value = values[item] ?? Number.NaN;
    buckets[item] = Number.isNaN(value) ? -1 : wholes - Math.round(value * wholes);
  }
  return { buckets, count: wholes + 1 };
}

function bucketsByValue(values: Float64Array): Buckets {
  const known = values.filter((value) => !Number.isNaN(value));
  const distinct = Float64Array.from(new Set(known)).sort().reverse();
  const bucketOf = new Map(Array.from(distinct, (value, bucket) => [value, bucket]));
  return { buckets: Int32Array.from(values, (value) => bucketOf.get(value) ?? -1), count: distinct.length };
}

interface Named {
  readonly modelName: string;
}

/**
 * Merges runs and published figures, both sorted by the model's name; runs come before figures of the same model.
 * @returns the merged list. A run is represented by its index, and a figure by its index plus the number of runs
 */
export function mergeByModel(runs: readonly Named[], figures: readonly Named[]): Int32Array {
  const items = new Int32Array(runs.length + figures.length);
  let [place, run] = [0, 0];
  for (const [index, { modelName }] of figures.entries()) {
    const end = placeAfter(runs, modelName);
    while (run < end) items[place++] = run++;
    items[place++] = runs.length + index;
  }
  while (run < runs.length) items[place++] = run++;
  return items;
}

/** How many runs belong to models up to this name. */
function placeAfter(runs: readonly Named[], modelName: string): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.modelName ?? "") <= modelName) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The scores of the runs that cover a slice. */
interface CoveredScores {
  /** `NaN` for a run that is left out, as for a run that is not scored. */
  readonly scores: ManyScores;
  /** How many runs are left out. */
  readonly leftOut: number;
}

/**
 * Leaves out the runs that have predictions for less than half of the scorable questions of a slice. A run whose
 * missing questions in the whole release are at most half as many as the slice's scorable questions covers the slice.
 * Its missing questions are therefore not read.
 */
export async function leaveOutUncovered(
  missing: MissingQuestions,
  runs: readonly VisibleRun[],
  scores: ManyScores,
  { words }: SliceQuestions,
): Promise<CoveredScores> {
  const suspects: { readonly place: number; readonly run: number; readonly revision: number }[] = [];
  for (const [place, { run, revision, missing: most }] of runs.entries()) {
    if (revision !== null && isPartial(most, scores.counts[place] ?? 0)) suspects.push({ place, run, revision });
  }
  if (suspects.length === 0) return { scores, leftOut: 0 };
  const values = scores.values.slice();
  let leftOut = 0;
  for (const [index, bits] of (await missing.of(suspects)).entries()) {
    const place = suspects[index]?.place ?? -1;
    if (bits === null || Number.isNaN(values[place])) continue;
    if (!isPartial(countCommon(bits.words, 0, words), scores.counts[place] ?? 0)) continue;
    values[place] = Number.NaN;
    leftOut += 1;
  }
  return { scores: { ...scores, values }, leftOut };
}
