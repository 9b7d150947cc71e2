import type { PredictionInput, ReportFieldsFragment } from "./generated/operations.ts";
import { OmnidexInputError } from "./input-error.ts";

export type RowIssue = ReportFieldsFragment["issues"][number];

/** What a source gave, before anything is known of it. */
export interface SourceRow {
  readonly value: unknown;
  /** Where it stands in a file. */
  readonly place?: string | undefined;
}

/** A row with its place in the whole submission, from 0 on. */
export interface NumberedRow {
  readonly row: number;
  readonly prediction: PredictionInput;
}

/** What the SDL says of `INVALID_TEXT`. */
const MAX_TEXT_LENGTH = 1_000_000;
const OUTPUTS = ["response", "error", "confirmation"] as const;
const FIELDS: ReadonlySet<string> = new Set(["question", ...OUTPUTS]);

const nameOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "a list" : typeof value);

/**
 * A row as it can be sent. Rows mostly come out of a file, where no type has checked them.
 *
 * @throws OmnidexInputError that says which row it is, which field, and what was expected
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

/** In UTF-16 code units. */
export const textLength = ({ question, response, error, confirmation }: PredictionInput): number =>
  question.length + (response?.length ?? 0) + (error?.length ?? 0) + (confirmation?.length ?? 0);

export const rowError = (row: number, question: string, code: RowIssue["code"], message: string): RowIssue => ({
  row,
  question: question.slice(0, 200),
  code,
  severity: "ERROR",
  message,
});

/** What the server would refuse in a text; sent to it, it may not even fit in a call. */
export function textError({ row, prediction }: NumberedRow): RowIssue | null {
  for (const name of OUTPUTS) {
    const text = prediction[name] ?? "";
    if (text.length <= MAX_TEXT_LENGTH && !text.includes("\0")) continue;
    const wrong = text.length > MAX_TEXT_LENGTH ? `is longer than ${MAX_TEXT_LENGTH} characters` : "holds a NUL";
    return rowError(row, prediction.question, "INVALID_TEXT", `'${name}' ${wrong}.`);
  }
  return null;
}
