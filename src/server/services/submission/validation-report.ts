import { OmnidexError } from "../../../domain/errors.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import type { RowIssue } from "./row-issue.ts";

/** `ValidationReport` of the schema. */
export interface ValidationReport {
  readonly ok: boolean;
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

/** Rows that have been checked: those without an error, and what is to be said of them. */
export interface Checked {
  readonly records: readonly { readonly ordinal: number }[];
  readonly issues: readonly RowIssue[];
}

/** What is to be said of the rows of a submission. */
export function validationReport(rows: number, checked: Checked, sheet: AnswerSheet): ValidationReport {
  const answered = new Set(checked.records.map(({ ordinal }) => ordinal));
  const missing = sheet.questions.filter(({ ordinal }) => !answered.has(ordinal));
  const errors = checked.issues.filter(({ severity }) => severity === "ERROR");
  return {
    ok: errors.length === 0,
    rows,
    questions: sheet.questions.length,
    missing: missing.length,
    missingKeys: missing.slice(0, MOST_MISSING_KEYS).map(({ key }) => key),
    errorCount: errors.length,
    warningCount: checked.issues.length - errors.length,
    issues: shortened(checked.issues, errors),
  };
}

function shortened(issues: readonly RowIssue[], errors: readonly RowIssue[]): readonly RowIssue[] {
  if (issues.length <= MOST_ISSUES) return issues;
  const warnings = issues.filter(({ severity }) => severity === "WARNING");
  return [...errors, ...warnings].slice(0, MOST_ISSUES);
}

/**
 * Refuses a submission that has a row with an error; the whole report is in the error's details.
 * @throws `BAD_USER_INPUT`
 */
export function requireAcceptable(report: ValidationReport): void {
  if (report.ok) return;
  const first = report.issues.find(({ severity }) => severity === "ERROR");
  const example = first && ` Row ${first.row} ('${first.question}'): ${first.message}`;
  throw new OmnidexError(
    "BAD_USER_INPUT",
    `${report.errorCount} of ${report.rows} rows cannot be accepted; nothing was stored.${example ?? ""}`,
    { report },
  );
}
