import type { Confirmations } from "../../../domain/vocabulary.ts";
import { isConfirmation } from "../../../scoring/score-prediction.ts";
import { type AnswerSheet, doubleResponseSheet } from "./answer-sheet.ts";
import type { PredictionInput } from "./submission-input.ts";

/**
 * The confirmation mode of a run, from all of its rows: DOUBLE if at least one question that the benchmark asks twice
 * has a confirmation; otherwise SINGLE. Null if the release asks no question twice. A blank text is not a confirmation.
 */
export function confirmationMode(
  rows: readonly PredictionInput[],
  { byKey, checkedOrdinals }: AnswerSheet,
): Confirmations | null {
  if (checkedOrdinals.size === 0) return null;
  const isConfirmed = rows.some(
    ({ question, confirmation }) =>
      isConfirmation(confirmation) && checkedOrdinals.has(byKey.get(question)?.ordinal ?? -1),
  );
  return isConfirmed ? "DOUBLE" : "SINGLE";
}

/** The answer sheet with which the rows of a whole run are scored. */
export const sheetOfRows = (rows: readonly PredictionInput[], sheet: AnswerSheet): AnswerSheet =>
  confirmationMode(rows, sheet) === "DOUBLE" ? doubleResponseSheet(sheet) : sheet;
