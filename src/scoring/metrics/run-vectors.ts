import { Bitset } from "../../domain/bitset.ts";
import type { Outcome } from "../../domain/vocabulary.ts";

/** The stored vectors of a scored run, by question ordinal. A question that is in no set is missing. */
export interface RunVectors {
  /** The questions with an answer, right or wrong. */
  readonly answered: Bitset;
  readonly correct: Bitset;
  readonly unparsed: Bitset;
  readonly errored: Bitset;
  readonly unscored: Bitset;
  /** Scores from 0 to 1 by ordinal; null if every score is 0 or 1, so that `correct` suffices. */
  readonly graded: Float32Array | null;
}

/** The vectors of a release's questions, by ordinal. */
export interface QuestionVectors {
  /** The index of each question's video; negative for a question without a video. */
  readonly clusters: Int32Array;
  /** The expected score of a random answer; `NaN` if unknown. */
  readonly chance: Float64Array;
}

/** The score of one question; 0 if it has no answer. */
export function scoreAt(run: RunVectors, ordinal: number): number {
  if (run.graded === null) return run.correct.has(ordinal) ? 1 : 0;
  return run.answered.has(ordinal) ? (run.graded[ordinal] ?? 0) : 0;
}

/** The outcome of one question. */
export function outcomeAt(run: RunVectors, ordinal: number): Outcome {
  if (run.unscored.has(ordinal)) return "UNSCORED";
  if (run.errored.has(ordinal)) return "ERRORED";
  if (run.unparsed.has(ordinal)) return "UNPARSED";
  if (!run.answered.has(ordinal)) return "MISSING";
  if (run.correct.has(ordinal)) return "CORRECT";
  return scoreAt(run, ordinal) > 0 ? "PARTIAL" : "WRONG";
}

/**
 * The mean of several runs of one release: the score of each question is the mean of the runs' scores. A question that
 * is excluded from the denominator of any run is excluded from the mean.
 * @param runs at least one, all of the same length
 * @see E. Miller (2024), "Adding Error Bars to Evals", section 3.1, for the error of per-question means
 */
export function meanVectors(runs: readonly RunVectors[]): RunVectors {
  const length = runs[0]?.answered.length ?? 0;
  const graded = Float32Array.from({ length }, (_, ordinal) => {
    const sum = runs.reduce((total, run) => total + scoreAt(run, ordinal), 0);
    return sum / runs.length;
  });
  const none = Bitset.empty(length);
  return {
    answered: Bitset.full(length),
    correct: Bitset.where(length, (ordinal) => graded[ordinal] === 1),
    unparsed: none,
    errored: none,
    unscored: Bitset.where(length, (ordinal) => runs.some(({ unscored }) => unscored.has(ordinal))),
    graded,
  };
}
