import { ImportError } from "../domain/import-error.ts";
import type { ImportFile } from "./importer.ts";
import { openDocument } from "./reading/document.ts";
import type { RecordReader } from "./reading/record-reader.ts";

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

/** The slug of the benchmark whose own file this seems to be; null for any other file and for an unreadable one. */
export async function benchmarkOf(file: ImportFile): Promise<string | null> {
  try {
    const record = await firstRecord(file);
    return MARKS.find(([, fields]) => fields.every((name) => record?.has(name) === true))?.[0] ?? null;
  } catch (error) {
    if (error instanceof ImportError) return null;
    throw error;
  }
}

async function firstRecord(file: ImportFile): Promise<RecordReader | null> {
  const opened = await openDocument(file);
  if (opened.kind === "rows") for (const row of opened.rows) return row;
  if (opened.kind !== "json") return null;
  if (opened.document.isArray) for (const record of opened.document.elements()) return record;
  else for (const [, member] of opened.document.members()) return member;
  return null;
}
