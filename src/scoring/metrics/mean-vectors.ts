import { Bitset } from "../../domain/bitset.ts";
import { type RunVectors, scoreAt } from "./run-vectors.ts";

/**
 * The mean of several runs of one release: the score of each question is the mean of the runs' scores. A question that
 * is excluded from the denominator of any run is excluded from that of the mean.
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
