import type { ImportAbout, ImportHead } from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";
import { runsCode } from "../../domain/web-address.ts";
import { BatchBuilder } from "../batch/batch-builder.ts";
import { ImportProblems, readFields } from "../batch/import-problems.ts";
import { asBuffer, sourceOf, textStart } from "../files/byte-source.ts";
import { onlyFile } from "../files/document.ts";
import {
  gathering,
  type Importer,
  type ImportFile,
  type ImportReader,
  type ImportRecords,
} from "../files/import-file.ts";
import { JsonDocument } from "../files/json-document.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { TaskChances } from "./omnidex-chance.ts";
import { readOmnidexQuestion } from "./omnidex-question.ts";
import { readOmnidexCategory, readOmnidexOddity, readOmnidexTask, readSlug } from "./omnidex-task.ts";
import { readOmnidexVideo } from "./omnidex-video.ts";

const ROOT_FIELDS = ["benchmark", "categories", "tasks", "oddities", "videos", "questions"];
const BENCHMARK_FIELDS = ["slug", "title", "description", "license", "homepage"];

/**
 * A reader for a custom benchmark, in the format of docs/import.md.
 * @param slug the required value of the file's `benchmark.slug`; `null` accepts any.
 */
export const omnidexReader =
  (slug: string | null): ImportReader =>
  async (files, records) =>
    readOmnidex(files, records, slug);

/**
 * Whether the files are a single file in this format: a JSON object with a `benchmark` that is also an object. Returns
 * false for a file that is not JSON.
 */
export function isOmnidexFile(files: readonly ImportFile[]): boolean {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !beginsObject(file)) return false;
  try {
    const benchmark = new JsonDocument(file).optional("benchmark");
    // WorldSense's file is an object of videos by id, so one of its videos might have the id "benchmark".
    return benchmark?.isObject === true && !benchmark.has("video_id");
  } catch (error) {
    if (error instanceof ImportError) return false;
    throw error;
  }
}

function beginsObject(file: ImportFile): boolean {
  const source = sourceOf(file);
  const start = textStart(source);
  const beginning = source.read(start, Math.min(start + source.pieceSize, source.size));
  return asBuffer(beginning).toString("latin1").trimStart().startsWith("{");
}

export const createOmnidexImporter = (slug: string | null): Importer => gathering(omnidexReader(slug));

function readOmnidex(files: readonly ImportFile[], records: ImportRecords, slug: string | null): ImportHead {
  const root = new JsonDocument(onlyFile(files, "one JSON file"), "number");
  const problems = new ImportProblems();
  problems.attempt(() => root.onlyFields(ROOT_FIELDS));
  const head = problems.attempt(() => readHead(root.field("benchmark"), slug));
  const builder = new BatchBuilder(head?.slug ?? "", head?.about ?? UNREADABLE, null, records, problems);
  problems.attemptEach(root.optionalRecords("categories"), (record) => readOmnidexCategory(builder, record));
  problems.attemptEach(root.optionalRecords("tasks"), (record) => readOmnidexTask(builder, record));
  problems.attemptEach(root.optionalRecords("oddities"), (record) =>
    builder.oddities.takeOver(readOmnidexOddity(record)),
  );
  problems.attemptEach(root.optionalRecords("videos"), (record) =>
    builder.readVideo(keyOf(record), record, () => readOmnidexVideo(builder, record)),
  );
  const chances = new TaskChances(builder);
  problems.attemptEach(root.records("questions"), (record) =>
    builder.readQuestion(keyOf(record), record, () => chances.count(readOmnidexQuestion(builder, record))),
  );
  chances.reconcile();
  return builder.build("omnidex-json", files);
}

/** A placeholder for a benchmark description that cannot be read. It is never stored. */
const UNREADABLE: ImportAbout = { title: "", description: null, license: null, homepage: null };

const readHead = (benchmark: RecordReader, wanted: string | null) =>
  readFields({ slug: () => readOwnSlug(benchmark, wanted), about: () => readAbout(benchmark) });

/** The key of a video or question; null if it has none, which its reader reports. */
function keyOf(record: RecordReader): string | null {
  const key = record.optional("key")?.value;
  return typeof key === "string" && key.trim() !== "" ? key : null;
}

function readOwnSlug(benchmark: RecordReader, wanted: string | null): string {
  const field = benchmark.field("slug");
  const slug = readSlug(field);
  if (wanted !== null && slug !== wanted) field.fail(`the benchmark that is imported, "${wanted}"`);
  return slug;
}

function readAbout(benchmark: RecordReader): ImportAbout {
  benchmark.onlyFields(BENCHMARK_FIELDS);
  return readFields({
    title: () => benchmark.field("title").text(),
    description: () => benchmark.optional("description")?.text() ?? null,
    license: () => readLicense(benchmark.optional("license")),
    homepage: () => benchmark.optional("homepage")?.address() ?? null,
  });
}

/** A licence's name, or its address. */
function readLicense(license: RecordReader | null): string | null {
  if (license === null) return null;
  const text = license.text();
  return runsCode(text) ? license.fail("the name of a licence, or its http or https address") : text;
}
