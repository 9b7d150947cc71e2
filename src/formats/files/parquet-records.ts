import { ImportError } from "../../domain/import-error.ts";
import { decodeParquet } from "./parquet-worker.ts";
import { baseNameOf, type SubmissionFile, wholeFile } from "./submission-file.ts";
import type { RecordSource, SubmissionRecord } from "./submission-record.ts";

/** The largest file: the worker holds both the file and its unpacked content. */
const LARGEST_FILE = 256 * 2 ** 20;

/**
 * The rows of a Parquet file, decoded in a separate process with limits on memory and time.
 * @throws {ImportError} for a file that is damaged or too large
 */
export const parquetRecords = (file: SubmissionFile): RecordSource => ({ head: {}, records: () => readRows(file) });

async function* readRows(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  if (file.size > LARGEST_FILE) {
    throw new ImportError(name, `a Parquet file of at most ${LARGEST_FILE} bytes`, `${file.size}`);
  }
  const outcome = await decodeParquet(await wholeFile(file));
  if ("reason" in outcome) {
    throw new ImportError(name, "a whole Parquet file", `a damaged one (${outcome.reason.slice(0, 120)})`);
  }
  for (const [index, row] of outcome.rows.entries()) yield { value: row, place: `row ${index + 1}`, index };
}
