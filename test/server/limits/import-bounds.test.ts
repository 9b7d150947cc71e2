import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ImportError } from "../../../src/domain/import-error.ts";
import { endsWithParent } from "../../../src/formats/files/bounded-process.ts";
import { ImportContent } from "../../../src/server/workers/import-content.ts";
import { DiskFile } from "../../../src/server/workers/line-spool.ts";
import { type ReadingBounds, readApart, readWithin } from "../../../src/server/workers/read-apart.ts";
import { readHere } from "../../../src/server/workers/unpacked-files.ts";
import { parquetFile } from "../../fixtures/file-writing.ts";

const BOUNDS: ReadingBounds = { heapMb: 64, memoryMb: 400, timeMs: 600_000 };

/** A process that has ended may be left for its parent to read its exit code. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-bounds-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, content: string | Uint8Array): Promise<DiskFile> {
  const path = join(folder, `${files++}`);
  await writeFile(path, content);
  return new DiskFile(name, path);
}

const question = (key: string, text: string): object => ({
  key,
  text,
  options: ["a\u2028b", "c"],
  answer: "B",
  task: "T",
});
const benchmark = (questions: readonly object[], videos: readonly object[] = []): object => ({
  ...{ benchmark: { slug: "mine", title: "Mine" }, tasks: [{ name: "T", level: "PERCEPTION" }], videos, questions },
});

describe("an import that is read in a process of its own", () => {
  it("has the content that it has when it is read here", async () => {
    const video = { key: "v", category: "C", durationSeconds: 3, audioTypes: ["Music"] };
    const rows = Array.from({ length: 500 }, (_, n) => ({
      ...question(`q${n}`, `Line\r\nend \u2028 ${n}`),
      video: "v",
    }));
    const file = await fileOf("mine.json.gz", gzipSync(JSON.stringify(benchmark(rows, [video]))));
    const [here, apart] = [new ImportContent(), new ImportContent()];
    try {
      const heads = [await readHere("mine", [file], here), await readApart("mine", [file], apart)] as const;
      expect(heads[1]).toEqual(heads[0]);
      expect(await apart.hash(heads[1])).toBe(await here.hash(heads[0]));
      expect([...apart.questions()]).toEqual([...here.questions()]);
      expect(apart.audio.all()).toEqual(here.audio.all());
    } finally {
      here.close();
      apart.close();
    }
  });

  it("is not read into the memory of this process", async () => {
    const rows = Array.from({ length: 500 }, (_, n) => question(`q${n}`, `Number ${n}`));
    const file = await fileOf("mine.json", JSON.stringify(benchmark(rows)));
    const whole = vi.spyOn(DiskFile.prototype, "bytes", "get");
    const pieces = vi.spyOn(DiskFile.prototype, "read");
    const content = new ImportContent();
    try {
      await readApart("mine", [file], content);
      expect(content.questionCount).toBe(500);
      expect(whole).not.toHaveBeenCalled();
      // The records that the other process wrote.
      expect(pieces).toHaveBeenCalled();
    } finally {
      content.close();
      vi.restoreAllMocks();
    }
  });

  it("has the problems that it has when it is read here", async () => {
    const file = await fileOf(
      "mine.json.gz",
      gzipSync(JSON.stringify(benchmark([{ key: "q" }, question("q", "twice")]))),
    );
    const problems = async (read: typeof readHere) => {
      const content = new ImportContent();
      const error = await read("mine", [file], content).catch((reason: unknown) => reason);
      content.close();
      expect(error).toBeInstanceOf(ImportError);
      return error as ImportError;
    };
    const [here, apart] = [await problems(readHere), await problems(readApart)];
    expect(apart.message).toBe(here.message);
    expect(apart.details).toEqual(here.details);
  });

  const refusal = async (bounds: Partial<ReadingBounds>, file: DiskFile, slug = "mine"): Promise<string> => {
    const order = {
      benchmark: slug,
      files: [{ name: file.name, path: file.path }],
      folder: await mkdtemp(join(folder, "order-")),
    };
    const reply = await readWithin({ ...BOUNDS, ...bounds }, order).catch((error: Error) => error);
    if (reply instanceof ImportError) return reply.found;
    return "problems" in reply ? (reply.problems[0]?.found ?? "") : JSON.stringify(reply);
  };

  it.each([
    [
      "a gzip of one long string",
      "long.json.gz",
      () => gzipSync(JSON.stringify(benchmark([question("q", "x".repeat(50_000_000))]))),
    ],
    ["a table with one long cell", "long.csv.gz", () => gzipSync(`key,text\n1,"${"x".repeat(100_000_000)}"\n`)],
    [
      "a table with very many cells",
      "cells.csv.gz",
      () => gzipSync(`${"a,".repeat(10)}\n${"1,2,3,4,5,6,7,8,9,10,\n".repeat(1_500_000)}`),
    ],
  ])("is ended if it takes too much memory: %s", async (_name, name, content) => {
    expect(await refusal({}, await fileOf(name, content()))).toBe("files that take too much memory");
  });

  it("is refused if a Parquet file unpacks to too much, even if its rows share one text", async () => {
    const text = "x".repeat(1_000_000);
    const rows = Array.from({ length: 300 }, (_, index) => ({ index: String(index), question: text }));
    const { bytes } = parquetFile("long.parquet", rows);
    expect(bytes.length).toBeLessThan(200_000);
    const file = await fileOf("long.parquet", bytes);
    expect(await refusal({}, file, "worldsense")).toBe("a damaged one (it unpacks to too much)");
  });

  it("is ended if it takes too much time", async () => {
    const file = await fileOf("mine.json", JSON.stringify(benchmark([question("q", "short")])));
    expect(await refusal({ timeMs: 1 }, file)).toBe("files that take too much time");
  });

  it("does not survive the server, even in the middle of a loop", async () => {
    const loop = `new (require("node:worker_threads").Worker)(GUARD, { eval: true }); console.log(process.pid); for (;;);`;
    const server = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { spawn } from "node:child_process";
         const guard = (${endsWithParent.toString()})(process.pid);
         const program = ${JSON.stringify(loop)}.replace("GUARD", JSON.stringify(guard));
         spawn(process.execPath, ["-e", program], { stdio: ["ignore", "inherit", "ignore"] });
         process.stdin.resume();`,
      ],
      { stdio: ["pipe", "pipe", "inherit"] },
    );
    const [told] = await once(server.stdout, "data");
    const pid = Number(told);
    expect(isRunning(pid)).toBe(true);
    server.kill("SIGKILL");
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
