import { nearestKeys } from "../../../formats/join/nearest-question.ts";
import { Bursts } from "../../workers/yielding.ts";
import type { AnswerSheet, SheetQuestion } from "../reading/answer-sheet.ts";
import { type RowIssue, rowIssue } from "./row-issues.ts";
import type { PredictionInput } from "./submission-input.ts";

/** The longest response, error or confirmation, in UTF-16 code units. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** The maximum number of issues with a hint. Finding similar question keys is slow. */
const MOST_HINTS = 20;

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
  const bursts = new Bursts();
  for (let row = 0; row < rows.length; row++) {
    if (bursts.isOver()) await bursts.next();
    const input = rows[row];
    if (input === undefined) continue;
    const hintsFrom = errors.size < MOST_HINTS ? sheet : null;
    const error = rowError(row, input, sheet.byKey.get(input.question), firstRows.get(input.question), hintsFrom);
    if (error === null) firstRows.set(input.question, row);
    else errors.set(row, error);
  }
  return errors;
}

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
