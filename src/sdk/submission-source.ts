import type { PredictionInput } from "./generated/operations.ts";
import { type InputProblem, OmnidexInputError } from "./sdk-errors.ts";
import type { OnBytes } from "./sent-file.ts";
import { inputError, MOST_PROBLEMS, type NumberedRow, rowProblems, type SourceRow } from "./sent-row.ts";

export type PredictionRows = Iterable<PredictionInput> | AsyncIterable<PredictionInput>;

/**
 * A source of predictions. Some sources can be read twice, and are never copied into memory as a whole: an array, a
 * function that returns the rows anew on each call, the path or `file:` URL of a file, a browser's `File` or `Blob`. A
 * file holds NDJSON, one `{"question": "…", "response": "…"}` per line, or a JSON array of such objects, and may be
 * packed with gzip.
 */
export type PredictionSource = PredictionRows | (() => PredictionRows | Promise<PredictionRows>) | string | URL | Blob;

/** A source of any kind behind one interface. */
export interface Source {
  /** Whether it can be read again and yields the same rows. */
  readonly again: boolean;
  read(onBytes: OnBytes): AsyncGenerator<NumberedRow, void, undefined>;
}

const isFile = (source: PredictionSource): source is string | URL | Blob =>
  typeof source === "string" || source instanceof URL || (typeof Blob !== "undefined" && source instanceof Blob);

async function* valuesOf(rows: PredictionRows): AsyncGenerator<SourceRow, void, undefined> {
  for await (const value of rows) yield { value };
}

/**
 * Numbers the rows. After the first row that is not a prediction no more are yielded. The rest of an array or a file is
 * only checked, so that the error lists all problems. Any other source may be endless, or slow, and is not read on.
 */
async function* numberedRows(source: PredictionSource, onBytes: OnBytes): AsyncGenerator<NumberedRow, void, undefined> {
  const given = typeof source === "function" ? await source() : source;
  // The reader of files is loaded on first use.
  const rows = isFile(given) ? (await import("./file-rows.ts")).fileRows(given, onBytes) : valuesOf(given);
  const endsSoon = isFile(given) || Array.isArray(given);
  const problems: InputProblem[] = [];
  let row = 0;
  try {
    for await (const value of rows) {
      for (const problem of rowProblems(value, row)) problems.push(problem);
      if (problems.length === 0) yield { row, prediction: value.value as PredictionInput };
      else if (!endsSoon || problems.length >= MOST_PROBLEMS) break;
      row += 1;
    }
  } catch (error) {
    if (problems.length === 0 || !(error instanceof OmnidexInputError)) throw error;
    problems.push({ row: error.row ?? row, message: error.message });
  }
  if (problems.length > 0)
    throw inputError(problems.slice(0, MOST_PROBLEMS), endsSoon ? "" : " The rows after it were not read.");
}

/** @throws TypeError if the value is not a valid source */
export function openSource(source: PredictionSource): Source {
  const iterable = typeof source === "object" && (Symbol.iterator in source || Symbol.asyncIterator in source);
  if (!iterable && !isFile(source) && typeof source !== "function")
    throw new TypeError("`predictions` must be an array, an iterable, a function that returns one, or a file.");
  return {
    again: Array.isArray(source) || typeof source === "function" || isFile(source),
    read: (onBytes) => numberedRows(source, onBytes),
  };
}
