import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { fetchPredictions } from "../../data/prediction-queries.ts";
import { countPredictions, fetchOutputs, insertPredictions } from "../../data/prediction-writes.ts";
import { markJudging, markScored } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { rowsIngested } from "../../telemetry/server-events.ts";
import { requireOwner } from "../access/require-admin.ts";
import { requestedJudge } from "../judging/judge.ts";
import { judgeTasksOf } from "../judging/queue-judging.ts";
import { type AnswerSheet, isSameSheet } from "../reading/answer-sheet.ts";
import { RowReader } from "../reading/row-reader.ts";
import { presentOutcomes, sheetOfStoredRows } from "../reading/stored-rows.ts";
import { requireFields, requireOpenChallenge, requireRoom, requireStorage } from "./admission.ts";
import { type CheckedRow, type CheckedRows, checkRows, rowIssue } from "./check-rows.ts";
import { fetchOwnRun, holdKeyOfOwnRun, lockOwnRun, lockOwnRunAndKey, requireOpen } from "./run-access.ts";
import type { RunServices } from "./run-services.ts";
import { scoreOrQueue } from "./score-run.ts";
import { checkPredictionCount, issueOf, type PredictionInput } from "./submission-input.ts";
import { takeSubmission } from "./submission-quota.ts";
import {
  pieceReport,
  reportedAs,
  requireAcceptable,
  type ValidationReport,
  withInputIssues,
} from "./validation-report.ts";

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
export const appendPredictions = (
  services: RunServices,
  viewer: Viewer,
  id: number,
  predictions: readonly PredictionInput[],
): Promise<AppendedPredictions> =>
  reportedAs(appendAll(services, viewer, id, predictions), async (report) => ({
    added: 0,
    repeated: 0,
    total: await countPredictions(services.database, id),
    report,
  }));

/** @throws `BAD_USER_INPUT` for no rows or too many; with the report if a row has an error */
async function appendAll(
  services: RunServices,
  viewer: Viewer,
  id: number,
  predictions: readonly PredictionInput[],
): Promise<AppendedPredictions> {
  requireOwner(viewer);
  const check = (sheet: AnswerSheet) => checkRows(predictions, new RowReader(services, sheet, services.extractor));
  const known = await services.sheets.load(services.database, await fetchOwnRun(services.database, viewer, id));
  const issues = issueOf("predictions", () => checkPredictionCount(predictions));
  requireAcceptable(withInputIssues(pieceReport(0, { records: [], issues: [] }, known), issues));
  const checkedBefore = await check(known);
  const appended = await services.database.transaction(async (tx) => {
    const sheet = await services.sheets.load(tx, await holdKeyOfOwnRun(tx, viewer, id));
    // The answer key may have been corrected meanwhile.
    const checked = isSameSheet(sheet, known) ? checkedBefore : await check(sheet);
    const run = await lockOwnRun(tx, viewer, id);
    const { fresh, conflicts } = await compareWithStored(tx, id, checked.records);
    const all: CheckedRows = { records: checked.records, issues: [...checked.issues, ...conflicts] };
    const report = pieceReport(predictions.length, all, sheet);
    if (fresh.length > 0 || conflicts.length > 0) requireOpen(run);
    requireAcceptable(report);
    await requireRoom(tx, services, run.owner, fresh);
    await insertPredictions(tx, id, fresh);
    if (fresh.length > 0) await requireStorage(tx, services, run.owner);
    const total = await countPredictions(tx, id);
    return { added: fresh.length, repeated: checked.records.length - fresh.length, total, report };
  });
  rowsIngested.publish({ rows: appended.added, way: "pieces" });
  return appended;
}

async function compareWithStored(tx: Queryable, run: number, records: readonly CheckedRow[]) {
  const stored = await fetchOutputs(
    tx,
    run,
    records.map(({ ordinal }) => ordinal),
  );
  const byOrdinal = new Map(stored.map((output) => [output.ordinal, output]));
  const fresh = records.filter(({ ordinal }) => !byOrdinal.has(ordinal));
  const conflicts = records
    .filter((record) => {
      const existing = byOrdinal.get(record.ordinal);
      return existing !== undefined && !sameOutput(existing, record);
    })
    .map(({ row, question }) =>
      rowIssue(row, question, "CONFLICTING_PREDICTION", "The run already holds another prediction for this question."),
    );
  return { fresh, conflicts };
}

type Output = Pick<CheckedRow, "response" | "error" | "confirmation">;

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
    const sheet = await sheetOfStoredRows(tx, id, await services.sheets.load(tx, run));
    const outcomes = await presentOutcomes(tx, id, sheet, services);
    if (outcomes.length === 0) throw new OmnidexError("CONFLICT", "The run has no predictions yet: append some first.");
    const judge = requestedJudge(services.judge, run.judge);
    const tasks = judge === null ? [] : judgeTasksOf(await fetchPredictions(tx, id), sheet, judge);
    await requireOpenChallenge(tx, run.benchmark);
    await requireFields(tx, id);
    await takeSubmission(tx, run);
    await scoreOrQueue(tx, id, outcomes, tasks, sheet, services);
    await (tasks.length > 0 ? markJudging(tx, id) : markScored(tx, id));
  });
  services.judge?.signal.give();
}
