import type { Slice } from "../../../domain/slice/slice.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { meanAndSpread } from "../../../scoring/metrics/mean-and-spread.ts";
import type { RunConditions } from "../../data/run-conditions.ts";
import { fetchFilteredRuns, type VisibleRun } from "../../data/run-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { scoreMany } from "../aggregates/many-scores.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";

/** Runs that are the same but for their seed. */
export interface RunGroup {
  readonly model: number;
  readonly inputs: VisibleRun["inputs"];
  readonly frames: number | null;
  readonly prompt: string | null;
  readonly openEnded: boolean;
  /** Oldest first. */
  readonly runs: readonly number[];
  readonly seeds: readonly (number | null)[];
  readonly mean: number;
  readonly standardDeviation: number | null;
  readonly minimum: number;
  readonly maximum: number;
}

/** Groups the runs that the filter admits, with the mean and spread of their scores over a slice; oldest group first. */
export async function runGroups(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  filter: RunConditions,
  slice: Slice,
): Promise<readonly RunGroup[]> {
  const runs = await fetchFilteredRuns(database, viewer, filter);
  const values = await valuesOf(aggregates, runs, slice);
  const groups = new Map<string, { run: VisibleRun; value: number }[]>();
  for (const [index, run] of runs.entries()) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const { release, model, inputs, frames, prompt, openEnded } = run;
    const name = JSON.stringify([release, model, inputs, frames, prompt, openEnded]);
    groups.set(name, [...(groups.get(name) ?? []), { run, value }]);
  }
  return [...groups.values()].flatMap((members) => runGroup(members) ?? []);
}

/** The runs' values over a slice, each of its own release; `NaN` where there is none. */
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

function runGroup(members: readonly { readonly run: VisibleRun; readonly value: number }[]): RunGroup | null {
  const [first] = members;
  if (first === undefined) return null;
  const { model, inputs, frames, prompt, openEnded } = first.run;
  const values = members.map(({ value }) => value);
  return {
    model,
    inputs,
    frames,
    prompt,
    openEnded,
    runs: members.map(({ run }) => run.run),
    seeds: members.map(({ run }) => run.seed),
    ...meanAndSpread(values),
    minimum: Math.min(...values),
    maximum: Math.max(...values),
  };
}
