import { CONFIRMATION_RULES, type PredictionScore } from "../../../scoring/score-prediction.ts";
import type { SheetQuestion } from "../reading/answer-sheet.ts";

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

/** The fields of a row that decide its warning. */
export interface JudgedRow extends Pick<PredictionScore, "outcome" | "answer" | "rule" | "ambiguous" | "reason"> {
  /** Null for a row without a response. Only this difference matters, so any text may stand for the response. */
  readonly response: string | null;
  readonly error: string | null;
}

type Warning = [code: RowIssueCode, message: string];

/** The warning about a scored row; null without a warning. */
export function warningOf(record: JudgedRow, question: SheetQuestion): Warning | null {
  const confirmation = CONFIRMATION_WARNINGS.get(record.rule);
  if (confirmation !== undefined) return confirmation;
  if (record.outcome === "UNPARSED") return unparsedWarning(record, question);
  if (record.outcome === "UNSCORED") {
    return ["UNSCORED_FORMAT", `${whyUnscored(record.rule, question)}; it does not count (${record.rule}).`];
  }
  if (record.outcome === "ERRORED") return errorWarning(record);
  if (!record.ambiguous) return null;
  // The rule is left out: `wrong-confirmation` would reveal that the answer is right.
  const message = `The response can be read in several ways; it was read as ${record.answer}.`;
  return ["AMBIGUOUS_RESPONSE", message];
}

const CONFIRMATION_WARNINGS: ReadonlyMap<string, Warning> = new Map([
  [
    CONFIRMATION_RULES.missing,
    [
      "MISSING_CONFIRMATION",
      "The question is asked twice and has no confirmation, and other rows have one; it counts as wrong.",
    ],
  ],
  [
    CONFIRMATION_RULES.unparsed,
    ["UNPARSED_CONFIRMATION", "There is no answer in the confirmation; it counts as wrong."],
  ],
  [
    CONFIRMATION_RULES.failed,
    ["FAILED_CONFIRMATION", "The confirmation is a failure of the script or the API; it counts as wrong."],
  ],
]);

function errorWarning({ response, error }: JudgedRow): Warning | null {
  if (response === null) return null;
  return error === null
    ? [
        "FAILURE_RESPONSE",
        "The response is a failure of the script or the API, not of the model; it counts as errored.",
      ]
    : ["RESPONSE_AND_ERROR", "There are a response and an error; it counts as errored."];
}

function unparsedWarning({ rule, reason }: JudgedRow, question: SheetQuestion): Warning {
  if (rule === "empty") return ["EMPTY_RESPONSE", "There is no response; it counts as unparsed."];
  if (rule === "no-such-option") {
    const message = `The response names an option that does not exist: the question has ${question.options.length}.`;
    return ["NO_SUCH_OPTION", message];
  }
  if (rule === "malformed") {
    const detail = reason ?? "it is of another form";
    return ["MALFORMED_ANSWER", `The answer is not ${question.answerFormat}: ${detail}; it counts as unparsed.`];
  }
  return ["UNPARSED_RESPONSE", `There is no answer in the response (${rule}); it counts as unparsed.`];
}

function whyUnscored(rule: string, { answerFormat }: SheetQuestion): string {
  if (rule === "fense-not-configured") return "Captions are scored by FENSE, for which this server has no models";
  if (rule === "no-picture-size") return "The file does not state the size of the picture that the boxes are in";
  return `Answers of format ${answerFormat} cannot be scored here`;
}
