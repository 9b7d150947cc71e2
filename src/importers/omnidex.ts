import type { ImportAbout, ImportHead } from "../domain/import-batch.ts";
import { slugify } from "../domain/slug.ts";
import { BatchBuilder } from "./batch/batch-builder.ts";
import { gathering, type Importer, type ImportFile, type ImportReader, type ImportRecords } from "./importer.ts";
import { readOmnidexQuestion } from "./omnidex-question.ts";
import { readOmnidexTask } from "./omnidex-task.ts";
import { readOmnidexVideo } from "./omnidex-video.ts";
import { onlyFile } from "./reading/document.ts";
import { JsonDocument } from "./reading/json-document.ts";
import type { RecordReader } from "./reading/record-reader.ts";

const ROOT_FIELDS = ["benchmark", "tasks", "videos", "questions"];
const BENCHMARK_FIELDS = ["slug", "title", "description", "license", "homepage"];

/**
 * A reader for a custom benchmark, in the format of docs/import.md.
 * @param slug the required value of the file's `benchmark.slug`; `null` accepts any.
 */
export const omnidexReader =
  (slug: string | null): ImportReader =>
  async (files, records) =>
    readOmnidex(files, records, slug);

export const createOmnidexImporter = (slug: string | null): Importer => gathering(omnidexReader(slug));

function readOmnidex(files: readonly ImportFile[], records: ImportRecords, slug: string | null): ImportHead {
  const root = new JsonDocument(onlyFile(files, "one JSON file"));
  root.onlyFields(ROOT_FIELDS);
  const benchmark = root.field("benchmark");
  const builder = new BatchBuilder(readSlug(benchmark, slug), readAbout(benchmark), null, records);
  for (const task of root.optionalRecords("tasks")) builder.tasks.put(readOmnidexTask(task));
  for (const video of root.optionalRecords("videos")) builder.addVideo(readOmnidexVideo(builder, video), video);
  for (const question of root.records("questions")) {
    builder.addQuestion(readOmnidexQuestion(builder, question), question);
  }
  return builder.build("omnidex-json", files);
}

function readSlug(benchmark: RecordReader, wanted: string | null): string {
  const field = benchmark.field("slug");
  const slug = field.text();
  if (slugify(slug) !== slug) field.fail("a slug: lower-case letters, digits and single hyphens");
  if (wanted !== null && slug !== wanted) field.fail(`the benchmark that is imported, "${wanted}"`);
  return slug;
}

function readAbout(benchmark: RecordReader): ImportAbout {
  benchmark.onlyFields(BENCHMARK_FIELDS);
  return {
    title: benchmark.field("title").text(),
    description: benchmark.optional("description")?.text() ?? null,
    license: benchmark.optional("license")?.text() ?? null,
    homepage: benchmark.optional("homepage")?.text() ?? null,
  };
}
