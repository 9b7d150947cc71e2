import { backoff } from "../../../domain/backoff.ts";
import {
  contentHash,
  isJudgeable,
  type JudgeQuestion,
  judgeRequest,
  readReply,
} from "../../../scoring/judging/judge-request.ts";
import type { JudgeConfig } from "../../config/service-config.ts";
import {
  type ClaimedTask,
  changeContent,
  completeTasks,
  failTasks,
  isJudged,
  postponeTasks,
  recordJudgement,
  releaseTask,
} from "../judge-queries.ts";
import { fetchUnread } from "../prediction-queries.ts";
import type { SheetServices } from "../reading/answer-sheet.ts";
import { fetchRun } from "../run-writes.ts";
import { askJudge, type JudgeAnswer, type JudgePace } from "./ask-judge.ts";

/** The dependencies of the work on tasks. */
interface JudgeWork {
  readonly services: SheetServices;
  readonly judge: JudgeConfig;
  readonly pace: JudgePace;
  /** Aborted when the server closes and the grace period has passed. */
  readonly stop: AbortSignal;
  /** Called with the pause that the judge asks for, in milliseconds, before the task returns to the queue. */
  readonly pause: (milliseconds: number) => void;
}

/** The longest reply that is stored. */
const LONGEST_REPLY = 10_000;

/**
 * Obtains a judgement for a task that this process has leased: from an earlier task with the same content, else from
 * the judge. Returns the runs whose tasks may now all be done.
 */
export async function workOnTask(work: JudgeWork, claimed: ClaimedTask): Promise<readonly number[]> {
  const { database, sheets } = work.services;
  const { questions, cacheScope } = await sheets.load(database, claimed);
  const question = questions[claimed.ordinal]?.scored;
  const request = question === undefined ? null : judgeRequest(question, claimed.response);
  if (question === undefined || request === null) return giveUp(work, claimed, "the question does not need a judge");
  const task = { ...claimed, contentHash: contentHash(work.judge.model, request, cacheScope) };
  if (task.contentHash !== claimed.contentHash && !(await takeContent(work, claimed, task.contentHash))) return [];
  if (await isJudged(database, task.contentHash)) return completeTasks(database, task.contentHash);
  // The attempts are used up without a reported result, so every earlier worker was interrupted.
  if (task.attempts > work.pace.attempts) return giveUp(work, task, "every attempt was interrupted");
  const answer = await askJudge(work.judge, request.messages, work.pace.timeout, work.stop);
  return settle(work, task, answer, { question: request.question, options: question.options.length });
}

async function takeContent({ services, pace }: JudgeWork, task: ClaimedTask, hash: string): Promise<boolean> {
  if (await services.database.transaction((tx) => changeContent(tx, task, hash), "internal")) return true;
  await releaseTask(services.database, task, pace.poll);
  return false;
}

type Asked = { readonly question: JudgeQuestion; readonly options: number };

async function settle(
  work: JudgeWork,
  task: ClaimedTask,
  answer: JudgeAnswer,
  asked: Asked,
): Promise<readonly number[]> {
  const { services, pace } = work;
  if (answer.kind === "stopped") {
    await releaseTask(services.database, task, 0);
    return [];
  }
  if (answer.kind === "reply") return record(work, task, answer.reply, asked);
  if (answer.kind === "refused" || task.attempts >= pace.attempts) return giveUp(work, task, answer.error);
  const pause = answer.retryAfter ?? 0;
  const own = backoff(task.attempts - 1, { first: pace.firstDelay, longest: pace.longestDelay });
  work.pause(pause);
  await postponeTasks(services.database, task, Math.max(pause, own), answer.error);
  return [];
}

function record({ services, judge }: JudgeWork, task: ClaimedTask, reply: string, { question, options }: Asked) {
  const verdict = readReply(question, reply, options);
  const judgement = { judge: judge.model, reply: reply.slice(0, LONGEST_REPLY).toWellFormed(), verdict };
  return services.database.transaction((tx) => recordJudgement(tx, task.contentHash, judgement), "internal");
}

function giveUp({ services }: JudgeWork, task: ClaimedTask, error: string): Promise<readonly number[]> {
  return failTasks(services.database, task, error);
}

/** How many responses of a run without a readable answer a judge would read; null for a run that is not scored. */
export async function countJudgeable({ database, sheets }: SheetServices, id: number): Promise<number | null> {
  const run = await fetchRun(database, id);
  if (run === undefined || run.status === "OPEN" || run.status === "JUDGING") return null;
  const [sheet, unread] = [await sheets.load(database, run), await fetchUnread(database, id)];
  return unread.filter((row) => {
    const question = sheet.questions[row.ordinal]?.scored;
    return question !== undefined && isJudgeable(row, row, question);
  }).length;
}
