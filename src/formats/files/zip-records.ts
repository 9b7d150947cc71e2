import { ImportError } from "../../domain/import-error.ts";
import { LONGEST_RECORD } from "./longest-record.ts";
import { parseLooseJson, RepeatedNameError } from "./loose-json.ts";
import { type Fields, isFields } from "./record-fields.ts";
import { baseNameOf, type SubmissionFile } from "./submission-file.ts";
import type { RecordSource, SubmissionRecord } from "./submission-record.ts";
import type { ZipArchive } from "./zip-archive.ts";

/** The entry of a whole sample, whose id may contain slashes. */
const WHOLE = /^samples\/.+_epoch_\d+\.json$/;
/** The shell of a chunked sample: the sample without its messages, events and long texts. */
const SHELL = /^(samples\/.+_epoch_\d+)\/sample\.json$/;
const isSample = (name: string): boolean => WHOLE.test(name) || SHELL.test(name);
/** The headers of a finished log, of an unfinished one, and of older logs. */
const HEADERS = ["header.json", "_journal/start.json", "start.json"];

/** Whether an archive is an Inspect log. */
export const isInspectArchive = ({ entries }: ZipArchive): boolean =>
  HEADERS.some((name) => entries.has(name)) || [...entries.keys()].some(isSample);

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
  const names = [...archive.entries.keys()].filter(isSample);
  for (const [index, name] of names.entries()) yield { ...(await readSample(archive, name)), place: name, index };
}

/** A sample. If an object in it has a field twice, only this sample is broken, and reading continues. */
async function readSample(archive: ZipArchive, name: string): Promise<Pick<SubmissionRecord, "value" | "broken">> {
  const folder = SHELL.exec(name)?.[1];
  try {
    const value = await readEntry(archive, name);
    return { value: folder === undefined || !isFields(value) ? value : await assembled(archive, folder, value) };
  } catch (error) {
    if (!(error instanceof RepeatedNameError)) throw error;
    return { value: undefined, broken: error };
  }
}

/**
 * A sample that was written in chunks, with its metadata and the long texts that it refers to by index. Messages and
 * events are not read, because the model's answer is in the shell.
 * @see inspect_ai/log/_recorders/chunked/format.py
 */
async function assembled(archive: ZipArchive, folder: string, shell: Fields): Promise<Fields> {
  const name = `${folder}/metadata.json`;
  const metadata = archive.entries.has(name) ? await readEntry(archive, name) : {};
  const indices = [...new Set(referencesIn({ shell, metadata }))];
  return { ...shell, metadata, attachments: await attachmentsOf(archive, folder, indices) };
}

const REFERENCE = /^attachment:\/\/(\d+)$/;

/** The indices of the attachments that a value refers to. */
function referencesIn(value: unknown): readonly number[] {
  if (typeof value === "string") return REFERENCE.test(value) ? [Number(REFERENCE.exec(value)?.[1])] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** The attachments with these indices, from their chunks. A chunk is named by the index of its first attachment. */
async function attachmentsOf(archive: ZipArchive, folder: string, indices: readonly number[]): Promise<Fields> {
  const prefix = `${folder}/attachments/`;
  const starts = [...archive.entries.keys()]
    .flatMap((name) => (name.startsWith(prefix) ? [Number.parseInt(name.slice(prefix.length), 10)] : []))
    .sort((a, b) => b - a);
  const found: Record<string, unknown> = {};
  for (const start of starts) {
    const here = indices.filter((index) => index >= start && !(index in found));
    if (here.length === 0) continue;
    const texts = await readEntry(archive, `${prefix}${start}.json`);
    for (const index of here) found[index] = Array.isArray(texts) ? texts[index - start] : undefined;
  }
  return found;
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
    throw new ImportError(`${baseNameOf(file)}: ${name}`, "UTF-8 text", "bytes that are not UTF-8");
  }
}
