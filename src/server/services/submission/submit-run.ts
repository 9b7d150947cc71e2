import type { Viewer } from "../../../domain/viewer.ts";
import { holdAnswerKey } from "../../data/key-revision-writes.ts";
import { type ConcealedFields, concealRun } from "../../data/pseudonym-writes.ts";
import { fetchRunByKey, insertRun, type RunRecord } from "../../data/run-writes.ts";
import { rowsIngested } from "../../telemetry/server-events.ts";
import { requireOwner } from "../access/require-admin.ts";
import { requestedJudge } from "../judging/judge.ts";
import { type SheetReference, sheetOfRows } from "../reading/answer-sheet.ts";
import { RowReader } from "../reading/row-reader.ts";
import { missingFields, requireFields, requireOpenChallenge, requireOpenRun, requireRoom } from "./admission.ts";
import { checkRows, prepareRows, rowErrors } from "./check-rows.ts";
import { readEarly } from "./early-rows.ts";
import { hashInput } from "./input-hash.ts";
import { requireCurrentRelease } from "./run-access.ts";
import { modelOfRun } from "./run-model.ts";
import type { RunServices } from "./run-services.ts";
import { type NewRun, repeatedRun, sameInput, storeRun, type Target, withCurrentRelease } from "./store-run.ts";
import {
  checkPredictionCount,
  concealedFields,
  distinctInputs,
  type InputIssue,
  inputIssues,
  issueOf,
  issuesOf,
  type RunInput,
  type SubmissionInput,
} from "./submission-input.ts";
import {
  pieceReport,
  requireAcceptable,
  submissionReport,
  type ValidationReport,
  withInputIssues,
} from "./validation-report.ts";

/** A stored run, with the report on its rows. */
export interface SubmittedRun {
  readonly run: number;
  /** Whether an earlier call with the same idempotency key made the run. */
  readonly replayed: boolean;
  readonly report: ValidationReport;
}

/**
 * Stores and scores a whole run in one transaction. If a judge has to read some of its responses, the run is scored
 * once the judge has replied. With the idempotency key of an existing run and the same input, returns that run.
 * @throws `BAD_USER_INPUT` with the report in its details where a field or a row has an error
 * @throws `CONFLICT` where the idempotency key belongs to a run with another input
 */
export async function submitRun(services: RunServices, viewer: Viewer, input: SubmissionInput): Promise<SubmittedRun> {
  const owner = requireOwner(viewer);
  return withCurrentRelease(input.benchmark, () => submitToCurrent(services, viewer, owner, input));
}

async function submitToCurrent(
  services: RunServices,
  viewer: Viewer,
  owner: string,
  input: SubmissionInput,
): Promise<SubmittedRun> {
  const fields = fieldIssues(input);
  const earlier = fields.length > 0 ? undefined : await fetchRunByKey(services.database, owner, input.idempotencyKey);
  if (earlier !== undefined) {
    const { report } = await checkAgainst(services, viewer, earlier, input);
    return { run: await sameInput(earlier, input), replayed: true, report };
  }
  const target = await requireTarget(services, input);
  const issues = [...fields, ...(await settingIssues(services, target, input))];
  if (issues.length > 0) requireAcceptable(await reportOn(services, viewer, target, input, issues));
  await requireRoom(services.database, services, owner, input.predictions);
  const judge = requestedJudge(services.judge, input.judge);
  const sheet = await services.sheets.load(services.database, target);
  const errors = await rowErrors(input.predictions, sheet);
  if (errors.size > 0) requireAcceptable((await checkAgainst(services, viewer, target, input)).report);
  await prepareRows(input.predictions, { sheet, extractor: services.extractor });
  const record = runRecord(input, target, owner);
  const early = await readEarly(services, sheetOfRows(input.predictions, sheet), input.predictions);
  const accepted = { input, record, target, judge, early };
  const stored = await services.database
    .transaction((tx) => storeRun(tx, services, accepted))
    .catch((error) => refuse(error, (found) => reportOn(services, viewer, target, input, found)));
  judge?.signal.give();
  const { run, checked } = stored;
  if (checked !== null) rowsIngested.publish({ rows: checked.records.length, way: "whole" });
  if (checked === null) return { run, replayed: true, ...(await checkAgainst(services, viewer, target, input)) };
  return {
    run,
    replayed: false,
    report: await submissionReport(services, viewer, input.predictions, checked, checked.sheet),
  };
}

/** The report that `submitRun` would return. Stores nothing. */
export async function validateRun(
  services: RunServices,
  viewer: Viewer,
  input: SubmissionInput,
): Promise<ValidationReport> {
  requireOwner(viewer);
  const target = await requireTarget(services, input);
  const issues = [...fieldIssues(input), ...(await settingIssues(services, target, input))];
  return reportOn(services, viewer, target, input, issues);
}

/**
 * Opens a run to be filled in pieces. With the idempotency key of an existing run and the same input, returns that run.
 * @throws `BAD_USER_INPUT` with the report in its details where a field has an error
 * @throws `CONFLICT` where the idempotency key belongs to a run with another input
 */
export async function createRun(services: RunServices, viewer: Viewer, input: RunInput): Promise<SubmittedRun> {
  const owner = requireOwner(viewer);
  return withCurrentRelease(input.benchmark, () => createForCurrent(services, owner, input));
}

async function createForCurrent(services: RunServices, owner: string, input: RunInput): Promise<SubmittedRun> {
  const { database, sheets } = services;
  const fields = inputIssues(input);
  const earlier = fields.length > 0 ? undefined : await fetchRunByKey(database, owner, input.idempotencyKey);
  if (earlier !== undefined) {
    const report = pieceReport(0, NO_ROWS, await sheets.load(database, earlier));
    return { run: await sameInput(earlier, input), replayed: true, report };
  }
  const target = await requireTarget(services, input);
  const report = pieceReport(0, NO_ROWS, await sheets.load(database, target));
  requireAcceptable(withInputIssues(report, [...fields, ...(await settingIssues(services, target, input))]));
  const opened = await openRun(services, owner, input, target).catch((error) =>
    refuse(error, async (found) => withInputIssues(report, found)),
  );
  return { ...opened, report };
}

const openRun = (services: RunServices, owner: string, input: RunInput, target: Target) =>
  services.database.transaction(async (tx) => {
    await holdAnswerKey(tx, target.release);
    await requireOpenChallenge(tx, target.benchmark);
    const record: RunRecord = { ...runRecord(input, target, owner), status: "OPEN", inputHash: await hashInput(input) };
    const model = await modelOfRun(tx, services.numbers, record, input);
    const run = await insertRun(tx, services.numbers, model.id, record);
    if (run === null) return { run: await repeatedRun(tx, owner, input), replayed: true };
    if (input.anonymous === true) await concealRun(tx, run, concealedFields(input));
    await requireFields(tx, run, input.model);
    await requireOpenRun(tx, services, owner);
    return { run, replayed: false };
  });

/**
 * Throws the error for a submission whose fields were refused in its transaction.
 * @throws `BAD_USER_INPUT` with the report in its details, or the error itself if it is about anything else
 */
async function refuse(
  error: unknown,
  reportOf: (issues: readonly InputIssue[]) => Promise<ValidationReport>,
): Promise<never> {
  const issues = issuesOf(error);
  if (issues !== undefined) requireAcceptable(await reportOf(issues));
  throw error;
}

/** The issues of a submission's fields that depend on the input alone. */
const fieldIssues = (input: SubmissionInput): readonly InputIssue[] => [
  ...inputIssues(input),
  ...issueOf("predictions", () => checkPredictionCount(input.predictions)),
];

/** The issues of a submission's fields that depend on this server and the release. */
async function settingIssues(
  { database, sheets, judge }: RunServices,
  target: Target,
  input: RunInput,
): Promise<readonly InputIssue[]> {
  const issues = [
    ...issueOf("judge", () => requestedJudge(judge, input.judge)),
    ...(await missingFields(database, input)),
  ];
  if (!target.openEnded) return issues;
  const { questions } = await sheets.load(database, { ...target, openEnded: false });
  if (questions.some(({ answerFormat }) => answerFormat === "MULTIPLE_CHOICE")) return issues;
  const message = `'openEnded' is for multiple-choice questions that were asked without their options; '${input.benchmark}' has none.`;
  return [...issues, { field: "openEnded", message }];
}

/** @throws `NOT_FOUND` as `requireCurrentRelease` does */
async function requireTarget({ database }: RunServices, input: RunInput): Promise<Target> {
  const current = await requireCurrentRelease(database, input.benchmark);
  return { ...current, openEnded: input.openEnded === true, doubleResponse: false };
}

/**
 * The report on the rows, with the issues of the fields. If there are more rows than one call may carry, none is read.
 */
async function reportOn(
  services: RunServices,
  viewer: Viewer,
  target: Target,
  input: SubmissionInput,
  issues: readonly InputIssue[],
): Promise<ValidationReport> {
  const named = new Set(issues.map(({ field }) => field));
  const predictions = named.has("predictions") ? [] : input.predictions;
  const openEnded = target.openEnded && !named.has("openEnded");
  const { report } = await checkAgainst(services, viewer, { ...target, openEnded }, { ...input, predictions });
  return withInputIssues(report, issues);
}

async function checkAgainst(
  services: RunServices,
  viewer: Viewer,
  reference: SheetReference,
  { predictions }: SubmissionInput,
): Promise<{ readonly report: ValidationReport }> {
  const { database, sheets, extractor } = services;
  const sheet = sheetOfRows(predictions, await sheets.load(database, { ...reference, doubleResponse: false }));
  const checked = await checkRows(predictions, new RowReader(services, sheet, extractor));
  return { report: await submissionReport(services, viewer, predictions, checked, sheet) };
}

const NO_ROWS = { records: [], issues: [] };

const NOTHING: ConcealedFields = { notes: null, reportUrl: null };

const runRecord = (input: RunInput, target: Target, owner: string): NewRun => ({
  ...target,
  confirmations: null,
  inputs: distinctInputs(input.inputs),
  frames: input.frames ?? null,
  seed: input.seed ?? null,
  prompt: input.prompt ?? null,
  ...(input.anonymous === true ? NOTHING : concealedFields(input)),
  visibility: input.visibility ?? "PRIVATE",
  judge: input.judge === true,
  owner,
  idempotencyKey: input.idempotencyKey,
});
