import { judgedScore } from "../../../scoring/judging/judged-score.ts";
import { scorePrediction } from "../../../scoring/score-prediction.ts";
import { fetchJudgedPredictions, hasPendingTasks, type JudgedPrediction } from "../../data/judge-queries.ts";
import type { RunPrediction } from "../../data/key-revision-queries.ts";
import { holdAnswerKeyOfRun, updateJudgements } from "../../data/key-revision-writes.ts";
import { lockRun, markScored } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { prepareStoredCaptions } from "../captions/prepare-captions.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import type { RunServices } from "../submission/run-services.ts";
import { storeScores } from "../submission/submit-run.ts";

/** Scores a run once nothing of it is left to be asked. Whoever comes first does it, and only once. */
export async function finishRun(services: RunServices, run: number): Promise<void> {
  if (await hasPendingTasks(services.database, run)) return;
  await services.database.transaction(async (tx) => {
    await holdAnswerKeyOfRun(tx, run);
    const locked = await lockRun(tx, run);
    if (locked?.status !== "JUDGING" || (await hasPendingTasks(tx, run))) return;
    const sheet = await services.sheets.load(tx, locked.release);
    const { rows, judge } = await judgePredictions(tx, services, run, sheet);
    await updateJudgements(tx, rows);
    await storeScores(tx, run, rows, sheet, services, judge);
    await markScored(tx, run);
  });
}

/**
 * All predictions of a run under this key, with what judges have said of them; and which judges those are. The key and
 * the extractor may have changed since the run was submitted, so the rest is read again, too.
 */
export async function judgePredictions(
  tx: Queryable,
  services: RunServices,
  run: number,
  sheet: AnswerSheet,
): Promise<{ readonly rows: readonly RunPrediction[]; readonly judge: string | null }> {
  const stored = await fetchJudgedPredictions(tx, run);
  await prepareStoredCaptions(sheet, services.extractor, stored);
  const rows = stored.flatMap((prediction) => {
    const score = rescore(prediction, sheet, services);
    const { ordinal, response, error, confirmation } = prediction;
    return score === null ? [] : [{ run, ordinal, response, error, confirmation, ...score }];
  });
  const judges = new Set(stored.flatMap(({ judge }) => judge ?? []));
  const asked = stored.some((prediction) => prediction.asked);
  return { rows, judge: [...judges].sort().join(", ") || (asked && services.judge?.model) || null };
}

function rescore(prediction: JudgedPrediction, sheet: AnswerSheet, { extractor }: RunServices) {
  const question = sheet.questions[prediction.ordinal]?.scored;
  if (question === undefined) return null;
  return prediction.asked
    ? judgedScore(prediction, question, extractor, prediction.verdict)
    : scorePrediction(prediction, question, extractor);
}
