import { Bitset } from "../../domain/bitset.ts";
import { type RunVectors, scoreAt } from "./run-vectors.ts";

/**
 * Several runs over one release as one, whose score of a question is the mean of theirs. A question that is outside of the
 * denominator of one of them is outside of its own.
 * @param runs at least one; of one length
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
