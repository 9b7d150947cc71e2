import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import { meanVectors } from "../../scoring/metrics/run-vectors.ts";
import { compareOverSlice } from "../../scoring/metrics/slice-comparison.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Interval } from "../../scoring/metrics/wilson-interval.ts";

/** A difference of mean scores, −1 to 1, with its 95 % interval. */
export interface ScoreDifference {
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
