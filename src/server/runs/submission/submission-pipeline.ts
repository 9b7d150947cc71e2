import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { requireOwner } from "../../access/require-admin.ts";
import { holdAnswerKey } from "../../benchmarks/benchmark-locks.ts";
import type { Queryable } from "../../db/database.ts";
import { allDone } from "../../db/promises.ts";
import { rowsIngested } from "../../telemetry/server-events.ts";
import { judgeTasksOf } from "../judging/judge.ts";
import { lockNameToPublish, publishModelOf, upsertModel } from "../model-writes.ts";
import { fetchPredictions } from "../prediction-queries.ts";
import { countPredictions, fetchOutputs, insertPredictions } from "../prediction-writes.ts";
import { concealRun, upsertPseudonym } from "../pseudonym-writes.ts";
import { isSameSheet, type SheetReference, sheetOfRows } from "../reading/answer-sheet.ts";
import { presentOutcomes, sheetOfStoredRows } from "../reading/stored-rows.ts";
import { completeRun, fetchRunByKey, insertRun, markJudging, markScored } from "../run-writes.ts";
import { rowErrors } from "./check-rows.ts";
import { checkAndRead, prepareRows, type ReadRow, readPieces, readRows } from "./read-rows.ts";
import { rowIssue } from "./row-issues.ts";
import { fetchOwnRun, holdKeyOfOwnRun, lockOwnRun, lockOwnRunAndKey, requireOpen } from "./run-access.ts";
import { admitRun, admitSubmission, requestedJudge, requireRoom, requireStorage } from "./run-admission.ts";
import type { RunServices } from "./run-services.ts";
import { scoreOrQueue } from "./score-run.ts";
import { hashInput, ReleaseReplacedError, repeatedRun, sameInput, sendRows } from "./store-run.ts";
import {
  checkPredictionCount,
  type InputIssue,
  inputIssues,
  issueOf,
  issuesOf,
  type PredictionInput,
  parseRun,
  type RunInput,
  type SubmissionInput,
} from "./submission-input.ts";
import {
  countedReport,
  pieceReport,
  refuse,
  refusedReport,
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
export const submitRun = (services: RunServices, viewer: Viewer, input: SubmissionInput): Promise<SubmittedRun> =>
  withCurrentRelease(input.benchmark, () => enterRun(services, viewer, input, input.predictions));

/** Opens a run to be filled in pieces. It is `submitRun` without rows. @throws as `submitRun` does */
export const createRun = (services: RunServices, viewer: Viewer, input: RunInput): Promise<SubmittedRun> =>
  withCurrentRelease(input.benchmark, () => enterRun(services, viewer, input, null));

/** How often a submission starts again because another release has become the current one. */
const MOST_STARTS = 5;

/**
 * Does work that depends on which release is current, and repeats it if another release has become current meanwhile. A
 * stored run is therefore never scored against a release that was already replaced.
 * @throws `CONFLICT` if releases keep changing
 */
async function withCurrentRelease<T>(benchmark: string, work: () => Promise<T>): Promise<T> {
  for (let start = 1; start <= MOST_STARTS; start++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReleaseReplacedError)) throw error;
    }
  }
  throw new OmnidexError(
    "CONFLICT",
    `The release of '${benchmark}' is being replaced again and again; send the run later.`,
  );
}

/**
 * The way of a new run: parse, admit, check its rows, read them, score them or queue them for the judge, store, report.
 * @param rows null for an open run
 */
async function enterRun(
  services: RunServices,
  viewer: Viewer,
  input: RunInput,
  rows: readonly PredictionInput[] | null,
): Promise<SubmittedRun> {
  const { database, sheets, numbers } = services;
  const owner = requireOwner(viewer);
  const report = (reference: SheetReference, issues: readonly InputIssue[] = []) =>
    reportOn(services, viewer, reference, rows, issues);

  // Parse.
  const faults = inputIssues(input, rows);
  const parsed = faults.length > 0 ? null : parseRun(input);
  const earlier = parsed === null ? undefined : await fetchRunByKey(database, owner, input.idempotencyKey);
  if (earlier !== undefined)
    return { run: await sameInput(earlier, input), replayed: true, report: await report(earlier) };

  // Admit.
  const { target, judge, issues } = await admitSubmission(services, input);
  if (parsed === null || issues.length > 0) return refuse(await report(target, [...faults, ...issues]));
  if (rows !== null) await requireRoom(database, services, owner, rows);

  // Check the rows against the release.
  const asked = sheetOfRows(rows ?? [], await sheets.load(database, target));
  if (rows !== null && (await rowErrors(rows, asked)).size > 0) return refuse(await report(target));

  // Read before the transaction what would take long in it.
  const isEarly = rows !== null && (database.engine !== "postgresql" || lengthOf(rows) >= LONG);
  if (rows !== null && !isEarly && asked.captions !== null) await prepareRows(services, asked, rows);
  const early = isEarly ? await readPieces(services, asked, rows) : null;

  const entered = await database
    .transaction(async (tx) => {
      // These statements are sent together and run in this order. The answer key may have been corrected since the
      // rows were checked; from here on it cannot change.
      const { model } = parsed;
      const [, held, named] = await allDone([
        holdAnswerKey(tx, target.release),
        rows === null ? Promise.resolve(asked) : sheets.load(tx, target),
        // The model of an anonymous run is a pseudonym.
        parsed.concealed === null
          ? upsertModel(tx, numbers, owner, model)
          : upsertPseudonym(tx, numbers, { benchmark: target.benchmark, owner, model, namesAt: parsed.namesAt }),
      ]);
      const sheet = sheetOfRows(rows ?? [], held);

      // Insert the run, and admit it.
      const run = await insertRun(tx, numbers, named.id, {
        ...{ ...parsed.record, ...target, owner },
        confirmations: rows === null ? null : sheet.confirmations,
        status: rows === null ? "OPEN" : "SCORED",
        inputHash: rows === null ? await hashInput(input) : HASH_TO_COME,
      });
      if (run === null) return { run: await repeatedRun(tx, owner, input), replayed: true, rows: null, sheet };
      if (rows !== null && named.mayBePrivate) await lockNameToPublish(tx, run);
      if (parsed.concealed !== null) await concealRun(tx, run, parsed.concealed);
      await admitRun(tx, services, { ...target, id: run, owner }, { isOpen: rows === null, given: input.model });
      if (rows === null) return { run, replayed: false, rows: null, sheet };

      // Read the rows and store them: the database writes earlier rows meanwhile, and while the hash is computed.
      const isCurrent = early !== null && isSameSheet(asked, sheet);
      const sent = await sendRows(tx, run, isCurrent ? early : readRows(services, sheet, rows), sheet, judge);
      if (sent.issues.some(({ severity }) => severity === "ERROR"))
        return refuse(countedReport(rows.length, sent, sheet));
      const hash = await hashInput(input);

      // Score the run, or queue it for the judge.
      await allDone([
        sent.stored,
        scoreOrQueue(tx, run, sent.records, sent.tasks, sheet, services),
        completeRun(tx, run, hash, sent.tasks.length > 0 ? "JUDGING" : "SCORED"),
      ]);
      if (named.mayBePrivate) await publishModelOf(tx, run);
      await requireStorage(tx, services, owner);
      return { run, replayed: false, rows: sent, sheet };
    })
    .catch(async (error: unknown) => {
      const refused = issuesOf(error);
      return refused === undefined ? Promise.reject(error) : refuse(await report(target, refused));
    });
  judge?.signal.give();

  // Report.
  const { run, replayed, rows: stored, sheet } = entered;
  if (rows === null) return { run, replayed, report: pieceReport(0, NO_ROWS, sheet) };
  if (stored === null) return { run, replayed, report: await report(target) };
  rowsIngested.publish({ rows: stored.records.length, way: "whole" });
  return { run, replayed, report: await submissionReport(services, viewer, rows, stored, sheet) };
}

/**
 * Responses with at least this total length, in UTF-16 code units, are read before the transaction that stores them
 * starts, because the transaction holds one of few connections. So are all responses if the engine is PGlite, whose only
 * connection all requests share.
 */
const LONG = 2_000_000;

const NO_ROWS = { records: [], issues: [] };

const lengthOf = (rows: readonly PredictionInput[]): number =>
  rows.reduce((sum, { response }) => sum + (response?.length ?? 0), 0);

/**
 * A placeholder that is never visible: it is replaced in the same transaction, and callers with the same idempotency
 * key wait for that transaction.
 */
const HASH_TO_COME = "";

/** The report that `submitRun` would return. Stores nothing. */
export async function validateRun(
  services: RunServices,
  viewer: Viewer,
  input: SubmissionInput,
): Promise<ValidationReport> {
  requireOwner(viewer);
  const faults = inputIssues(input, input.predictions);
  const { target, issues } = await admitSubmission(services, input);
  return reportOn(services, viewer, target, input.predictions, [...faults, ...issues]);
}

/**
 * The report on rows that are not stored, with the issues of the fields. If there are more rows than one call may carry,
 * none is read.
 */
async function reportOn(
  services: RunServices,
  viewer: Viewer,
  reference: SheetReference,
  sent: readonly PredictionInput[] | null,
  issues: readonly InputIssue[],
): Promise<ValidationReport> {
  const named = new Set(issues.map(({ field }) => field));
  const rows = sent === null || named.has("predictions") ? [] : sent;
  const openEnded = reference.openEnded && !named.has("openEnded");
  const loaded = await services.sheets.load(services.database, { ...reference, openEnded, doubleResponse: false });
  if (sent === null) return withInputIssues(pieceReport(0, NO_ROWS, loaded), issues);
  const sheet = sheetOfRows(rows, loaded);
  const read = await checkAndRead(services, sheet, rows);
  return withInputIssues(await submissionReport(services, viewer, rows, read, sheet), issues);
}

/** The effect of one call of `appendPredictions`. */
export interface AppendedPredictions {
  readonly added: number;
  readonly repeated: number;
  readonly total: number;
  readonly report: ValidationReport;
}

/**
 * Adds predictions to an open run: all of them, or none if the report says that a row has an error. Predictions that
 * the run already holds unchanged have no effect, even after the run is scored.
 * @throws `CONFLICT` if the run is closed; `QUOTA_EXCEEDED` if the owner's runs would hold too much
 */
export async function appendPredictions(
  services: RunServices,
  viewer: Viewer,
  id: number,
  rows: readonly PredictionInput[],
): Promise<AppendedPredictions> {
  const { database, sheets } = services;

  // Parse, check the rows, and read them. A run that cannot take them is refused in the transaction.
  const known = await sheets.load(database, await fetchOwnRun(database, viewer, id));
  const issues = issueOf("predictions", () => checkPredictionCount(rows));
  if (issues.length > 0) {
    const report = withInputIssues(pieceReport(0, NO_ROWS, known), issues);
    return { added: 0, repeated: 0, total: await countPredictions(database, id), report };
  }
  const early = await checkAndRead(services, known, rows);

  const appended = database.transaction(async (tx) => {
    const sheet = await sheets.load(tx, await holdKeyOfOwnRun(tx, viewer, id));
    // The answer key may have been corrected meanwhile.
    const read = isSameSheet(sheet, known) ? early : await checkAndRead(services, sheet, rows);

    // Admit.
    const run = await lockOwnRun(tx, viewer, id);
    const { fresh, conflicts } = await compareWithStored(tx, id, read.records);
    if (fresh.length > 0 || conflicts.length > 0) requireOpen(run);
    const all = { records: read.records, issues: [...read.issues, ...conflicts] };
    const report = pieceReport(rows.length, all, sheet);
    requireAcceptable(report);

    // Store.
    await requireRoom(tx, services, run.owner, fresh);
    await insertPredictions(tx, id, fresh);
    if (fresh.length > 0) await requireStorage(tx, services, run.owner);
    const total = await countPredictions(tx, id);
    return { added: fresh.length, repeated: read.records.length - fresh.length, total, report };
  });
  const done = await appended.catch(async (error: unknown) => {
    const report = refusedReport(error);
    return { added: 0, repeated: 0, total: await countPredictions(database, id), report };
  });
  if (done.report.ok) rowsIngested.publish({ rows: done.added, way: "pieces" });
  return done;
}

/** The rows that are not stored yet, and an issue for each row that differs from the stored one. */
async function compareWithStored(tx: Queryable, run: number, records: readonly ReadRow[]) {
  const ordinals = records.map(({ ordinal }) => ordinal);
  const stored = new Map((await fetchOutputs(tx, run, ordinals)).map((output) => [output.ordinal, output]));
  const fresh = records.filter(({ ordinal }) => !stored.has(ordinal));
  const conflicts = records
    .filter((record) => {
      const existing = stored.get(record.ordinal);
      return existing !== undefined && !sameOutput(existing, record);
    })
    .map(({ row, question }) =>
      rowIssue(row, question, "CONFLICTING_PREDICTION", "The run already holds another prediction for this question."),
    );
  return { fresh, conflicts };
}

type Output = Pick<ReadRow, "response" | "error" | "confirmation">;

const sameOutput = (a: Output, b: Output): boolean =>
  a.response === b.response && a.error === b.error && a.confirmation === b.confirmation;

/**
 * Closes and scores an open run. A run that is scored, or that a judge is reading, does not change.
 * @throws `CONFLICT` for a withdrawn run, or a run without predictions; `QUOTA_EXCEEDED` if the owner has no submission
 *   left; `FORBIDDEN` outside of the dates of a challenge; `BAD_USER_INPUT` with an issue for each field that the
 *   challenge requires and the run lacks. After an error, an open run stays open.
 */
export async function finalizeRun(services: RunServices, viewer: Viewer, id: number): Promise<void> {
  await services.database.transaction(async (tx) => {
    const run = await lockOwnRunAndKey(tx, viewer, id);
    if (run.status === "SCORED" || run.status === "JUDGING") return;
    requireOpen(run);

    // Read the stored rows as the whole run is read.
    const sheet = await sheetOfStoredRows(tx, id, await services.sheets.load(tx, run));
    const outcomes = await presentOutcomes(tx, id, sheet, services);
    if (outcomes.length === 0) throw new OmnidexError("CONFLICT", "The run has no predictions yet: append some first.");
    const judge = requestedJudge(services.judge, run.judge);
    const tasks = judge === null ? [] : judgeTasksOf(await fetchPredictions(tx, id), sheet, judge);

    // Admit, and score or queue.
    await admitRun(tx, services, run, { isOpen: false });
    await scoreOrQueue(tx, id, outcomes, tasks, sheet, services);
    await (tasks.length > 0 ? markJudging(tx, id) : markScored(tx, id));
  });
  services.judge?.signal.give();
}
