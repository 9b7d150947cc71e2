/** An issue of one row of a submission: `RowIssue` of the schema. */
export interface RowIssue {
  /** Index in `predictions`, from 0 on. */
  readonly row: number;
  readonly question: string;
  readonly code: RowIssueCode;
  readonly severity: "ERROR" | "WARNING";
  readonly message: string;
}

export const ROW_ERRORS = [
  "UNKNOWN_QUESTION",
  "DUPLICATE_QUESTION",
  "INVALID_TEXT",
  "RESPONSE_TOO_COSTLY",
  "CONFLICTING_PREDICTION",
] as const;
export const ROW_WARNINGS = [
  "EMPTY_RESPONSE",
  "UNPARSED_RESPONSE",
  "MALFORMED_ANSWER",
  "NO_SUCH_OPTION",
  "AMBIGUOUS_RESPONSE",
  "RESPONSE_AND_ERROR",
  "FAILURE_RESPONSE",
  "MISSING_CONFIRMATION",
  "UNPARSED_CONFIRMATION",
  "FAILED_CONFIRMATION",
  "UNSCORED_FORMAT",
] as const;
export type RowIssueCode = (typeof ROW_ERRORS)[number] | (typeof ROW_WARNINGS)[number];

const ERRORS: ReadonlySet<string> = new Set(ROW_ERRORS);

export const rowIssue = (row: number, question: string, code: RowIssueCode, message: string): RowIssue => ({
  row,
  question: question.slice(0, 200),
  code,
  severity: ERRORS.has(code) ? "ERROR" : "WARNING",
  message,
});
