import type { VisibleRun } from "../memory/run-queries.ts";

/** A scored run that an analysis counts. */
export interface CountedRun extends VisibleRun {
  readonly revision: number;
}

/**
 * Which runs of a model are counted: all of them, or those with its fullest inputs. A run without the video or the
 * audio shows what a model can guess. Such a run is not evidence about answer keys, abilities or subsets.
 */
export type CountedInputs = "ALL" | "FULLEST";

/** The maximum number of runs in an analysis, which bounds its memory and time. */
export const MOST_RUNS = 2_000;

export interface RunSelection {
  readonly runs: readonly CountedRun[];
  /** How many runs are not counted because there are more than `MOST_RUNS`. */
  readonly leftOut: number;
  readonly uncounted: UncountedRuns;
}

/** `UncountedRuns` of the schema: how many scored runs are not counted, each under the first reason that applies. */
export interface UncountedRuns {
  readonly openEnded: number;
  readonly partial: number;
  readonly fewerInputs: number;
}

/**
 * The scored runs that are not partial and were asked with options, in their order, at most `most`. `FULLEST` also
 * leaves out runs with fewer inputs than another run of their model.
 * @param runs in the order of their models' names
 */
export function countedRuns(runs: readonly VisibleRun[], inputs: CountedInputs, most = MOST_RUNS): RunSelection {
  const scored = runs.filter(isScored);
  const asked = scored.filter(({ openEnded }) => !openEnded);
  const whole = asked.filter(({ partial }) => !partial);
  const wanted = inputs === "ALL" ? whole : withFullestInputs(whole);
  const uncounted = {
    openEnded: scored.length - asked.length,
    partial: asked.length - whole.length,
    fewerInputs: whole.length - wanted.length,
  };
  if (wanted.length <= most) return { runs: wanted, leftOut: 0, uncounted };
  const newest = new Set(newestOfEachModel(wanted).slice(0, most));
  return { runs: wanted.filter((run) => newest.has(run)), leftOut: wanted.length - most, uncounted };
}

const isScored = (run: VisibleRun): run is CountedRun => run.revision !== null;

/** Leaves out a run if another run of its model had all of its inputs and more. */
function withFullestInputs(runs: readonly CountedRun[]): readonly CountedRun[] {
  const ofModel = byModel(runs);
  return runs.filter(({ model, inputs }) => !ofModel.get(model)?.some((other) => isMore(other.inputs, inputs)));
}

const isMore = (more: readonly string[], inputs: readonly string[]): boolean => {
  const had = new Set(more);
  return had.size > new Set(inputs).size && inputs.every((input) => had.has(input));
};

/** The newest run of each model, then the second newest of each, and so on. */
function newestOfEachModel(runs: readonly CountedRun[]): readonly CountedRun[] {
  const isNewer = (a: CountedRun, b: CountedRun): number => b.createdAt - a.createdAt || b.run - a.run;
  const ranked = [...byModel(runs).values()].flatMap((own) =>
    own.toSorted(isNewer).map((run, place) => ({ run, place })),
  );
  return ranked.sort((a, b) => a.place - b.place || isNewer(a.run, b.run)).map(({ run }) => run);
}

function byModel(runs: readonly CountedRun[]): ReadonlyMap<number, readonly CountedRun[]> {
  const models = new Map<number, CountedRun[]>();
  for (const run of runs) {
    const own = models.get(run.model);
    if (own === undefined) models.set(run.model, [run]);
    else own.push(run);
  }
  return models;
}
