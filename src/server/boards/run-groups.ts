import { hash } from "node:crypto";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { meanAndSpread } from "../../scoring/metrics/distributions.ts";
import { meanVectors, type RunVectors } from "../../scoring/metrics/run-vectors.ts";
import type { Interval } from "../../scoring/metrics/score-interval.ts";
import { scoreOfSlice } from "../../scoring/metrics/slice-score.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import { fetchFilteredRuns, type VisibleRun } from "../memory/run-queries.ts";
import { scoreMany } from "./many-scores.ts";
import { type RunAggregates, type RunReference, referenceOf } from "./run-aggregates.ts";

/** Runs that differ only in their seed. */
export interface RunGroup {
  /** A hash of the runs' common settings. */
  readonly id: string;
  readonly model: number;
  readonly inputs: VisibleRun["inputs"];
  readonly frames: number | null;
  readonly prompt: string | null;
  readonly openEnded: boolean;
  readonly confirmations: VisibleRun["confirmations"];
  /** Oldest first. */
  readonly runs: readonly number[];
  readonly seeds: readonly (number | null)[];
  readonly mean: number;
  readonly standardDeviation: number | null;
  /** The standard error of the mean, computed from each question's mean over the runs, clustered by video. */
  readonly standardError: number;
  /** The 95 % interval of the mean. */
  readonly interval: Interval;
  /** The number of videos that the standard error is clustered by. */
  readonly clusters: number;
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * Groups the runs that the filter admits, with the mean and spread of their scores over a slice. The oldest group comes
 * first. Runs whose answers are hidden from the viewer are left out: a mean over two seeds would reveal exact scores.
 */
export async function runGroups(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  filter: RunConditions,
  slice: Slice,
): Promise<readonly RunGroup[]> {
  const runs = (await fetchFilteredRuns(database, viewer, filter)).filter((run) => seesAnswers(viewer, run));
  const values = await valuesOf(aggregates, runs, slice);
  const groups = new Map<string, { run: VisibleRun; value: number }[]>();
  for (const [index, run] of runs.entries()) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const name = groupName(run);
    groups.set(name, [...(groups.get(name) ?? []), { run, value }]);
  }
  const found = await Promise.all([...groups.values()].map((members) => runGroup(aggregates, viewer, slice, members)));
  return found.flatMap((group) => group ?? []);
}

/** The common settings of runs that differ only in their seed. */
const groupName = ({ release, model, inputs, frames, prompt, openEnded, confirmations }: VisibleRun): string =>
  JSON.stringify([release, model, inputs, frames, prompt, openEnded, confirmations]);

/** Each run's score over the slice in the run's own release; `NaN` if it has none. */
async function valuesOf(
  { memory: { catalogs, vectors } }: RunAggregates,
  runs: readonly VisibleRun[],
  slice: Slice,
): Promise<Float64Array> {
  const values = new Float64Array(runs.length);
  const questions = await catalogs.questionsIn([...new Set(runs.map(({ release }) => release))], slice);
  for (const [release, own] of questions) {
    const places = [...runs.keys()].filter((index) => runs[index]?.release === release);
    const ofRelease = runs.filter((run) => run.release === release);
    const scores = await scoreMany(vectors, ofRelease, own);
    for (const [index, place] of places.entries()) values[place] = scores.values[index] ?? Number.NaN;
  }
  return values;
}

interface Member {
  readonly run: VisibleRun;
  readonly value: number;
}

async function runGroup(
  aggregates: RunAggregates,
  viewer: Viewer,
  slice: Slice,
  members: readonly Member[],
): Promise<RunGroup | null> {
  const runs = members.map(({ run }) => run);
  const [first] = runs;
  if (first === undefined) return null;
  const ofMean = await meanScore(
    aggregates,
    slice,
    runs.map((run) => referenceOf(viewer, run)),
    first.release,
  );
  if (ofMean === null) return null;
  const { model, inputs, frames, prompt, openEnded, confirmations } = first;
  const { standardError, interval, clusters } = ofMean;
  const values = members.map(({ value }) => value);
  return {
    id: `run-group_${hash("sha256", groupName(first)).slice(0, 32)}`,
    model,
    inputs,
    frames,
    prompt,
    openEnded,
    confirmations,
    runs: runs.map(({ run }) => run),
    seeds: runs.map(({ seed }) => seed),
    ...meanAndSpread(values),
    standardError,
    interval,
    clusters,
    minimum: Math.min(...values),
    maximum: Math.max(...values),
  };
}

/** The score from each question's mean over the runs; null if no question is in the denominator of every run. */
async function meanScore(aggregates: RunAggregates, slice: Slice, runs: readonly RunReference[], release: number) {
  const [questions, ...loaded] = await Promise.all([
    aggregates.slice(release, slice),
    ...runs.map((run) => aggregates.vectors(run)),
  ]);
  const vectors = loaded.filter((one): one is RunVectors => one !== null);
  return vectors.length === 0 ? null : scoreOfSlice(meanVectors(vectors), questions, { openEnded: true });
}
