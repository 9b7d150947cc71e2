import type { Extractor } from "../../../scoring/extraction.ts";
import { scorePrediction } from "../../../scoring/score-prediction.ts";
import type { PredictionRecord } from "../../data/prediction-writes.ts";
import { prepareCaptions } from "../captions/prepare-captions.ts";
import type { AnswerSheet, SheetQuestion } from "./answer-sheet.ts";
import { nearestKeys } from "./nearest-keys.ts";
import { type RowIssue, rowIssue } from "./row-issue.ts";
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
  await prepareCaptions(
    sheet,
    extractor,
    rows.map(({ question, response }) => ({ question: sheet.byKey.get(question)?.scored, response })),
  );
  return judgeRows(rows, sheet, extractor);
}

function judgeRows(rows: readonly PredictionInput[], sheet: AnswerSheet, extractor: Extractor): CheckedRows {
  const records: CheckedRow[] = [];
  const issues: RowIssue[] = [];
  const firstRows = new Map<string, number>();
  for (const [row, input] of rows.entries()) {
    const question = sheet.byKey.get(input.question);
    const hintsFrom = issues.length < MOST_HINTS ? sheet : null;
    const error = rowError(row, input, question, firstRows.get(input.question), hintsFrom);
    if (question === undefined || error !== null) {
      if (error !== null) issues.push(error);
      continue;
    }
    firstRows.set(input.question, row);
    const record = judge(row, input, question, extractor);
    records.push(record);
    issues.push(...rowWarnings(record, question));
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
  const issue = (code: RowIssue["code"], message: string): RowIssue => rowIssue(row, input.question, code, message);
  if (question === undefined) {
    const hint = (hintsFrom === null ? [] : nearestKeys(input.question, hintsFrom)).join(", ");
    return issue("UNKNOWN_QUESTION", `There is no such question in the release.${hint && ` Nearest: ${hint}.`}`);
  }
  if (firstRow !== undefined) return issue("DUPLICATE_QUESTION", `Row ${firstRow} already answers this question.`);
  for (const field of ["response", "error", "confirmation"] as const) {
    const text = input[field] ?? "";
    if (text.length > MAX_TEXT_LENGTH)
      return issue("INVALID_TEXT", `'${field}' is longer than ${MAX_TEXT_LENGTH} characters.`);
    if (text.includes("\0")) return issue("INVALID_TEXT", `'${field}' holds a NUL character, which cannot be stored.`);
  }
  return null;
}

function judge(row: number, input: PredictionInput, question: SheetQuestion, extractor: Extractor): CheckedRow {
  const output = {
    // A surrogate without its other half, as a cut-off emoji leaves it, has no UTF-8: the replacement character stands for it.
    response: input.response?.toWellFormed() ?? null,
    error: input.error?.toWellFormed() ?? null,
    confirmation: input.confirmation?.toWellFormed() ?? null,
  };
  const score = scorePrediction(output, question.scored, extractor);
  return { row, question: input.question, ordinal: question.ordinal, ...output, ...score };
}

function rowWarnings(record: CheckedRow, question: SheetQuestion): readonly RowIssue[] {
  const issue = (code: RowIssue["code"], message: string): RowIssue[] => [
    rowIssue(record.row, record.question, code, message),
  ];
  if (record.outcome === "UNSCORED") {
    return issue("UNSCORED_FORMAT", `${whyUnscored(record.rule, question)}; it does not count (${record.rule}).`);
  }
  if (record.outcome === "ERRORED") {
    return record.response === null
      ? []
      : issue("RESPONSE_AND_ERROR", "There are a response and an error; it counts as errored.");
  }
  if (record.outcome === "UNPARSED") {
    if (record.rule === "empty") return issue("EMPTY_RESPONSE", "There is no response; it counts as unparsed.");
    if (record.rule === "no-such-option") {
      return issue(
        "NO_SUCH_OPTION",
        `The response names an option that is not there: the question has ${question.options.length}.`,
      );
    }
    if (record.rule === "malformed") {
      const detail = record.reason ?? "it is of another form";
      return issue("MALFORMED_ANSWER", `The answer is not ${question.answerFormat}: ${detail}; it counts as unparsed.`);
    }
    return issue("UNPARSED_RESPONSE", `There is no answer in the response (${record.rule}); it counts as unparsed.`);
  }
  return record.ambiguous
    ? issue(
        "AMBIGUOUS_RESPONSE",
        `The response can be read in several ways; ${record.answer} was taken (${record.rule}).`,
      )
    : [];
}

function whyUnscored(rule: string, { answerFormat }: SheetQuestion): string {
  if (rule === "fense-not-configured") return "Captions are scored by FENSE, for which this server has no models";
  if (rule === "no-picture-size") return "The file does not say how large the picture is that the boxes are in";
  return `Answers of format ${answerFormat} cannot be scored here`;
}
