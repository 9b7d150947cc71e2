import { badInput, OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { insertJudgeTasks, type JudgeTaskRecord } from "../../data/judge-writes.ts";
import { holdAnswerKey } from "../../data/key-revision-writes.ts";
import { insertPredictions, insertScores, type OutcomeRow } from "../../data/prediction-writes.ts";
import { type ExistingRun, fetchRunByKey, insertRun, type RunRecord, upsertModel } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { requestedJudge } from "../judging/judge.ts";
import { judgeTasksOf } from "../judging/queue-judging.ts";
import type { AnswerSheet, SheetReference } from "./answer-sheet.ts";
import { type CheckedRow, checkRows } from "./check-rows.ts";
import { requireCurrentRelease, requireOwner } from "./run-access.ts";
import type { RunServices } from "./run-services.ts";
import { overallValue, scoreVectors } from "./score-vectors.ts";
import {
  checkPredictionCount,
  checkRunInput,
  distinctInputs,
  hashInput,
  modelRecord,
  type RunInput,
  type SubmissionInput,
} from "./submission-input.ts";
import { requireAcceptable, type ValidationReport, validationReport } from "./validation-report.ts";

/** A stored run, and what is to be said of what was sent. */
export interface SubmittedRun {
  readonly run: number;
  readonly report: ValidationReport;
}

/**
 * Stores and scores a whole run in one transaction; where a judge is asked, it is scored once that has answered. With the
 * idempotency key of a run that is there, and the same input, it returns that run.
 * @throws `BAD_USER_INPUT` with the report in its details where a row has an error
 * @throws `CONFLICT` where the key belongs to a run with another input
 */
export async function submitRun(services: RunServices, viewer: Viewer, input: SubmissionInput): Promise<SubmittedRun> {
  const owner = requireOwner(viewer);
  checkSubmissionInput(input);
  const earlier = await fetchRunByKey(services.database, owner, input.idempotencyKey);
  if (earlier !== undefined) {
    const { report } = await checkAgainst(services, earlier, input);
    return { run: sameInput(earlier, input), report };
  }
  const judge = requestedJudge(services.judge, input.judge);
  const target = await requireTarget(services, input);
  const { sheet: checked, records: judged, report } = await checkAgainst(services, target, input);
  requireAcceptable(report);
  const run = await services.database.transaction(async (tx) => {
    await holdAnswerKey(tx, target.release);
    const sheet = await services.sheets.load(tx, target);
    // The key may have been corrected since the rows were judged.
    const records =
      sheet.keyRevision === checked.keyRevision
        ? judged
        : (await checkRows(input.predictions, sheet, services.extractor)).records;
    const tasks = judgeTasksOf(records, sheet, judge);
    const record = runRecord(input, target, owner, tasks.length > 0 ? "JUDGING" : "SCORED");
    const inserted = await insertRun(tx, await upsertModel(tx, modelRecord(input)), record);
    if (inserted === null) return repeatedRun(tx, owner, input);
    await insertPredictions(tx, inserted, records);
    await scoreOrQueue(tx, inserted, records, tasks, sheet, services);
    return inserted;
  });
  judge?.signal.give();
  return { run, report };
}

/** What `submitRun` would say. Stores nothing. */
export async function validateRun(
  services: RunServices,
  viewer: Viewer,
  input: SubmissionInput,
): Promise<ValidationReport> {
  requireOwner(viewer);
  checkSubmissionInput(input);
  requestedJudge(services.judge, input.judge);
  return (await checkAgainst(services, await requireTarget(services, input), input)).report;
}

/** Opens a run to be filled in pieces; with the key of one that is there, and the same input, returns that one. */
export async function createRun(services: RunServices, viewer: Viewer, input: RunInput): Promise<number> {
  const { database, judge } = services;
  const owner = requireOwner(viewer);
  checkRunInput(input);
  const earlier = await fetchRunByKey(database, owner, input.idempotencyKey);
  if (earlier !== undefined) return sameInput(earlier, input);
  requestedJudge(judge, input.judge);
  const target = await requireTarget(services, input);
  return database.transaction(async (tx) => {
    const model = await upsertModel(tx, modelRecord(input));
    return (await insertRun(tx, model, runRecord(input, target, owner, "OPEN"))) ?? repeatedRun(tx, owner, input);
  });
}

function checkSubmissionInput(input: SubmissionInput): void {
  checkRunInput(input);
  checkPredictionCount(input.predictions);
}

interface Target extends SheetReference {
  readonly benchmark: number;
}

/** @throws `NOT_FOUND` as `requireCurrentRelease` does; `BAD_USER_INPUT` where there are no options to leave out */
async function requireTarget({ database, sheets }: RunServices, input: RunInput): Promise<Target> {
  const target = { ...(await requireCurrentRelease(database, input.benchmark)), openEnded: input.openEnded === true };
  if (!target.openEnded) return target;
  const { questions } = await sheets.load(database, { ...target, openEnded: false });
  if (questions.some(({ answerFormat }) => answerFormat === "MULTIPLE_CHOICE")) return target;
  throw badInput(
    `'openEnded' is for multiple-choice questions that were asked without their options; '${input.benchmark}' has none.`,
  );
}

async function checkAgainst(
  { database, sheets, extractor }: RunServices,
  reference: SheetReference,
  input: SubmissionInput,
) {
  const sheet = await sheets.load(database, reference);
  const checked = await checkRows(input.predictions, sheet, extractor);
  return { sheet, records: checked.records, report: validationReport(input.predictions.length, checked, sheet) };
}

const runRecord = (input: RunInput, target: Target, owner: string, status: RunRecord["status"]): RunRecord => ({
  ...target,
  inputs: distinctInputs(input.inputs),
  frames: input.frames ?? null,
  seed: input.seed ?? null,
  prompt: input.prompt ?? null,
  notes: input.notes ?? null,
  visibility: input.visibility ?? "PRIVATE",
  status,
  judge: input.judge === true,
  owner,
  idempotencyKey: input.idempotencyKey,
  inputHash: hashInput(input),
});

/** The run that another call has made under the same key in the meantime. */
async function repeatedRun(tx: Queryable, owner: string, input: RunInput): Promise<number> {
  const existing = await fetchRunByKey(tx, owner, input.idempotencyKey);
  if (existing === undefined) throw new Error("a run that was in the way is gone");
  return sameInput(existing, input);
}

function sameInput(existing: ExistingRun, input: RunInput): number {
  if (existing.inputHash === hashInput(input)) return existing.id;
  throw new OmnidexError(
    "CONFLICT",
    `The idempotency key '${input.idempotencyKey}' already belongs to a run with another input. Choose another key, or send the same input.`,
  );
}

/** Scores a run, or puts in the queue what a judge has to read of it first. */
export async function scoreOrQueue(
  tx: Queryable,
  run: number,
  rows: readonly (OutcomeRow | CheckedRow)[],
  tasks: readonly JudgeTaskRecord[],
  sheet: AnswerSheet,
  services: RunServices,
): Promise<void> {
  if (tasks.length > 0) await insertJudgeTasks(tx, run, tasks);
  else await storeScores(tx, run, rows, sheet, services);
}

/** Stores the score vectors of a run's first scoring. */
export async function storeScores(
  tx: Queryable,
  run: number,
  rows: readonly (OutcomeRow | CheckedRow)[],
  sheet: AnswerSheet,
  { extractor }: RunServices,
): Promise<void> {
  await insertScores(tx, run, scoreVectors(rows, sheet), {
    revision: 1,
    extractor: extractor.name,
    extractorVersion: extractor.version,
    keyRevision: sheet.keyRevision,
    value: overallValue(rows, sheet),
    reason: null,
  });
}
