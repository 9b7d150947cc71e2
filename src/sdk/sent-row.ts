import type { PredictionInput, ReportFieldsFragment } from "./generated/operations.ts";
import { type InputProblem, OmnidexInputError } from "./sdk-errors.ts";

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

/** The most problems that one error lists. A report has the same limit for its issues. */
export const MOST_PROBLEMS = 1_000;
/** The longest name of a field in a message, in UTF-16 code units. */
const LONGEST_NAME = 100;
const WITHOUT_OUTPUT = `Write "" as the 'response' if the model returned nothing.`;

/**
 * The problems of a row, at most 1,000. A row usually comes from a file and is therefore untyped. Each problem names
 * the row, the field and the expected type. A row without problems is a prediction.
 */
export function rowProblems({ value, place }: SourceRow, row: number): readonly InputProblem[] {
  const at = place ?? `predictions[${row}]`;
  const problem = (what: string): InputProblem => ({ row, message: `${at}${what}` });
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [problem(` must be an object with a 'question'; it is ${nameOf(value)}.`)];
  const { question, ...fields } = value as Readonly<Record<string, unknown>>;
  const problems: InputProblem[] = [];
  if (typeof question !== "string")
    problems.push(problem(`: 'question' must be the question's key, a string; it is ${nameOf(question)}.`));
  for (const [name, text] of Object.entries(fields)) {
    if (problems.length >= MOST_PROBLEMS) break;
    if (!FIELDS.has(name))
      problems.push(
        problem(` has a field '${name.slice(0, LONGEST_NAME)}', but a prediction has only ${[...FIELDS].join(", ")}.`),
      );
    else if (text != null && typeof text !== "string")
      problems.push(problem(`: '${name}' must be a string; it is ${nameOf(text)}.`));
  }
  if (fields.response === undefined && fields.error === undefined && problems.length === 0)
    problems.push(problem(` has neither 'response' nor 'error'. ${WITHOUT_OUTPUT}`));
  return problems;
}

/**
 * The error of rows that are not predictions.
 *
 * @param note a further sentence that begins with a space; may be empty
 */
export function inputError(problems: readonly InputProblem[], note: string): OmnidexInputError {
  const [first] = problems;
  const more = problems.length - 1;
  const [least, listed] = more + 1 < MOST_PROBLEMS ? ["", "all"] : ["at least ", "the first 1,000"];
  const rest =
    more > 0
      ? ` And ${least}${more} more problem${more === 1 ? "" : "s"}; \`problems\` of this error lists ${listed}.`
      : "";
  return new OmnidexInputError(`${first?.message}${rest}${note}`, first?.row, undefined, problems);
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

/**
 * The limits of one call, in rows and in UTF-16 code units. The schema allows 10,000 rows and the server 16 MB; a code
 * unit takes at most six bytes of JSON. The limits here are lower, because smaller pieces lose less when a connection
 * breaks.
 */
const MAX_ROWS = 2_000;
const MAX_TEXT = 1_000_000;

export type Chunk = readonly NumberedRow[];

/** Splits rows into chunks that fit in one call. Yields at least one chunk, which may be empty. */
export async function* chunksOf(rows: AsyncIterable<NumberedRow>): AsyncGenerator<Chunk, void, undefined> {
  let chunk: NumberedRow[] = [];
  let length = 0;
  for await (const row of rows) {
    const added = textLength(row.prediction);
    if (chunk.length > 0 && (chunk.length >= MAX_ROWS || length + added > MAX_TEXT)) {
      yield chunk;
      chunk = [];
      length = 0;
    }
    chunk.push(row);
    length += added;
  }
  yield chunk;
}
