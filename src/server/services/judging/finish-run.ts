import { fetchVerdicts, hasPendingTasks } from "../../data/judge-queries.ts";
import { fetchKeyRevisionReason } from "../../data/key-revision-queries.ts";
import { holdAnswerKeyOfRun } from "../../data/key-revision-writes.ts";
import { type ExistingRun, lockRun, markRejudging, markScored } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { rescoreJudged } from "../rescoring/rescore-judged.ts";
import type { RunServices } from "../submission/run-services.ts";
import { judgeNames } from "./read-with-verdicts.ts";

/** Scores a run once nothing of it is left to be asked. Whoever comes first does it, and only once. */
export async function finishRun(services: RunServices, run: number): Promise<void> {
  if (await hasPendingTasks(services.database, run)) return;
  await services.database.transaction(async (tx) => {
    await holdAnswerKeyOfRun(tx, run);
    const locked = await lockRun(tx, run);
    if (locked === undefined || (locked.status !== "JUDGING" && !locked.rejudging)) return;
    if (await hasPendingTasks(tx, run)) return;
    await scoreJudged(tx, services, locked);
  });
}

async function scoreJudged(tx: Queryable, services: RunServices, run: ExistingRun): Promise<void> {
  const sheet = await services.sheets.load(tx, run);
  const verdicts = await fetchVerdicts(tx, run.id);
  const judge = judgeNames(verdicts) ?? services.judge?.model ?? null;
  const reason = run.rejudging ? await fetchKeyRevisionReason(tx, run.release, sheet.keyRevision) : null;
  await rescoreJudged(tx, run.id, verdicts, { sheet, extractor: services.extractor, reason, judge });
  await (run.rejudging ? markRejudging(tx, run.id, false) : markScored(tx, run.id));
}
