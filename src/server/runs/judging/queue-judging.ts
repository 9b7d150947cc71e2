import { needsJudge } from "../../../scoring/judging/judge-question.ts";
import { contentHash, judgeRequest } from "../../../scoring/judging/judge-request.ts";
import type { JudgeTaskRecord } from "../judge-writes.ts";
import type { StoredPrediction } from "../prediction-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import type { Judge } from "./judge.ts";

/** The judge tasks for a run's predictions; empty if the run does not ask for a judge. */
export function judgeTasksOf(
  predictions: readonly Pick<StoredPrediction, "ordinal" | "response" | "error" | "outcome" | "rule">[],
  sheet: AnswerSheet,
  judge: Judge | null,
): readonly JudgeTaskRecord[] {
  if (judge === null) return [];
  return predictions.flatMap((prediction) => {
    const question = sheet.questions[prediction.ordinal]?.scored;
    if (question === undefined || !needsJudge(prediction, prediction, question)) return [];
    const request = judgeRequest(question, prediction.response ?? "");
    return request === null
      ? []
      : [{ ordinal: prediction.ordinal, contentHash: contentHash(judge.model, request, sheet.cacheScope) }];
  });
}
