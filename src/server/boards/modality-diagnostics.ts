import { badInput } from "../../domain/errors.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import { holmAdjusted } from "../../scoring/metrics/multiple-comparisons.ts";
import { meanVectors, type RunVectors } from "../../scoring/metrics/run-vectors.ts";
import type { Interval } from "../../scoring/metrics/score-interval.ts";
import { betterOrdinals, compareOverSlice } from "../../scoring/metrics/slice-comparison.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Queryable } from "../db/database.ts";
import type { NamedRun } from "../memory/run-queries.ts";
import {
  adjustedTogether,
  type ComparableRun,
  comparePair,
  type RunComparison,
  requireComparable,
  requireVectors,
} from "./compare-runs.ts";
import { type RunAggregates, type RunReference, referenceOf } from "./run-aggregates.ts";

/** A difference of mean scores, −1 to 1, with its 95 % interval. */
interface ScoreDifference {
  readonly value: number;
  readonly interval: Interval;
  /** Null if all questions are about one video. */
  readonly standardError: number | null;
}

/** What a modality contributes: the number of questions that need it, and the number expected by chance. */
export interface ModalityNeed {
  readonly modality: Modality;
  readonly release: number;
  /** The ordinals of the questions that need the modality. */
  readonly ordinals: readonly number[];
  /** How many questions are in the denominator of every run. */
  readonly n: number;
  readonly gained: number;
  readonly lost: number;
  readonly expectedByChance: number;
  readonly net: ScoreDifference;
}

/** A run and its inputs. */
interface GivenRun {
  readonly inputs: readonly Modality[];
  readonly release: number;
  readonly vectors: RunVectors;
}

/** The needs of the modalities that some runs had and others lacked, over a slice of their release. */
export function modalityNeeds(runs: readonly GivenRun[], slice: SliceQuestions): readonly ModalityNeed[] {
  const rest = runs.reduce((left, { vectors }) => left.without(vectors.unscored), slice);
  return MODALITIES.flatMap((modality) => {
    const vectorsOf = (isGiven: boolean): RunVectors[] =>
      runs.filter(({ inputs }) => inputs.includes(modality) === isGiven).map(({ vectors }) => vectors);
    const need = modalityNeed(vectorsOf(true), vectorsOf(false), rest);
    return need === null ? [] : [{ modality, release: runs[0]?.release ?? 0, ...need }];
  });
}

/** @returns null if `having` or `lacking` has no run, or if no question is in the denominator of every run */
function modalityNeed(
  having: readonly RunVectors[],
  lacking: readonly RunVectors[],
  slice: SliceQuestions,
): Omit<ModalityNeed, "modality" | "release"> | null {
  if (having.length === 0 || lacking.length === 0) return null;
  const comparison = compareOverSlice(meanVectors(having), meanVectors(lacking), slice);
  if (comparison === null) return null;
  const ordinals = rightInOneSide(having, lacking, slice);
  return {
    ordinals,
    n: slice.count,
    gained: ordinals.length,
    lost: rightInOneSide(lacking, having, slice).length,
    expectedByChance: expectedByChance([...having, ...lacking], having.length, slice),
    net: {
      value: comparison.difference,
      interval: comparison.interval,
      standardError: comparison.standardError,
    },
  };
}

/** The questions that every run of one side, and no run of the other side, answers correctly. */
function rightInOneSide(
  side: readonly RunVectors[],
  other: readonly RunVectors[],
  { ordinals }: SliceQuestions,
): readonly number[] {
  const isRight =
    (ordinal: number) =>
    ({ correct }: RunVectors): boolean =>
      correct.has(ordinal);
  return Array.from(ordinals).filter((ordinal) => side.every(isRight(ordinal)) && !other.some(isRight(ordinal)));
}

/**
 * The expected number of questions that would appear to need the modality if it had no effect. The runs would then be
 * exchangeable: among the questions that exactly `given` of m runs answer correctly, each choice of `given` runs would
 * be equally frequent.
 * @see R. A. Fisher (1935), "The Design of Experiments", section 21, for the permutation argument
 */
function expectedByChance(runs: readonly RunVectors[], given: number, { ordinals }: SliceQuestions): number {
  const possible = ordinals.filter(
    (ordinal) => runs.filter(({ correct }) => correct.has(ordinal)).length === given,
  ).length;
  return possible / choices(runs.length, given);
}

/** The number of ways to choose `k` of `n`. */
function choices(n: number, k: number): number {
  let ways = 1;
  for (let chosen = 1; chosen <= k; chosen++) ways = (ways * (n - k + chosen)) / chosen;
  return ways;
}

/** A run with more inputs and a run with fewer. */
export interface ModalityContrast {
  readonly without: number;
  readonly with: number;
  readonly added: readonly Modality[];
  /** `a` is the run with more inputs. */
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

interface ModalityDiagnostics {
  readonly contrasts: readonly ModalityContrast[];
  readonly needs: readonly ModalityNeed[];
}

interface LoadedRun extends NamedRun {
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

function requireOneModel(runs: readonly NamedRun[]): void {
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

const comparable = (run: LoadedRun): ComparableRun => ({ ...run.reference, settings: run });

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
    comparison: await comparePair(aggregates, [comparable(more), comparable(fewer)], slice, []),
    release: fewer.release,
    gained,
    lost,
    expectedByChance: (gained.length + lost.length) / 2,
  };
}

/** The contrasts are one family of tests. `pValue` is corrected by Holm's method; it is deprecated. */
function corrected(contrasts: readonly ModalityContrast[]): readonly ModalityContrast[] {
  const holm = holmAdjusted(contrasts.map(({ comparison }) => comparison.pValue));
  const together = adjustedTogether(contrasts.map(({ comparison }) => comparison));
  return contrasts.map((one, index) => {
    const comparison = together[index] ?? one.comparison;
    return { ...one, comparison: { ...comparison, pValue: holm[index] ?? comparison.pValue } };
  });
}
