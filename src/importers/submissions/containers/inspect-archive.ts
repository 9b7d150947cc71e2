import { ImportError } from "../../../domain/import-error.ts";
import { isFields } from "../formats/fields.ts";
import { baseNameOf, type SubmissionFile } from "../submission-file.ts";
import { parseLooseJson } from "./loose-json.ts";
import { LONGEST_RECORD, type RecordSource, type SubmissionRecord } from "./submission-record.ts";
import type { ZipArchive } from "./zip-archive.ts";

const SAMPLE = /^samples\/.+\.json$/;
/** The headers of a finished log, of an unfinished one, and of older logs. */
const HEADERS = ["header.json", "_journal/start.json", "start.json"];

/** Whether an archive is an Inspect log. */
export const isInspectArchive = ({ entries }: ZipArchive): boolean =>
  HEADERS.some((name) => entries.has(name)) || [...entries.keys()].some((name) => SAMPLE.test(name));

/**
 * The samples of an Inspect `.eval` log, which is a ZIP archive with one entry per sample.
 * @see inspect_ai/log/_recorders/eval.py
 */
export async function inspectRecords(archive: ZipArchive): Promise<RecordSource> {
  const header = HEADERS.find((name) => archive.entries.has(name));
  const head = header === undefined ? {} : await readEntry(archive, header);
  return { head: isFields(head) ? head : {}, records: () => samples(archive) };
}

async function* samples(archive: ZipArchive): AsyncGenerator<SubmissionRecord> {
  const names = [...archive.entries.keys()].filter((name) => SAMPLE.test(name));
  for (const [index, name] of names.entries()) yield { value: await readEntry(archive, name), place: name, index };
}

async function readEntry(archive: ZipArchive, name: string): Promise<unknown> {
  const bytes = await archive.read(name, LONGEST_RECORD);
  return parseLooseJson(decode(archive.file, name, bytes), `${baseNameOf(archive.file)}: ${name}`, {
    line: 1,
    column: 1,
  });
}

function decode(file: SubmissionFile, name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(`${baseNameOf(file)}: ${name}`, "UTF-8 text", "bytes that are no UTF-8 text");
  }
}
