import { contentHash, type JudgeQuestion, judgeRequest } from "../../../scoring/judging/judge-request.ts";
import type { Queryable } from "../../db/database.ts";
import { fetchVerdicts, type RepeatedTask, repeatJudgeTasks, type TaskVerdict } from "../judge-queries.ts";
import { fetchRunPredictions } from "../key-revision-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { lockRuns, markRejudging } from "../run-writes.ts";

/** The questions to ask a judge again. */
export interface AskedAgain {
  readonly sheet: AnswerSheet;
  /** The ordinals of the questions; null for all questions. */
  readonly ordinals: readonly number[] | null;
  /** This server's judge; null without a judge. */
  readonly judgeModel: string | null;
  readonly questions: readonly JudgeQuestion[];
  /** Whether to ask only about predictions without a verdict. */
  readonly onlyFailed?: boolean;
}

/**
 * Queues the judge tasks of runs again, with requests made from the given sheet and judge. Earlier replies to identical
 * requests are reused. Returns the runs that still wait for replies. Runs are locked in the order of their ids, before
 * their tasks, as in all code that locks several runs.
 */
export async function askAgain(tx: Queryable, runs: readonly number[], asked: AskedAgain): Promise<readonly number[]> {
  if (runs.length === 0) return [];
  const tasks = await fetchVerdicts(tx, runs, asked.ordinals);
  const wanted = asked.onlyFailed === true ? tasks.filter(({ status }) => status === "FAILED") : tasks;
  const repeated = wanted.length === 0 ? [] : await repeatedTasks(tx, wanted, asked);
  if (repeated.length === 0) return [];
  const concerned = [...new Set(repeated.map(({ run }) => run))].sort((a, b) => a - b);
  await lockRuns(tx, concerned);
  await repeatJudgeTasks(tx, repeated);
  return markRejudging(tx, concerned);
}

async function repeatedTasks(
  tx: Queryable,
  tasks: readonly TaskVerdict[],
  { sheet, judgeModel, questions }: AskedAgain,
): Promise<readonly RepeatedTask[]> {
  const byName = new Map(tasks.map((task) => [`${task.run}:${task.ordinal}`, task]));
  const runs = [...new Set(tasks.map(({ run }) => run))];
  const ordinals = [...new Set(tasks.map(({ ordinal }) => ordinal))];
  return (await fetchRunPredictions(tx, runs, ordinals)).flatMap(({ run, ordinal, response }) => {
    const task = byName.get(`${run}:${ordinal}`);
    const question = sheet.questions[ordinal]?.scored;
    const request = question === undefined ? null : judgeRequest(question, response ?? "");
    if (task === undefined || request === null || !questions.includes(request.question)) return [];
    return [{ run, ordinal, contentHash: contentHash(judgeModel ?? task.judge ?? "", request, sheet.cacheScope) }];
  });
}
