import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import stringify from "safe-stable-stringify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImportBatch } from "../../../src/domain/import-batch.ts";
import { ImportContent } from "../../../src/server/workers/import-content.ts";
import { DiskFile, LineSpool } from "../../../src/server/workers/line-spool.ts";
import { textFile } from "../../fixtures/file-writing.ts";
import { FULL_SIZE, MEDIUM_SIZE } from "../../formats/importer-cases.ts";
import { importerOf, readerOf } from "../../support/importing.ts";

let folder: string;
const oldTemporary = process.env.TMPDIR;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-content-"));
  process.env.TMPDIR = folder;
});
afterEach(async () => {
  if (oldTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = oldTemporary;
  await rm(folder, { recursive: true, force: true });
});

/** The hash of a release's content, computed without `ImportContent`. Databases store such hashes, so they must not change. */
function hashOf(batch: ImportBatch): string {
  const hash = createHash("sha256");
  for (const part of ["categories", "tasks", "videos", "questions"] as const) {
    hash.update(`${part}\n`);
    for (const item of batch[part]) hash.update(`${stringify(item)}\n`);
  }
  return hash.digest("hex");
}

/** Every format, and one file that is larger than what is kept in memory. */
const CASES = [...MEDIUM_SIZE, ...FULL_SIZE.filter(({ name }) => name === "WorldSense as TSV")];

describe("the stored content of an import", () => {
  it.each(CASES)("equals what the importer reads from $name on the disk", async ({ slug, files }) => {
    const batch = await importerOf(slug)(files());
    const content = new ImportContent();
    const head = await readerOf(slug)(await onDisk(files()), content);
    expect({ ...head, videos: [...content.videos()], questions: [...content.questions()] }).toEqual(batch);
    expect([content.videoCount, content.questionCount]).toEqual([batch.videos.length, batch.questions.length]);
    expect(await content.hash(head)).toBe(hashOf(batch));
    content.close();
  });

  it("equals a file of lines that is read in several pieces", async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      ...{
        index,
        video: `v${index}`,
        duration: "<1min",
        domain: "Sports",
        sub_category: "Soccer",
        audio_class: ["Speech"],
      },
      ...{ task_domain: "Recognition", task_type: "Audio Recognition", candidates: ["A. yes", "B. no"], answer: "A" },
      question: `${"Is it so? ".repeat(30)}${index}`,
    }));
    const file = textFile("rows.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    const content = new ImportContent();
    const head = await readerOf("worldsense")(await onDisk([file]), content);
    expect([...content.questions()].map(({ text }) => text)).toEqual(rows.map(({ question }) => question));
    expect(await content.hash(head)).toBe(hashOf(await importerOf("worldsense")([file])));
    content.close();
  });

  it("has the audio labels of a video before those of its questions; the last type of a repeated label counts", () => {
    const content = new ImportContent();
    const [video, question] = [{ key: "v" }, { key: "q", video: "v" }];
    content.question({ ...question, audioTypes: [label("SOUND", "Event"), label("SPEECH", "Talk")] } as never);
    content.video({ ...video, audioTypes: [label("MUSIC", "Song"), label("MUSIC", "Talk")] } as never);
    content.question({ ...question, audioTypes: [label("SOUND", "Event")] } as never);
    expect(content.audio.all()).toEqual([label("MUSIC", "Song"), label("SPEECH", "Talk"), label("SOUND", "Event")]);
    expect(content.audio.ofQuestionsAbout("v")).toEqual([label("SOUND", "Event"), label("SPEECH", "Talk")]);
    expect(content.audio.ofQuestionsAbout("w")).toEqual([]);
  });
});

describe("a temporary file of lines", () => {
  it.each([
    ["few short lines", ["a", "", "é漢😀"]],
    [
      "more lines than are kept in memory",
      Array.from({ length: 40_000 }, (_, index) => `${index} ${"é".repeat(index % 90)}`),
    ],
    ["lines longer than the buffer", ["x".repeat(3_000_000), "short", "漢".repeat(800_000), ""]],
    ["no lines", []],
  ])("returns %s as often as it is read", (_, lines) => {
    const spool = new LineSpool();
    for (const line of lines) spool.add(line);
    expect(spool.count).toBe(lines.length);
    const expected = sha256(lines.map((line) => Buffer.from(`${line}\n`)));
    for (let time = 0; time < 2; time++) {
      expect(sha256(endedLines(spool))).toBe(expected);
      expect(sha256(spool.bytes())).toBe(expected);
    }
    spool.close();
  });

  it("has no name in the file system", async () => {
    const spool = new LineSpool();
    for (let index = 0; index < 3; index++) spool.add("x".repeat(900_000));
    if (process.platform !== "win32") expect(await readdir(folder)).toEqual([]);
    spool.close();
    expect(await readdir(folder)).toEqual([]);
  });

  const add = (records: number, length: number, labels: readonly object[] = []): void => {
    const content = new ImportContent();
    const text = "x".repeat(length);
    try {
      for (let index = 0; index < records; index++)
        content.question({ key: `q${index}`, video: null, text, audioTypes: labels } as never);
    } finally {
      content.close();
    }
  };

  it.each<[string, () => void, string]>([
    ["a question", () => add(1, 600_000), "question 'q0': expected at most 524288 bytes of JSON, found 600"],
    ["all records", () => add(600, 500_000), "at most 268435456 bytes of JSON in all records together, found more."],
    [
      "the audio labels",
      () =>
        add(
          1,
          1,
          Array.from({ length: 10_001 }, (_, index) => label("SOUND", `${index}`)),
        ),
      "audio types: expected at most 10000 labels in a benchmark, found more.",
    ],
  ])("has a limit for %s", (_name, fill, message) => {
    expect(fill).toThrow(message);
  });
});

function* endedLines(spool: LineSpool): Generator<Buffer> {
  for (const line of spool.lines()) yield Buffer.from(`${line}\n`);
}

function sha256(pieces: Iterable<Buffer>): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

const label = (type: string, nativeLabel: string): object => ({ type, nativeLabel });

async function onDisk(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Promise<DiskFile[]> {
  return Promise.all(
    files.map(async ({ name, bytes }, index) => {
      const path = join(folder, String(index));
      await writeFile(path, bytes);
      return new DiskFile(name, path);
    }),
  );
}
