import { nearestKeys } from "../../../importers/submissions/join/nearest-question.ts";
import { CONFIRMATION_RULES, type PredictionScore } from "../../../scoring/score-prediction.ts";
import type { PredictionRecord } from "../../data/prediction-writes.ts";
import { prepareCaptions } from "../captions/fense-scores.ts";
import type { AnswerSheet, SheetQuestion } from "../reading/answer-sheet.ts";
import { type ReadPiece, type RowReader, type RowScore, readInPieces } from "../reading/row-reader.ts";
import type { ReadableRow } from "../reading/thread-rows.ts";
import { mapInSlices, Slices } from "../yielding.ts";
import type { PredictionInput } from "./submission-input.ts";

/** The longest response, error or confirmation, in UTF-16 code units. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** The maximum number of issues with a hint. Finding similar question keys is slow. */
const MOST_HINTS = 20;

/** The rows of a submission with their scores. */
export interface CheckedRows {
  /** The rows without an error, in the order they were sent. */
  readonly records: readonly CheckedRow[];
  readonly issues: readonly RowIssue[];
}

export interface CheckedRow extends PredictionRecord {
  readonly row: number;
  readonly question: string;
  /** The fault of a malformed answer, as a clause. */
  readonly reason?: string;
}

/** Checks each row against the release, then extracts and scores its answer. */
export async function checkRows(rows: readonly PredictionInput[], reader: RowReader): Promise<CheckedRows> {
  await prepareRows(rows, reader);
  return allRows(judgeRows(rows, reader, await rowErrors(rows, reader.sheet)));
}

/** Joins all pieces. */
export async function allRows(pieces: AsyncIterable<JudgedRows>): Promise<CheckedRows> {
  const all: JudgedRows = { records: [], issues: [] };
  for await (const { records, issues } of pieces) {
    all.records.push(...records);
    all.issues.push(...issues);
  }
  return all;
}

/** Computes the scores of captions in advance, because rows are scored synchronously. */
export const prepareRows = async (
  rows: readonly PredictionInput[],
  { sheet, extractor }: Pick<RowReader, "sheet" | "extractor">,
): Promise<void> => {
  if (sheet.captions === null) return;
  const sent = rows.map(({ question, response }) => ({ question: sheet.byKey.get(question)?.scored, response }));
  await prepareCaptions(sheet, extractor, sent);
};

/**
 * The issues of rows that cannot be accepted, by row number. They follow from the release alone, never from the answer
 * key.
 */
export async function rowErrors(
  rows: readonly PredictionInput[],
  sheet: AnswerSheet,
): Promise<ReadonlyMap<number, RowIssue>> {
  const errors = new Map<number, RowIssue>();
  const firstRows = new Map<string, number>();
  const slices = new Slices();
  for (let row = 0; row < rows.length; row++) {
    if (slices.isOver()) await slices.next();
    const input = rows[row];
    if (input === undefined) continue;
    const hintsFrom = errors.size < MOST_HINTS ? sheet : null;
    const error = rowError(row, input, sheet.byKey.get(input.question), firstRows.get(input.question), hintsFrom);
    if (error === null) firstRows.set(input.question, row);
    else errors.set(row, error);
  }
  return errors;
}

/** Some rows with their scores, in the order in which they were sent. */
export interface JudgedRows {
  readonly records: CheckedRow[];
  readonly issues: RowIssue[];
}

export const NO_ERRORS: ReadonlyMap<number, RowIssue> = new Map();

/**
 * Extracts and scores rows, piece by piece.
 * @param errors rows that are not scored; they become issues
 */
export async function* judgeRows(
  rows: readonly PredictionInput[],
  reader: RowReader,
  errors: ReadonlyMap<number, RowIssue>,
): AsyncGenerator<JudgedRows> {
  const { byKey } = reader.sheet;
  const rowOf = (input: PredictionInput, row: number): ReadableRow | null => {
    const question = byKey.get(input.question);
    return errors.has(row) || question === undefined ? null : readableRow(input, question);
  };
  for await (const piece of readInPieces(rows, rowOf, reader)) yield await judgedPiece(rows, piece, byKey, errors);
}

async function judgedPiece(
  inputs: readonly PredictionInput[],
  { start, rows, scores }: ReadPiece,
  byKey: AnswerSheet["byKey"],
  errors: ReadonlyMap<number, RowIssue>,
): Promise<JudgedRows> {
  const [records, issues]: [CheckedRow[], RowIssue[]] = [[], []];
  await mapInSlices(rows, (readable, index) => {
    const row = start + index;
    const error = errors.get(row);
    const key = inputs[row]?.question ?? "";
    const [question, score] = [byKey.get(key), scores[index]];
    if (error !== undefined) issues.push(error);
    if (readable === null || question === undefined || score === undefined) return;
    if (score === null) return void issues.push(rowIssue(row, key, "RESPONSE_TOO_COSTLY", TOO_COSTLY));
    const record = checkedRow(row, key, readable, score);
    records.push(record);
    const warning = rowWarning(record, question);
    if (warning !== null) issues.push(warning);
  });
  return { records, issues };
}

const TOO_COSTLY = "Reading the response takes too long. Shorten it, or send an 'error' in its place.";

function rowError(
  row: number,
  input: PredictionInput,
  question: SheetQuestion | undefined,
  firstRow: number | undefined,
  hintsFrom: AnswerSheet | null,
): RowIssue | null {
  if (question === undefined) {
    const hint = (hintsFrom === null ? [] : nearestKeys(input.question, hintsFrom.questions)).join(", ");
    const message = `The release has no such question.${hint && ` Nearest: ${hint}.`}`;
    return rowIssue(row, input.question, "UNKNOWN_QUESTION", message);
  }
  if (firstRow !== undefined) {
    return rowIssue(row, input.question, "DUPLICATE_QUESTION", `Row ${firstRow} already answers this question.`);
  }
  const wrong =
    textError("response", input) ?? textError("error", input) ?? textError("confirmation", input) ?? outputError(input);
  return wrong === null ? null : rowIssue(row, input.question, "INVALID_TEXT", wrong);
}

function textError(field: "response" | "error" | "confirmation", input: PredictionInput): string | null {
  const text = input[field] ?? "";
  if (text.length > MAX_TEXT_LENGTH) return `'${field}' is longer than ${MAX_TEXT_LENGTH} characters.`;
  return text.includes("\0") ? `'${field}' contains a NUL character, which cannot be stored.` : null;
}

/** A null response is a prediction. A missing field is more likely a wrong name or an undefined variable. */
const outputError = ({ response, error }: PredictionInput): string | null =>
  response === undefined && error === undefined
    ? `Neither 'response' nor 'error' is given. Write "" as the 'response' if the model returned nothing.`
    : null;

const readableRow = (input: PredictionInput, { ordinal }: SheetQuestion): ReadableRow => ({
  ordinal,
  response: wellFormed(input.response),
  error: wellFormed(input.error),
  confirmation: wellFormed(input.confirmation),
});

function checkedRow(row: number, question: string, output: ReadableRow, judged: NonNullable<RowScore>): CheckedRow {
  const { ordinal, response, error, confirmation } = output;
  const { outcome, score, answer, rule, span, ambiguous, reason } = judged;
  // Assigned field by field: spreading two objects takes longer than reading most responses.
  const record: CheckedRow = {
    row,
    question,
    ordinal,
    response,
    error,
    confirmation,
    outcome,
    score,
    answer,
    rule,
    span,
    ambiguous,
  };
  return reason === undefined ? record : { ...record, reason };
}

/**
 * Replaces lone surrogates, as left by a cut-off emoji, with the replacement character, because they have no UTF-8
 * form.
 */
export const wellFormed = (text: string | null | undefined): string | null =>
  text == null ? null : text.toWellFormed();

function rowWarning(record: CheckedRow, question: SheetQuestion): RowIssue | null {
  const warning = warningOf(record, question);
  return warning === null ? null : rowIssue(record.row, record.question, ...warning);
}

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
