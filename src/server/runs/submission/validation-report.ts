import { badInput, OmnidexError } from "../../../domain/errors.ts";
import { isPartial } from "../../../domain/partial.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Confirmations } from "../../../domain/vocabulary.ts";
import { fetchReadings } from "../prediction-queries.ts";
import type { OutcomeRow } from "../prediction-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { RowReader, readAll, readableRow } from "../reading/row-reader.ts";
import { type RowIssue, rowIssue, warningOf } from "./row-issues.ts";
import { fetchOwnRun } from "./run-access.ts";
import {
  countRemarks,
  countsOnly,
  isRemark,
  type RemarkedRow,
  type RemarkSummary,
  runRemarks,
  secondReading,
  summarizeRemarks,
} from "./run-remarks.ts";
import type { RunServices } from "./run-services.ts";
import { type InputIssue, issuesOf, type PredictionInput } from "./submission-input.ts";

/** `ValidationReport` of the schema. */
export interface ValidationReport {
  /** Whether the rows cover less than half of the questions that can be scored. */
  readonly partial: boolean;
  readonly confirmations: Confirmations | null;
  readonly remarks: RemarkSummary;
  /** The number of questions that can be scored, and the number of these that have a row without an error. */
  readonly scorable: number;
  readonly covered: number;
  readonly ok: boolean;
  readonly inputIssues: readonly InputIssue[];
  readonly rows: number;
  readonly questions: number;
  readonly missing: number;
  readonly missingKeys: readonly string[];
  readonly errorCount: number;
  readonly warningCount: number;
  readonly issues: readonly RowIssue[];
}

const MOST_ISSUES = 1000;
const MOST_MISSING_KEYS = 100;

/** The rows without an error, and the issues of all rows. */
export interface Checked {
  readonly records: readonly OutcomeRow[];
  readonly issues: readonly RowIssue[];
}

/** The report on rows, with no more than the counts of their remarks. */
export function countedReport(
  rows: number,
  checked: { readonly records: readonly Pick<OutcomeRow, "ordinal">[]; readonly issues: readonly RowIssue[] },
  sheet: AnswerSheet,
): ValidationReport {
  const answered = new Set(checked.records.map(({ ordinal }) => ordinal));
  const scorable = sheet.questions.length - sheet.unscoredOrdinals.length;
  const covered = answered.size - sheet.unscoredOrdinals.filter((ordinal) => answered.has(ordinal)).length;
  const missing = sheet.questions.filter(({ ordinal }) => !answered.has(ordinal));
  const errors = checked.issues.filter(({ severity }) => severity === "ERROR");
  const missingKeys = missing.slice(0, MOST_MISSING_KEYS).map(({ key }) => key);
  const shown = shortened(checked.issues, errors);
  const codes = checked.issues.filter(isRemark).map(({ code }) => code);
  return {
    partial: isPartial(scorable - covered, scorable),
    confirmations: sheet.confirmations,
    remarks: countsOnly(countRemarks(codes, rows)),
    scorable,
    covered,
    ok: errors.length === 0,
    inputIssues: [],
    rows,
    questions: sheet.questions.length,
    missing: missing.length,
    missingKeys,
    errorCount: errors.length,
    warningCount: checked.issues.length - errors.length,
    issues: shown,
  };
}

function shortened(issues: readonly RowIssue[], errors: readonly RowIssue[]): readonly RowIssue[] {
  if (issues.length <= MOST_ISSUES) return issues;
  const warnings = issues.filter(({ severity }) => severity === "WARNING");
  return [...errors, ...warnings].slice(0, MOST_ISSUES);
}

/** The report with issues of the fields. */
export const withInputIssues = (report: ValidationReport, inputIssues: readonly InputIssue[]): ValidationReport => ({
  ...report,
  ok: report.ok && inputIssues.length === 0,
  inputIssues,
});

/** The report with which `requireAcceptable` refused a submission. @throws any other error */
export function refusedReport(error: unknown): ValidationReport {
  const report = error instanceof OmnidexError ? error.details?.report : undefined;
  if (isReport(report)) return report;
  throw error;
}

const isReport = (value: unknown): value is ValidationReport =>
  typeof value === "object" && value !== null && "inputIssues" in value && "issues" in value;

/** The issues of the fields for which the work was refused; empty if the work was done. */
export async function refusedFields(work: Promise<unknown>): Promise<readonly InputIssue[]> {
  try {
    await work;
    return [];
  } catch (error) {
    const issues = issuesOf(error);
    if (issues === undefined) throw error;
    return issues;
  }
}

/** @throws `BAD_USER_INPUT` as `refuse` does, for a report with an error */
export function requireAcceptable(report: ValidationReport): void {
  if (!report.ok) refuse(report);
}

/**
 * Refuses a submission that has an error in a field or a row. The whole report is in the error's details.
 * @throws `BAD_USER_INPUT`
 */
export function refuse(report: ValidationReport): never {
  if (report.inputIssues.length > 0) {
    const messages = report.inputIssues.map(({ message }) => message).join(" ");
    throw badInput(`Nothing was stored. ${messages}`, { report });
  }
  const first = report.issues.find(({ severity }) => severity === "ERROR");
  const example = first && ` Row ${first.row} ('${first.question}'): ${first.message}`;
  throw new OmnidexError(
    "BAD_USER_INPUT",
    `${report.errorCount} of ${report.rows} rows cannot be accepted; nothing was stored.${example ?? ""}`,
    { report },
  );
}

/** The report on a whole submission: on each row, and on the rows together. */
export async function submissionReport(
  services: Pick<RunServices, "database" | "extractor" | "pool" | "budget">,
  viewer: Viewer,
  rows: readonly PredictionInput[],
  checked: Checked,
  sheet: AnswerSheet,
): Promise<ValidationReport> {
  const report = countedReport(rows.length, checked, sheet);
  const { remarks: counts } = report;
  const remarks = counts.suspicious
    ? await summarizeRemarks(
        counts,
        remarkedRows(services, rows, checked, sheet),
        await secondReading(services, viewer, sheet),
      ).catch((error: unknown) => {
        // The rows may be stored by now, so a summary that takes too long is left out instead of failing.
        if (error instanceof OmnidexError && error.code === "COST_LIMIT_EXCEEDED") return countsOnly(counts);
        throw error;
      })
    : counts;
  return { ...report, remarks };
}

/** The report on the rows of one piece, which does not show whether the whole run is double-response or partial. */
export const pieceReport = (rows: number, checked: Checked, sheet: AnswerSheet): ValidationReport => ({
  ...countedReport(rows, checked, sheet),
  confirmations: null,
  partial: false,
});

function remarkedRows(
  { extractor, ...means }: Pick<RunServices, "extractor" | "pool" | "budget">,
  rows: readonly PredictionInput[],
  { issues, records }: Checked,
  sheet: AnswerSheet,
): readonly RemarkedRow[] {
  const { byKey } = sheet;
  const reader = new RowReader(means, sheet, extractor);
  const byOrdinal = new Map(records.map((record) => [record.ordinal, record]));
  return issues.filter(isRemark).flatMap(({ row, code }) => {
    const input = rows[row];
    const question = byKey.get(input?.question ?? "");
    const record = byOrdinal.get(question?.ordinal ?? -1);
    if (input === undefined || question === undefined || record === undefined) return [];
    const output = readableRow(input, question.ordinal);
    const read = async () => {
      const [score] = await readAll([output], reader);
      return score ?? { answer: null, span: null };
    };
    return [{ row, code, question, output, outcome: record.outcome, score: record.score, read }];
  });
}

/**
 * The report on the stored predictions of the viewer's run, in the order of the release.
 * @param chargeReading called with the number of characters to be read again; may throw
 */
export async function storedReport(
  services: RunServices,
  viewer: Viewer,
  id: number,
  chargeReading: (characters: number) => void,
): Promise<ValidationReport> {
  const { database, sheets } = services;
  const run = await fetchOwnRun(database, viewer, id);
  const sheet = await sheets.load(database, run);
  const readings = await fetchReadings(database, id);
  const issues = readings.flatMap((reading, row): RowIssue[] => {
    const question = sheet.questions[reading.ordinal];
    const warning = question === undefined ? null : warningOf(reading, question);
    return question === undefined || warning === null ? [] : [rowIssue(row, question.key, ...warning)];
  });
  const report = countedReport(readings.length, { records: readings, issues }, sheet);
  const remarks = await runRemarks(services, viewer, { run: id, responsesVisible: true }, MOST_EXAMPLES, chargeReading);
  return { ...report, remarks: remarks ?? report.remarks };
}

/** How many examples the report on a suspicious run shows. */
const MOST_EXAMPLES = 3;
