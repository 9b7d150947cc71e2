import { holdAnswerKeyOfRun } from "../../benchmarks/benchmark-locks.ts";
import { fetchDueBoardOf } from "../../benchmarks/final-board-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { fetchVerdicts, hasPendingTasks } from "../judge-queries.ts";
import { fetchAffectedRun, fetchRunPredictions, insertScorings, updateJudgements } from "../key-revision-queries.ts";
import { lockNameToPublish } from "../model-writes.ts";
import { differing, judgeNames, readWithVerdicts } from "../reading/stored-rows.ts";
import { type ExistingRun, lockRun, markRejudging, markScored } from "../run-writes.ts";
import type { RunServices } from "../submission/run-services.ts";
import { nextScoring } from "./next-scoring.ts";
import { rescoreAt } from "./rescore-at.ts";

/** Scores a run when all its judge tasks are done. Of several callers, only the first scores it. */
export async function finishRun(services: RunServices, run: number): Promise<void> {
  if (await hasPendingTasks(services.database, run)) return;
  await services.database.transaction(async (tx) => {
    await holdAnswerKeyOfRun(tx, run);
    await lockNameToPublish(tx, run);
    const locked = await lockRun(tx, run);
    if (locked === undefined || (locked.status !== "JUDGING" && !locked.rejudging)) return;
    if (await hasPendingTasks(tx, run)) return;
    // A run that is judged again waits until the board of its closed challenge is stored. The worker tries again later.
    if (locked.rejudging && (await fetchDueBoardOf(tx, [locked.release])) !== undefined) return;
    await (locked.rejudging ? scoreRejudged(tx, services, locked) : scoreJudged(tx, services, locked));
  });
}

/** Makes the first scoring of a run whose responses have all been read. */
async function scoreJudged(tx: Queryable, services: RunServices, { id, ...asked }: ExistingRun): Promise<void> {
  const sheet = await services.sheets.load(tx, asked);
  const stored = await fetchRunPredictions(tx, [id], null);
  const verdicts = await fetchVerdicts(tx, [id]);
  const rows = await readWithVerdicts(stored, verdicts, sheet, services, "unparsed");
  await updateJudgements(tx, differing(stored, rows));
  const judge = judgeNames(verdicts) ?? services.judge?.model ?? null;
  await insertScorings(tx, [nextScoring(id, 0, rows, { sheet, extractor: services.extractor, reason: null, judge })]);
  await markScored(tx, id);
}

const READ_AGAIN = "A judge has read some of the responses again.";

/**
 * Predictions with judge tasks are scored by the new verdicts. If the judge was unreachable, the earlier outcome is
 * kept.
 */
async function scoreRejudged(tx: Queryable, services: RunServices, { id, ...asked }: ExistingRun): Promise<void> {
  const { sheets, extractor, pool, budget } = services;
  const sheet = await sheets.load(tx, asked);
  const ordinals = (await fetchVerdicts(tx, [id])).map(({ ordinal }) => ordinal);
  const run = await fetchAffectedRun(tx, id);
  if (run !== undefined) await rescoreAt(tx, [run], { sheet, extractor, pool, budget, reason: READ_AGAIN, ordinals });
  await markRejudging(tx, [id]);
}
