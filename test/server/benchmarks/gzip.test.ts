import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readImportFiles } from "../../../src/cli/benchmarks/import-sources.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { withUnpackedFiles } from "../../../src/server/workers/unpacked-files.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture } from "../../fixtures/mmworld-fixture.ts";
import { SMALL } from "../../formats/importer-cases.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";

const oldTemporary = process.env.TMPDIR;
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-gzip-"));
  process.env.TMPDIR = folder;
  server = await createTestServer();
});
afterAll(async () => {
  await server.close();
  if (oldTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = oldTemporary;
  await rm(folder, { recursive: true, force: true });
});

const packed = ({ name, bytes }: ImportFile): ImportFile => ({ name: `${name}.gz`, bytes: gzipSync(bytes) });
const left = async () => (await readdir(folder)).filter((name) => name.startsWith("omnidex-import"));

const CSV = textFile(
  "train.csv",
  `video_id,discipline,type,question,options,correct_answer_label\nv,Game,Explanation,Why?,"{""a"":""one"",""b"":""two""}",b\n`,
);
const LINES = textFile(
  "train.jsonl",
  mmworldFixture()
    .slice(0, 2)
    .flatMap(({ questions, ...video }) => questions.map((own) => `${JSON.stringify({ ...video, ...own })}\n`))
    .join(""),
);
const CASES = [
  ...SMALL,
  { name: "CSV", slug: "mmworld", files: () => [CSV] },
  { name: "JSONL", slug: "mmworld", files: () => [LINES] },
];

describe("benchmark files compressed with gzip", () => {
  it.each(CASES)("make the same release as uncompressed files: $name", async ({ slug, files }) => {
    const plain = await importFiles(server.database, slug, files(), { replace: true });
    const report = await importFiles(server.database, slug, files().map(packed));
    expect(report).toEqual({ ...plain, status: "UNCHANGED", changes: null });
    expect(await left()).toEqual([]);
  });

  it("are read from a folder and from an upload", async () => {
    const record = (task: string) => ({
      id: "1",
      task,
      input: { question: "Is it so?" },
      output: { question_answer: "yes" },
    });
    const files = ["AVM", "AVH"].map((task) => jsonFile(`levels/x/${task}/data.json`, [record(task)]));
    const plain = await importFiles(server.database, "avi-bench", files, { replace: true });
    const inFolder = await mkdtemp(join(folder, "levels-"));
    const [one, two] = files.map(packed);
    await writeFile(join(inFolder, "AVM.json.gz"), one?.bytes ?? "");
    await writeFile(join(inFolder, "AVH.json.gz"), two?.bytes ?? "");
    const found = await readImportFiles([inFolder]);
    expect(found.map(({ name }) => name)).toEqual(["AVH.json.gz", "AVM.json.gz"]);
    expect((await importFiles(server.database, "avi-bench", found)).counts).toEqual(plain.counts);
    const body = new FormData();
    for (const { name, bytes } of files.map(packed)) body.append("file", new File([new Uint8Array(bytes)], name));
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const response = await server.app.request("/import/avi-bench", { method: "POST", headers, body });
    expect(await response.json()).toMatchObject({ contentHash: plain.contentHash, counts: plain.counts });
  });

  it("may consist of several gzip members, as files do that were appended to each other", async () => {
    const { slug, files } = CASES[0] ?? { slug: "", files: () => [] };
    const [file] = files();
    const halves = [file?.bytes.subarray(0, 100), file?.bytes.subarray(100)].map((half) => gzipSync(half ?? ""));
    const plain = await importFiles(server.database, slug, files(), { replace: true });
    const both = await importFiles(server.database, slug, [{ name: "q.gz", bytes: Buffer.concat(halves) }]);
    expect(both.contentHash).toBe(plain.contentHash);
  });

  const whole = gzipSync(LINES.bytes);
  const flipped = Buffer.from(whole);
  flipped[whole.length - 6] = (flipped[whole.length - 6] ?? 0) ^ 0xff;
  it.each([
    ["if they are cut short", whole.subarray(0, -20), /^q\.jsonl\.gz: expected a whole gzip file, found a damaged one/],
    ["if their checksum is wrong", flipped, /^q\.jsonl\.gz: expected a whole gzip file, found a damaged one/],
    ["if they are empty", gzipSync(""), /^q\.jsonl: expected content, found an empty file/],
    ["if they contain another archive", gzipSync(whole), /^q\.jsonl: .* a gzip archive within another/],
    [
      "if a record is wrong",
      gzipSync('{"video_id": 1, "questions": []}\n{}'),
      /The first: q\.jsonl: line 1: \$\.discipline: expected a value/,
    ],
  ])("are refused %s, and leave nothing behind", async (_, bytes, message) => {
    const before = await server.database.query({ text: "select count(*) as n from releases", params: [] });
    await expect(importFiles(server.database, "mmworld", [{ name: "q.jsonl.gz", bytes }])).rejects.toThrow(message);
    expect(await server.database.query({ text: "select count(*) as n from releases", params: [] })).toEqual(before);
    expect(await left()).toEqual([]);
  });

  it("are refused before they are stored if they unpack to too much in total", async () => {
    const zeros = gzipSync(Buffer.alloc(2 ** 22));
    expect(zeros.length).toBeLessThan(2 ** 13);
    const files = [1, 2, 3].map((number) => ({ name: `${number}.json.gz`, bytes: zeros }));
    const use = async () => "read";
    expect(await withUnpackedFiles(files, use, 3 * 2 ** 22)).toBe("read");
    await expect(withUnpackedFiles(files, use, 3 * 2 ** 22 - 1)).rejects.toThrow(
      /^3\.json\.gz: expected gzip files that unpack to at most 12582911 bytes together, found more/,
    );
    expect(await left()).toEqual([]);
  });
});
