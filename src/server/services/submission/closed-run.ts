import { isConfirmation } from "../../../scoring/score-prediction.ts";
import { fetchRunPredictions } from "../../data/key-revision-queries.ts";
import { updateJudgements } from "../../data/key-revision-writes.ts";
import { fetchOutcomes, hasConfirmations, type OutcomeRow } from "../../data/prediction-writes.ts";
import { setConfirmations } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { readWithVerdicts } from "../judging/read-with-verdicts.ts";
import { differing } from "../rescoring/differing-judgements.ts";
import { type AnswerSheet, doubleResponseSheet } from "./answer-sheet.ts";
import type { RunServices } from "./run-services.ts";

/**
 * Decides whether a run that is being closed is single-response or double-response, and returns the answer sheet with
 * which its rows are scored. When the rows were appended, they were scored as if the run were single-response.
 */
export async function sheetOfStoredRows(tx: Queryable, run: number, sheet: AnswerSheet): Promise<AnswerSheet> {
  const checked = [...sheet.checkedOrdinals];
  if (checked.length === 0) return sheet;
  const isDouble = await hasConfirmations(tx, run, checked);
  await setConfirmations(tx, run, isDouble ? "DOUBLE" : "SINGLE");
  return isDouble ? doubleResponseSheet(sheet) : sheet;
}

/**
 * Scores the predictions without a confirmation in a double-response run again. When they were appended, it was unknown
 * that the run would need confirmations.
 */
async function judgeUnconfirmed(tx: Queryable, run: number, sheet: AnswerSheet, services: RunServices): Promise<void> {
  const stored = await fetchRunPredictions(tx, [run], [...sheet.checkedOrdinals]);
  const unconfirmed = stored.filter(({ confirmation }) => !isConfirmation(confirmation));
  const judged = await readWithVerdicts(unconfirmed, [], sheet, services, "kept");
  await updateJudgements(tx, differing(unconfirmed, judged));
}

/**
 * The outcomes of the run's predictions. The predictions were scored when they arrived. They are scored again if this
 * server can score other questions than the server that scored them, for example because FENSE has been configured
 * since.
 */
export async function presentOutcomes(
  tx: Queryable,
  run: number,
  sheet: AnswerSheet,
  services: RunServices,
): Promise<readonly OutcomeRow[]> {
  if (sheet.doubleResponse) await judgeUnconfirmed(tx, run, sheet, services);
  const outcomes = await fetchOutcomes(tx, run);
  const unscored = new Set(sheet.unscoredOrdinals);
  if (outcomes.every(({ ordinal, outcome }) => unscored.has(ordinal) === (outcome === "UNSCORED"))) return outcomes;
  const stored = await fetchRunPredictions(tx, [run], null);
  const judged = await readWithVerdicts(stored, [], sheet, services, "kept");
  await updateJudgements(tx, differing(stored, judged));
  return judged;
}
