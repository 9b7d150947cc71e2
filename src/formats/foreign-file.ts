import { ImportError } from "../domain/import-error.ts";
import { sourceOf } from "./files/byte-source.ts";
import { openDocument } from "./files/document.ts";
import type { ImportFile } from "./files/importer.ts";
import type { RecordReader } from "./files/record-reader.ts";
import { openRecords } from "./files/record-source.ts";
import type { SubmissionFile } from "./files/submission-file.ts";
import { detectFormat, firstRecord as firstResult } from "./format-detection.ts";

/** Fields of the first record that identify a benchmark's own files. Most benchmarks have files of two forms. */
const MARKS: readonly (readonly [slug: string, fields: readonly string[]])[] = [
  ["worldsense", ["task0", "video_duration"]],
  ["worldsense", ["candidates", "task_domain", "task_type"]],
  ["mmworld", ["video_id", "discipline", "questions"]],
  ["mmworld", ["video_id", "discipline", "correct_answer_label"]],
  ["omnivideobench", ["video", "video_type", "questions"]],
  ["omnivideobench", ["video", "video_type", "correct_option"]],
  ["avi-bench", ["task", "input", "output"]],
];

/**
 * Says what a file is that cannot be imported as `benchmark`, and which command takes it: another benchmark's own file,
 * or a result file. Null for any other file.
 */
export async function describeForeign(file: ImportFile, benchmark: string): Promise<string | null> {
  const slug = await unlessUnreadable(() => benchmarkOf(file));
  if (slug === benchmark) return null;
  if (slug !== null) return `what looks like a file of ${slug}; import it under that name: 'omnidex import ${slug}'`;
  return (await unlessUnreadable(() => hasResults(file))) === true
    ? "what looks like a result file; 'omnidex submit' takes those"
    : null;
}

async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ImportError) return null;
    throw error;
  }
}

/** The slug of the benchmark whose own file this seems to be; null for any other file. */
async function benchmarkOf(file: ImportFile): Promise<string | null> {
  const record = await firstRecord(file);
  return MARKS.find(([, fields]) => fields.every((name) => record?.has(name) === true))?.[0] ?? null;
}

/** A column with the output of a model, also in tables whose form `submit` does not know: `pred_full`. */
const OUTPUT = /^(model_|raw_)?(response|prediction|pred)s?(_|$)/i;

/** Whether a file has the outputs of a model. @throws {ImportError} for a file of a form that `submit` does not know */
async function hasResults(file: ImportFile): Promise<boolean> {
  const submitted = asSubmission(file);
  const source = await openRecords(submitted);
  const first = await firstResult(submitted, source);
  return (
    Object.keys(first).some((name) => OUTPUT.test(name)) || detectFormat({ file: submitted, source, first }) !== null
  );
}

function asSubmission(file: ImportFile): SubmissionFile {
  const source = sourceOf(file);
  return {
    name: file.name,
    size: source.size,
    // A copy, because the source may reuse its buffer.
    read: async (position, length) => source.read(position, Math.min(position + length, source.size)).slice(),
    sibling: async () => null,
  };
}

async function firstRecord(file: ImportFile): Promise<RecordReader | null> {
  const opened = await openDocument(file);
  if (opened.kind === "rows") for (const row of opened.rows) return row;
  if (opened.kind !== "json") return null;
  if (opened.document.isArray) for (const record of opened.document.elements()) return record;
  else for (const [, member] of opened.document.members()) return member;
  return null;
}
