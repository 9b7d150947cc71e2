import { stringify } from "yaml";
import type { ImportBatch } from "../../../src/domain/import-batch.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { importerOf } from "../../support/importing.ts";

export const SLUG = "my-bench";

const QUESTION = { text: ".question", options: ".options", answer: ".answer", task: ".task" };
const LEVEL = { level: '"UNDERSTANDING"' };

/** A recipe for the records of {@link row}, with changed sections. */
export const recipe = (change: object = {}): object => ({
  recipe: 1,
  benchmark: { slug: SLUG, title: "My benchmark" },
  video: { key: ".video" },
  question: { ...QUESTION, ...LEVEL },
  ...change,
});

/** A recipe with further or changed fields of its questions. */
export const asking = (fields: object, change: object = {}): object =>
  recipe({ question: { ...QUESTION, ...LEVEL, ...fields }, ...change });

export const recipeFile = (content: object | string, name = "my-bench.yaml"): ImportFile =>
  textFile(name, typeof content === "string" ? content : stringify(content));

/** A record of a file. */
export const row = (change: object = {}): Record<string, unknown> => ({
  ...{ video: "v1", question: "Who sings?", options: ["the girl", "the boy"], answer: "the boy", task: "Listening" },
  ...change,
});

export const rows = (...changes: readonly object[]): ImportFile => jsonFile("rows.json", changes.map(row));

/** What an import of files with a recipe reads. */
export const read = (content: object, ...files: readonly ImportFile[]): Promise<ImportBatch> =>
  importerOf(SLUG)([recipeFile(content), ...files]);
