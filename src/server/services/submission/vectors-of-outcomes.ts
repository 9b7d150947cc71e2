import { Bitset } from "../../../domain/bitset.ts";
import { type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";
import { ANSWERED } from "../../../scoring/score-prediction.ts";
import type { OutcomeRow } from "../../data/prediction-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";

/** Builds the score vectors of a run from its questions' outcomes, by ordinal. */
export function scoreVectors(rows: readonly OutcomeRow[], sheet: AnswerSheet): RunVectors {
  const { length } = sheet.questions;
  const [answered, correct, unparsed, errored] = [empty(length), empty(length), empty(length), empty(length)];
  let partial = false;
  for (const { ordinal, outcome } of rows) {
    if (ANSWERED.has(outcome)) answered.add(ordinal);
    if (outcome === "CORRECT") correct.add(ordinal);
    else if (outcome === "UNPARSED") unparsed.add(ordinal);
    else if (outcome === "ERRORED") errored.add(ordinal);
    else if (outcome === "PARTIAL") partial = true;
  }
  return {
    answered,
    correct,
    unparsed,
    errored,
    // Includes questions without a prediction. Otherwise a question that cannot be scored would count as wrong if its
    // prediction is missing.
    unscored: Bitset.fromOrdinals(sheet.unscoredOrdinals, length),
    graded: partial ? gradedScores(rows, length) : null,
  };
}

const empty = (length: number): Bitset => Bitset.empty(length);

function gradedScores(rows: readonly OutcomeRow[], length: number): Float32Array {
  const graded = new Float32Array(length);
  for (const { ordinal, score } of rows) graded[ordinal] = score ?? 0;
  return graded;
}

/**
 * The mean score over all questions except unscored ones; a question without an answer counts as 0. Null if all
 * questions are unscored. The score is computed from the vectors, so that it is the same for scores from the scorer
 * and for rounded scores from the database.
 */
export function overallValue(vectors: RunVectors, sheet: AnswerSheet): number | null {
  const n = sheet.questions.length - sheet.unscoredOrdinals.length;
  if (n === 0) return null;
  return sheet.questions.reduce((sum, { ordinal }) => sum + scoreAt(vectors, ordinal), 0) / n;
}
