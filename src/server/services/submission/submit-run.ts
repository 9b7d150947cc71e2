import { badInput, OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { insertJudgeTasks, type JudgeTaskRecord } from "../../data/judge-writes.ts";
import { holdAnswerKey } from "../../data/key-revision-writes.ts";
import { insertPredictions, insertScores, type OutcomeRow } from "../../data/prediction-writes.ts";
import {
  type ExistingRun,
  fetchRunByKey,
  insertRun,
  type RunRecord,
  setInputHash,
  upsertModel,
} from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { type Judge, requestedJudge } from "../judging/judge.ts";
import { judgeTasksOf } from "../judging/queue-judging.ts";
import type { AnswerSheet, SheetReference } from "./answer-sheet.ts";
import { type CheckedRow, checkRows, prepareRows, rowErrors } from "./check-rows.ts";
import type { RowIssue } from "./row-issue.ts";
import { requireCurrentRelease, requireOwner } from "./run-access.ts";
import type { RunServices } from "./run-services.ts";
import { overallValue, scoreVectors } from "./score-vectors.ts";
import { sendRows } from "./send-rows.ts";
import {
  checkPredictionCount,
  checkRunInput,
  distinctInputs,
  hashInput,
  modelRecord,
  type RunInput,
  type SubmissionInput,
} from "./submission-input.ts";
import { type Checked, requireAcceptable, type ValidationReport, validationReport } from "./validation-report.ts";

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
  const sheet = await services.sheets.load(services.database, target);
  const errors = rowErrors(input.predictions, sheet);
  if (errors.size > 0) requireAcceptable((await checkAgainst(services, target, input)).report);
  await prepareRows(input.predictions, sheet, services.extractor);
  const record = runRecord(input, target, owner);
  const stored = await services.database.transaction((tx) => storeRun(tx, services, { input, record, target, judge }));
  judge?.signal.give();
  if (stored.checked === null) return { run: stored.run, report: (await checkAgainst(services, target, input)).report };
  return { run: stored.run, report: validationReport(input.predictions.length, stored.checked, sheet) };
}

/** A submission whose rows can all be accepted. */
interface Accepted {
  readonly input: SubmissionInput;
  readonly record: NewRun;
  readonly target: Target;
  readonly judge: Judge | null;
}

/** What is known of a new run before its rows are looked at. */
type NewRun = Omit<RunRecord, "status" | "inputHash">;

/** The new run with its rows; or, without them, the one that another call has made under the same key in the meantime. */
interface StoredRun {
  readonly run: number;
  readonly checked: Checked | null;
}

async function storeRun(tx: Queryable, services: RunServices, accepted: Accepted): Promise<StoredRun> {
  const { input, target, judge } = accepted;
  // Sent together, and done in this order: the key may have been corrected since the rows were looked at; once it is held,
  // it stays.
  const [, sheet, model] = await Promise.all([
    holdAnswerKey(tx, target.release),
    services.sheets.load(tx, target),
    upsertModel(tx, modelRecord(input)),
  ]);
  return judge === null
    ? storeAsItIsJudged(tx, services, { ...accepted, sheet, model })
    : storeForJudge(tx, services, { ...accepted, judge, sheet, model });
}

interface Prepared extends Accepted {
  readonly sheet: AnswerSheet;
  readonly model: number;
}

/** What takes time here, the judging of rows and the hash, is done while the database writes what it has been sent. */
async function storeAsItIsJudged(
  tx: Queryable,
  services: RunServices,
  { input, record, sheet, model }: Prepared,
): Promise<StoredRun> {
  const run = await insertRun(tx, model, { ...record, status: "SCORED", inputHash: HASH_TO_COME });
  if (run === null) return { run: await repeatedRun(tx, record.owner, input), checked: null };
  const judging = { sheet, extractor: services.extractor, errors: NO_ERRORS };
  const rows = await sendRows(tx, run, input.predictions, judging);
  await Promise.all([
    rows.stored,
    storeScores(tx, run, rows.records, sheet, services),
    setInputHash(tx, run, hashInput(input)),
  ]);
  return { run, checked: rows };
}

/** Nobody sees it: it is replaced before the transaction ends, and whoever comes with the same key waits for that. */
const HASH_TO_COME = "";

/** What the judge is to read decides what becomes of the run, so all of it is extracted and scored first. */
async function storeForJudge(
  tx: Queryable,
  services: RunServices,
  { input, record, judge, sheet, model }: Prepared,
): Promise<StoredRun> {
  const checked = await checkRows(input.predictions, sheet, services.extractor);
  const tasks = judgeTasksOf(checked.records, sheet, judge);
  const status = tasks.length > 0 ? "JUDGING" : "SCORED";
  const run = await insertRun(tx, model, { ...record, status, inputHash: hashInput(input) });
  if (run === null) return { run: await repeatedRun(tx, record.owner, input), checked: null };
  await insertPredictions(tx, run, checked.records);
  await scoreOrQueue(tx, run, checked.records, tasks, sheet, services);
  return { run, checked };
}

const NO_ERRORS: ReadonlyMap<number, RowIssue> = new Map();

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
    const record: RunRecord = { ...runRecord(input, target, owner), status: "OPEN", inputHash: hashInput(input) };
    return (await insertRun(tx, model, record)) ?? repeatedRun(tx, owner, input);
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
  return { report: validationReport(input.predictions.length, checked, sheet) };
}

const runRecord = (input: RunInput, target: Target, owner: string): NewRun => ({
  ...target,
  inputs: distinctInputs(input.inputs),
  frames: input.frames ?? null,
  seed: input.seed ?? null,
  prompt: input.prompt ?? null,
  notes: input.notes ?? null,
  visibility: input.visibility ?? "PRIVATE",
  judge: input.judge === true,
  owner,
  idempotencyKey: input.idempotencyKey,
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
  const vectors = scoreVectors(rows, sheet);
  await insertScores(tx, run, vectors, {
    revision: 1,
    extractor: extractor.name,
    extractorVersion: extractor.version,
    keyRevision: sheet.keyRevision,
    value: overallValue(vectors, sheet),
    reason: null,
  });
}
