import type { Extractor } from "../../../scoring/extraction.ts";
import { scorePrediction } from "../../../scoring/score-prediction.ts";
import type { PredictionRecord } from "../../data/prediction-writes.ts";
import { prepareCaptions } from "../captions/prepare-captions.ts";
import type { AnswerSheet, SheetQuestion } from "./answer-sheet.ts";
import { nearestKeys } from "./nearest-keys.ts";
import { type RowIssue, rowIssue } from "./row-issue.ts";
import { warningOf } from "./row-warning.ts";
import type { PredictionInput } from "./submission-input.ts";

/** How long a response, an error or a confirmation may be, in UTF-16 code units. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** How many issues come with a hint: to look for nearest keys takes a while. */
const MOST_HINTS = 20;

/** The rows of a submission, judged. */
export interface CheckedRows {
  /** The rows without an error, in the order they were sent. */
  readonly records: readonly CheckedRow[];
  readonly issues: readonly RowIssue[];
}

export interface CheckedRow extends PredictionRecord {
  readonly row: number;
  readonly question: string;
  /** What is wrong with a malformed answer: a clause. */
  readonly reason?: string;
}

/** Checks each row against the release, and extracts and scores what is in it. */
export async function checkRows(
  rows: readonly PredictionInput[],
  sheet: AnswerSheet,
  extractor: Extractor,
): Promise<CheckedRows> {
  await prepareRows(rows, sheet, extractor);
  const errors = rowErrors(rows, sheet);
  const { records, issues } = judgeRows(rows, 0, rows.length, { sheet, extractor, errors });
  return { records, issues };
}

/** Works out beforehand what the judging of the rows needs and cannot wait for. */
export const prepareRows = (
  rows: readonly PredictionInput[],
  sheet: AnswerSheet,
  extractor: Extractor,
): Promise<void> =>
  sheet.captions === null
    ? Promise.resolve()
    : prepareCaptions(
        sheet,
        extractor,
        rows.map(({ question, response }) => ({ question: sheet.byKey.get(question)?.scored, response })),
      );

/** What is wrong with rows that cannot be accepted, by their number. The release alone decides: no answer key does. */
export function rowErrors(rows: readonly PredictionInput[], sheet: AnswerSheet): ReadonlyMap<number, RowIssue> {
  const errors = new Map<number, RowIssue>();
  const firstRows = new Map<string, number>();
  for (let row = 0; row < rows.length; row++) {
    const input = rows[row];
    if (input === undefined) continue;
    const hintsFrom = errors.size < MOST_HINTS ? sheet : null;
    const error = rowError(row, input, sheet.byKey.get(input.question), firstRows.get(input.question), hintsFrom);
    if (error === null) firstRows.set(input.question, row);
    else errors.set(row, error);
  }
  return errors;
}

/** What rows are judged by. */
export interface RowJudging {
  readonly sheet: AnswerSheet;
  readonly extractor: Extractor;
  /** Rows that are not judged; they become issues. */
  readonly errors: ReadonlyMap<number, RowIssue>;
}

/** Extracts and scores the rows from `start` up to, not including, `end`. */
export function judgeRows(
  rows: readonly PredictionInput[],
  start: number,
  end: number,
  { sheet, extractor, errors }: RowJudging,
): { readonly records: CheckedRow[]; readonly issues: RowIssue[] } {
  const records: CheckedRow[] = [];
  const issues: RowIssue[] = [];
  for (let row = start; row < end; row++) {
    const input = rows[row];
    const error = errors.get(row);
    if (error !== undefined) issues.push(error);
    if (error !== undefined || input === undefined) continue;
    const question = sheet.byKey.get(input.question);
    if (question === undefined) continue;
    const record = judge(row, input, question, extractor);
    records.push(record);
    const warning = rowWarning(record, question);
    if (warning !== null) issues.push(warning);
  }
  return { records, issues };
}

function rowError(
  row: number,
  input: PredictionInput,
  question: SheetQuestion | undefined,
  firstRow: number | undefined,
  hintsFrom: AnswerSheet | null,
): RowIssue | null {
  if (question === undefined) {
    const hint = (hintsFrom === null ? [] : nearestKeys(input.question, hintsFrom)).join(", ");
    const message = `There is no such question in the release.${hint && ` Nearest: ${hint}.`}`;
    return rowIssue(row, input.question, "UNKNOWN_QUESTION", message);
  }
  if (firstRow !== undefined) {
    return rowIssue(row, input.question, "DUPLICATE_QUESTION", `Row ${firstRow} already answers this question.`);
  }
  const wrong = textError("response", input) ?? textError("error", input) ?? textError("confirmation", input);
  return wrong === null ? null : rowIssue(row, input.question, "INVALID_TEXT", wrong);
}

function textError(field: "response" | "error" | "confirmation", input: PredictionInput): string | null {
  const text = input[field] ?? "";
  if (text.length > MAX_TEXT_LENGTH) return `'${field}' is longer than ${MAX_TEXT_LENGTH} characters.`;
  return text.includes("\0") ? `'${field}' holds a NUL character, which cannot be stored.` : null;
}

function judge(row: number, input: PredictionInput, question: SheetQuestion, extractor: Extractor): CheckedRow {
  const response = wellFormed(input.response);
  const error = wellFormed(input.error);
  const confirmation = wellFormed(input.confirmation);
  const judged = scorePrediction({ response, error, confirmation }, question.scored, extractor);
  const { outcome, score, answer, rule, span, ambiguous, reason } = judged;
  // Field by field: to spread two objects into a third takes longer than most responses take to be read.
  const record: CheckedRow = {
    row,
    question: input.question,
    ordinal: question.ordinal,
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

/** A surrogate without its other half, as a cut-off emoji leaves it, has no UTF-8: the replacement character stands for it. */
export const wellFormed = (text: string | null | undefined): string | null =>
  text == null ? null : text.toWellFormed();

function rowWarning(record: CheckedRow, question: SheetQuestion): RowIssue | null {
  const warning = warningOf(record, question);
  return warning === null ? null : rowIssue(record.row, record.question, ...warning);
}
