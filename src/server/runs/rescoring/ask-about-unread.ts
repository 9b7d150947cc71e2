import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { isJudgeable } from "../../../scoring/judging/judge-question.ts";
import { fetchViewedRelease } from "../../access/scoring-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { fetchVerdicts } from "../judge-queries.ts";
import { insertJudgeTasks } from "../judge-writes.ts";
import type { Judge } from "../judging/judge.ts";
import { judgeTasksOf } from "../judging/queue-judging.ts";
import { fetchRunPredictions } from "../key-revision-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { type ExistingRun, markForJudge } from "../run-writes.ts";

/**
 * Queues judge tasks for the responses of a scored run that were not read and that a judge would read. All other
 * predictions keep their scores. When the judge has answered, the run is scored again with its readings.
 * @returns how many responses the judge is asked about
 */
export async function askAboutUnread(tx: Queryable, run: number, sheet: AnswerSheet, judge: Judge): Promise<number> {
  const asked = new Set((await fetchVerdicts(tx, [run])).map(({ ordinal }) => ordinal));
  const unread = (await fetchRunPredictions(tx, [run], null)).filter((prediction) => {
    const question = sheet.questions[prediction.ordinal]?.scored;
    return question !== undefined && !asked.has(prediction.ordinal) && isJudgeable(prediction, prediction, question);
  });
  const tasks = judgeTasksOf(unread, sheet, judge);
  if (tasks.length === 0) return 0;
  await insertJudgeTasks(tx, run, tasks);
  await markForJudge(tx, run);
  return tasks.length;
}

/**
 * A release that hides its answers counts every score against a quota, so a run has a judge from the start or not at all.
 * @throws `CONFLICT` for a withdrawn run; `FORBIDDEN` if answers are hidden from the viewer
 */
export async function requireJudgeAllowed(tx: Queryable, viewer: Viewer, run: ExistingRun): Promise<void> {
  if (run.status !== "SCORED")
    throw new OmnidexError("CONFLICT", `The run is ${run.status}: a judge reads the responses of scored runs only.`);
  if ((await fetchViewedRelease(tx, run.release, viewer)).answersVisible) return;
  throw new OmnidexError(
    "FORBIDDEN",
    "On a release that hides its answers, a judge reads a run only if it is submitted with 'judge: true'. Submit it again.",
  );
}
