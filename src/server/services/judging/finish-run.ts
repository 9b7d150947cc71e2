import { judgedScore } from "../../../scoring/judging/judged-score.ts";
import { scorePrediction } from "../../../scoring/score-prediction.ts";
import { fetchVerdicts, hasPendingTasks, type TaskVerdict } from "../../data/judge-queries.ts";
import { fetchRunPredictions, type RunPrediction } from "../../data/key-revision-queries.ts";
import { holdAnswerKeyOfRun, updateJudgements } from "../../data/key-revision-writes.ts";
import { lockRun, markScored } from "../../data/run-writes.ts";
import { prepareStoredCaptions } from "../captions/prepare-captions.ts";
import { differing } from "../rescoring/judge-again.ts";
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
    const stored = await fetchRunPredictions(tx, [run], null);
    const verdicts = await fetchVerdicts(tx, run);
    await prepareStoredCaptions(sheet, services.extractor, stored);
    const rows = withVerdicts(stored, verdicts, sheet, services);
    await updateJudgements(tx, differing(stored, rows));
    await storeScores(tx, run, rows, sheet, services, judgeNames(verdicts) || (services.judge?.model ?? null));
    await markScored(tx, run);
  });
}

/** The answer key and the extractor may have changed since the run was submitted, so what no judge read is read again, too. */
function withVerdicts(
  stored: readonly RunPrediction[],
  verdicts: readonly TaskVerdict[],
  sheet: AnswerSheet,
  { extractor }: RunServices,
): readonly RunPrediction[] {
  const asked = new Map(verdicts.map(({ ordinal, verdict }) => [ordinal, verdict]));
  return stored.map((prediction) => {
    const question = sheet.questions[prediction.ordinal]?.scored;
    if (question === undefined) return prediction;
    const verdict = asked.get(prediction.ordinal);
    return verdict === undefined
      ? { ...prediction, ...scorePrediction(prediction, question, extractor) }
      : { ...prediction, ...judgedScore(prediction, question, extractor, verdict) };
  });
}

/** More than one where the server's judge was another one in between. */
const judgeNames = (verdicts: readonly TaskVerdict[]): string =>
  [...new Set(verdicts.flatMap(({ judge }) => judge ?? []))].sort().join(", ");
