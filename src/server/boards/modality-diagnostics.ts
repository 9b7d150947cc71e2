import { badInput } from "../../domain/errors.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Modality } from "../../domain/vocabulary.ts";
import { holmAdjusted } from "../../scoring/metrics/holm.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import { betterOrdinals } from "../../scoring/metrics/slice-comparison.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Queryable } from "../db/database.ts";
import type { VisibleRun } from "../memory/run-queries.ts";
import { comparePair, type RunComparison, requireComparable, requireVectors } from "./compare-runs.ts";
import { type ModalityNeed, modalityNeeds } from "./modality-needs.ts";
import { type RunAggregates, type RunReference, referenceOf } from "./run-aggregates.ts";

/** A run with more inputs and a run with fewer. */
export interface ModalityContrast {
  readonly without: number;
  readonly with: number;
  readonly added: readonly Modality[];
  /** `a` is the run with more inputs; the p-value is corrected for the number of contrasts. */
  readonly comparison: RunComparison;
  readonly release: number;
  /** The ordinals of the questions that only the run with more inputs, or only the other run, answers correctly. */
  readonly gained: readonly number[];
  readonly lost: readonly number[];
  /**
   * How many questions would be gained if the added inputs had no effect: half of the questions on which the two runs
   * differ.
   */
  readonly expectedByChance: number;
}

export interface ModalityDiagnostics {
  readonly contrasts: readonly ModalityContrast[];
  readonly needs: readonly ModalityNeed[];
}

interface LoadedRun extends VisibleRun {
  readonly reference: RunReference;
  readonly vectors: RunVectors;
}

const MOST_RUNS = 10;

/**
 * Pairs runs of one model that were given different inputs.
 * @throws `BAD_USER_INPUT` unless the runs are two to ten runs of one model over one release, with different inputs
 */
export async function modalityDiagnostics(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  ids: readonly number[],
  slice: Slice,
): Promise<ModalityDiagnostics> {
  if (ids.length < 2 || ids.length > MOST_RUNS)
    throw badInput(`'runs' must name 2 to ${MOST_RUNS} runs; got ${ids.length}.`);
  const runs = await requireComparable(database, viewer, ids);
  requireOneModel(runs);
  const loaded = await Promise.all(
    runs.map(async (run) => {
      const reference = referenceOf(viewer, run);
      return { ...run, reference, vectors: await requireVectors(aggregates, reference) };
    }),
  );
  const questions = await aggregates.slice(runs[0].release, slice);
  const contrasts = await Promise.all(
    nestedPairs(loaded).map(([fewer, more]) => contrast(aggregates, fewer, more, slice, questions)),
  );
  return { contrasts: corrected(contrasts), needs: modalityNeeds(loaded, questions) };
}

function requireOneModel(runs: readonly VisibleRun[]): void {
  if (new Set(runs.map(({ model }) => model)).size > 1) throw badInput("The runs must be of one model.");
  if (new Set(runs.map(({ openEnded }) => openEnded)).size > 1) {
    throw badInput(
      "The runs must be asked in the same way: some of them were shown the options, and some were not (openEnded).",
    );
  }
  if (new Set(runs.map(({ confirmations }) => confirmations)).size > 1) {
    throw badInput(
      "Either all runs or none must confirm answers: some of them sent confirmations, and some did not (confirmations).",
    );
  }
  if (new Set(runs.map(({ inputs }) => inputs.join())).size < runs.length) {
    throw badInput("The runs must differ in their inputs: two of them have the same inputs.");
  }
}

/** Every pair of runs in which the inputs of one include those of the other. */
const nestedPairs = (runs: readonly LoadedRun[]): readonly (readonly [fewer: LoadedRun, more: LoadedRun])[] =>
  runs.flatMap((fewer) =>
    runs
      .filter((more) => more !== fewer && fewer.inputs.every((input) => more.inputs.includes(input)))
      .map((more) => [fewer, more] as const),
  );

async function contrast(
  aggregates: RunAggregates,
  fewer: LoadedRun,
  more: LoadedRun,
  slice: Slice,
  questions: SliceQuestions,
): Promise<ModalityContrast> {
  const gained = betterOrdinals(more.vectors, fewer.vectors, questions);
  const lost = betterOrdinals(fewer.vectors, more.vectors, questions);
  return {
    without: fewer.run,
    with: more.run,
    added: more.inputs.filter((input) => !fewer.inputs.includes(input)),
    comparison: await comparePair(aggregates, [more.reference, fewer.reference], slice, []),
    release: fewer.release,
    gained,
    lost,
    expectedByChance: (gained.length + lost.length) / 2,
  };
}

function corrected(contrasts: readonly ModalityContrast[]): readonly ModalityContrast[] {
  const adjusted = holmAdjusted(contrasts.map(({ comparison }) => comparison.pValue));
  return contrasts.map((one, index) => {
    const pValue = adjusted[index] ?? one.comparison.pValue;
    return { ...one, comparison: { ...one.comparison, pValue, adjustedPValue: pValue } };
  });
}
