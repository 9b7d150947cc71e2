import { contentHash, judgeRequest } from "../../../scoring/judging/judge-request.ts";
import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { fetchVerdicts, hasPendingTasks, type TaskVerdict } from "../../data/judge-queries.ts";
import { type JudgeTaskRecord, repeatJudgeTasks } from "../../data/judge-writes.ts";
import { type AffectedRun, fetchRunPredictions } from "../../data/key-revision-queries.ts";
import { markRejudging } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { judgeNames } from "../judging/read-with-verdicts.ts";
import type { KeyRescoring } from "./rescore-affected.ts";
import { rescoreJudged } from "./rescore-judged.ts";

/**
 * Brings a run that a judge has read, or is reading, under a corrected key. Which option a response means does not depend
 * on the key, so those readings stand. Whether open text means the key does: it is asked again, and until the judge has
 * answered the run keeps the score it has.
 * @returns the new vectors; `null` where a judge has to be waited for
 */
export async function correctJudgedRun(
  tx: Queryable,
  { run, revision }: AffectedRun,
  rescoring: KeyRescoring,
): Promise<RunVectors | null> {
  const verdicts = await fetchVerdicts(tx, run);
  const repeated = await tasksToRepeat(tx, run, verdicts, rescoring);
  if (repeated.length > 0) await repeatJudgeTasks(tx, run, repeated);
  if (revision === null) return null;
  if (await hasPendingTasks(tx, run)) {
    await markRejudging(tx, run, true);
    return null;
  }
  const present = repeated.length > 0 ? await fetchVerdicts(tx, run) : verdicts;
  return rescoreJudged(tx, run, present, { ...rescoring, judge: judgeNames(present) });
}

/** The tasks whose question has a new key, and whose judge was told the old one. */
async function tasksToRepeat(
  tx: Queryable,
  run: number,
  verdicts: readonly TaskVerdict[],
  { sheet, ordinals, judgeModel }: KeyRescoring,
): Promise<readonly JudgeTaskRecord[]> {
  const asked = new Map(verdicts.map((verdict) => [verdict.ordinal, verdict]));
  const stored = await fetchRunPredictions(tx, [run], ordinals);
  return stored.flatMap(({ ordinal, response }) => {
    const [task, question] = [asked.get(ordinal), sheet.questions[ordinal]?.scored];
    const request = question === undefined ? null : judgeRequest(question, response ?? "");
    if (task === undefined || request?.question !== "meaning") return [];
    return [{ ordinal, contentHash: contentHash(judgeModel ?? task.judge ?? "", request) }];
  });
}
