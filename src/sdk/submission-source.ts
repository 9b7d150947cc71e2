import type { PredictionInput } from "./generated/operations.ts";
import { fileName, type OnBytes, textsOfFile } from "./submission-file.ts";
import { jsonRows } from "./submission-json.ts";
import { type NumberedRow, readRow, type SourceRow } from "./submission-row.ts";

export type PredictionRows = Iterable<PredictionInput> | AsyncIterable<PredictionInput>;

/**
 * A source of predictions. Sources that can be read twice are never copied into memory as a whole: an array, a function
 * that returns the rows anew on each call, the path or `file:` URL of a file, a browser's `File` or `Blob`. A file
 * holds NDJSON, one `{"question": "…", "response": "…"}` per line, or a JSON array of such objects, also packed with gzip.
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

async function* sourceRows(source: PredictionSource, onBytes: OnBytes): AsyncGenerator<SourceRow, void, undefined> {
  if (isFile(source)) return yield* jsonRows(textsOfFile(source, onBytes), fileName(source));
  for await (const value of typeof source === "function" ? await source() : source) yield { value };
}

async function* numberedRows(rows: AsyncIterable<SourceRow>): AsyncGenerator<NumberedRow, void, undefined> {
  let row = 0;
  for await (const value of rows) {
    yield { row, prediction: readRow(value, row) };
    row += 1;
  }
}

/** @throws TypeError if the value is not a valid source */
export function openSource(source: PredictionSource): Source {
  const iterable = typeof source === "object" && (Symbol.iterator in source || Symbol.asyncIterator in source);
  if (!iterable && !isFile(source) && typeof source !== "function")
    throw new TypeError("`predictions` must be an array, an iterable, a function that returns one, or a file.");
  return {
    again: Array.isArray(source) || typeof source === "function" || isFile(source),
    read: (onBytes) => numberedRows(sourceRows(source, onBytes)),
  };
}
