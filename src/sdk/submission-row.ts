import type { PredictionInput, ReportFieldsFragment } from "./generated/operations.ts";
import { OmnidexInputError } from "./input-error.ts";

export type RowIssue = ReportFieldsFragment["issues"][number];

/** A value from a source, not yet validated. */
export interface SourceRow {
  readonly value: unknown;
  /** Its position in a file. */
  readonly place?: string | undefined;
}

/** A prediction with the index of its row in the whole submission, from 0. */
export interface NumberedRow {
  readonly row: number;
  readonly prediction: PredictionInput;
}

/** The limit that the SDL states for `INVALID_TEXT`. */
const MAX_TEXT_LENGTH = 1_000_000;
const OUTPUTS = ["response", "error", "confirmation"] as const;
const FIELDS: ReadonlySet<string> = new Set(["question", ...OUTPUTS]);

const nameOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "a list" : typeof value);

/**
 * Validates a row, which usually comes from a file and is therefore untyped.
 *
 * @throws OmnidexInputError that names the row, the field and the expected type
 */
export function readRow({ value, place }: SourceRow, row: number): PredictionInput {
  const refuse = (what: string): never => {
    throw new OmnidexInputError(`${place ?? `predictions[${row}]`}${what}`, row);
  };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(` must be an object with a 'question'; it is ${nameOf(value)}.`);
  const fields = value as Readonly<Record<string, unknown>>;
  const { question } = fields;
  if (typeof question !== "string")
    return refuse(`: 'question' must be the question's key, a string; it is ${nameOf(question)}.`);
  for (const name in fields) {
    if (!FIELDS.has(name)) refuse(` has a field '${name}', but a prediction has only ${[...FIELDS].join(", ")}.`);
    const text = fields[name];
    if (text != null && typeof text !== "string") refuse(`: '${name}' must be a string; it is ${nameOf(text)}.`);
  }
  return fields as unknown as PredictionInput;
}

/** The length of all texts of a prediction, in UTF-16 code units. */
export const textLength = ({ question, response, error, confirmation }: PredictionInput): number =>
  question.length + (response?.length ?? 0) + (error?.length ?? 0) + (confirmation?.length ?? 0);

export const rowError = (row: number, question: string, code: RowIssue["code"], message: string): RowIssue => ({
  row,
  question: question.slice(0, 200),
  code,
  severity: "ERROR",
  message,
});

/** The issue that the server would raise for a text. Checked here, because the text may be too large for one call. */
export function textError({ row, prediction }: NumberedRow): RowIssue | null {
  for (const name of OUTPUTS) {
    const text = prediction[name] ?? "";
    if (text.length <= MAX_TEXT_LENGTH && !text.includes("\0")) continue;
    const wrong =
      text.length > MAX_TEXT_LENGTH ? `is longer than ${MAX_TEXT_LENGTH} characters` : "contains a NUL character";
    return rowError(row, prediction.question, "INVALID_TEXT", `'${name}' ${wrong}.`);
  }
  return null;
}
