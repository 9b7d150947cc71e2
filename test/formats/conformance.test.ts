import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportBatch, ImportQuestion } from "../../src/domain/import-batch.ts";
import { ImportError } from "../../src/domain/import-error.ts";
import { ANSWER_FORMATS, LEVELS } from "../../src/domain/vocabulary.ts";
import type { ImportFile } from "../../src/formats/files/importer.ts";
import { jsonFile, textFile } from "../fixtures/file-writing.ts";
import { importerOf } from "../support/importing.ts";
import { FULL_SIZE } from "./importer-cases.ts";

describe.each(FULL_SIZE)("the importer of $name", ({ slug, files }) => {
  const importer = importerOf(slug);
  let batch: ImportBatch;
  beforeAll(async () => {
    batch = await importer(files());
  });

  it("gives every video and question a unique key", () => {
    expect(new Set(batch.videos.map(({ key }) => key)).size).toBe(batch.videos.length);
    expect(new Set(batch.questions.map(({ key }) => key)).size).toBe(batch.questions.length);
    expect(batch.benchmark).toBe(slug);
  });

  it("is deterministic, so that ordinals and hashes are stable", async () => {
    expect(JSON.stringify(await importer(files()))).toBe(JSON.stringify(batch));
  });

  it("lists a category's parent before it", () => {
    const seen = new Set<string>();
    for (const { slug: category, parent } of batch.categories) {
      if (parent !== null) expect(seen).toContain(parent);
      expect(seen).not.toContain(category);
      seen.add(category);
    }
  });

  it("refers only to objects of the same batch", () => {
    expect(danglingReferences(batch)).toEqual([]);
  });

  it("uses only known values and the question's own options", () => {
    const isKnown = ({ level, answerFormat, answer, options }: ImportQuestion): boolean =>
      LEVELS.includes(level) &&
      ANSWER_FORMATS.includes(answerFormat) &&
      (answer.kind !== "option" || options[answer.position] !== undefined) &&
      (answerFormat === "MULTIPLE_CHOICE") === (answer.kind === "option");
    expect(batch.questions.filter((question) => !isKnown(question))).toEqual([]);
  });

  it("gives a batch that survives a round trip through JSON, so that the content hash is stable", () => {
    expect(JSON.parse(JSON.stringify(batch))).toEqual(batch);
  });

  it.each(brokenFiles())("refuses $name, and the error names the place", async ({ file }) => {
    const error = await importer([file]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ImportError);
    expect(error).toMatchObject({ code: "BAD_USER_INPUT", path: expect.stringContaining("data") });
  });

  it("refuses an empty list of files", async () => {
    await expect(importer([])).rejects.toThrow(ImportError);
  });
});

function danglingReferences(batch: ImportBatch): string[] {
  const categories = new Set(batch.categories.map(({ slug }) => slug));
  const tasks = new Set(batch.tasks.map(({ slug }) => slug));
  const videos = new Set(batch.videos.map(({ key }) => key));
  return [
    ...batch.videos.filter(({ category }) => category !== null && !categories.has(category)).map(({ key }) => key),
    ...batch.questions.filter(({ task }) => !tasks.has(task)).map(({ key }) => key),
    ...batch.questions.filter(({ video }) => video !== null && !videos.has(video)).map(({ key }) => key),
  ];
}

function brokenFiles(): { name: string; file: ImportFile }[] {
  const bytes = (...values: number[]): ImportFile => ({ name: "data.json", bytes: Uint8Array.from(values) });
  return [
    { name: "an empty file", file: bytes() },
    { name: "white space", file: textFile("data.json", " \n ") },
    { name: "half a document", file: textFile("data.json", '[{"a": ') },
    { name: "a number", file: jsonFile("data.json", 7) },
    { name: "an empty array", file: jsonFile("data.json", []) },
    { name: "an empty object", file: jsonFile("data.json", {}) },
    { name: "an array of nulls", file: jsonFile("data.json", [null]) },
    { name: "records without fields", file: jsonFile("data.json", [{}]) },
    { name: "an object of objects", file: jsonFile("data.json", { a: {} }) },
    { name: "a repeated field", file: textFile("data.json", '[{"a": 1, "a": 2}]') },
    { name: "a NUL character", file: jsonFile("data.json", [{ a: "\0" }]) },
    { name: "half a surrogate pair", file: textFile("data.json", '[{"a": "\\ud800"}]') },
    { name: "a gzip archive", file: { name: "data.json.gz", bytes: gzipSync("[]") } },
    { name: "a ZIP archive", file: bytes(0x50, 0x4b, 3, 4, 0, 0) },
    { name: "UTF-16", file: bytes(0xff, 0xfe, 0x5b, 0) },
    { name: "bytes that are not text", file: bytes(0x5b, 0xc3, 0x28, 0x5d) },
    { name: "a Parquet file of four bytes", file: bytes(0x50, 0x41, 0x52, 0x31) },
    { name: "prose", file: textFile("data.json", "hello") },
    { name: "a table without its columns", file: textFile("data.tsv", "a\tb\n1\t2\n") },
  ];
}
