import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { skipsWithout } from "../../support/required-tools.ts";
import { type SocketServer, startSocketServer } from "../socket-server.ts";
import { exportPath, parseNdjson } from "./export-client.ts";

// Other projects' readers can read exports directly from their URLs.

const run = promisify(execFile);
const LEVELS = { levels: ["REASONING", "PERCEPTION"] } as const;

interface Line {
  readonly key: string;
  readonly level: string;
  readonly options: readonly { readonly text: string }[];
  readonly video: { readonly durationSeconds: number | null } | null;
}

let socket: SocketServer;
let folder: string;
let lines: readonly Line[];
beforeAll(async () => {
  socket = await startSocketServer();
  folder = await mkdtemp(join(tmpdir(), "omnidex-readers-"));
  lines = parseNdjson(await (await fetch(`${socket.url}${exportPath("ndjson", LEVELS)}`)).text());
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await socket.close();
});

const address = (extension: string): string => `${socket.url}${exportPath(extension, LEVELS)}`;

const counts = (): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const { level } of lines) found[level] = (found[level] ?? 0) + 1;
  return found;
};

describe("DuckDB", () => {
  let duck: DuckDBConnection;
  /** Whether DuckDB can read over HTTP. It downloads an extension for this, which is not possible everywhere. */
  let readsHttp: boolean;
  beforeAll(async () => {
    duck = await (await DuckDBInstance.create(":memory:")).connect();
    readsHttp = await duck.run("install httpfs; load httpfs;").then(
      () => true,
      () => false,
    );
  });
  afterAll(() => duck.closeSync());

  const source = async (path: string, name: string): Promise<string> => {
    if (readsHttp) return `${socket.url}${path}`;
    const file = join(folder, name);
    await writeFile(file, Buffer.from(await (await fetch(`${socket.url}${path}`)).arrayBuffer()));
    return file;
  };
  const rowsOf = async (sql: string) => (await duck.runAndReadAll(sql)).getRowObjectsJson();

  it("reads questions as Parquet, with their types", async () => {
    const file = await source(exportPath("parquet", LEVELS), "questions.parquet");
    const levels = await rowsOf(`select level, count(*)::int as n from read_parquet('${file}') group by level`);
    expect(Object.fromEntries(levels.map(({ level, n }) => [level, n]))).toEqual(counts());
    const rows = await rowsOf(
      `select key, options, "durationSeconds" as s from read_parquet('${file}') order by ordinal`,
    );
    expect(rows).toEqual(
      lines.map(({ key, options, video }) => ({
        key,
        options: options.map(({ text }) => text),
        s: video?.durationSeconds ?? null,
      })),
    );
  });

  it.each([
    ["csv", "read_csv"],
    ["ndjson", "read_json"],
  ])("reads questions as %s", async (extension, read) => {
    const file = await source(exportPath(extension, LEVELS), `questions.${extension}`);
    const levels = await rowsOf(`select level, count(*)::int as n from ${read}('${file}') group by level`);
    expect(Object.fromEntries(levels.map(({ level, n }) => [level, n]))).toEqual(counts());
  });

  it("joins a run with its questions and gets the API's score, counting a missing answer as wrong", async () => {
    const questions = await source(exportPath("parquet"), "all.parquet");
    const answers = await source("/export/runs/run_3.parquet", "run_3.parquet");
    const [scored] = await rowsOf(`
      select sum(coalesce(score, 0)) / count(*) as score, count(*)::int as n
      from read_parquet('${questions}') q left join read_parquet('${answers}') a on a.question = q.key`);
    const { run: stored } = await socket.server.data<{ run: { score: { value: number; n: number } } }>(
      `{ run(id: "run_3") { score { value n } } }`,
    );
    expect(scored?.n).toBe(stored.score.n);
    expect(scored?.score).toBeCloseTo(stored.score.value, 12);
  });
});

const PYTHONS = [process.env.OMNIDEX_PYTHON ?? "", "/usr/bin/python3", "python3"];
const ENGINE = "from pandas.io.parquet import get_engine; get_engine('auto')";
const python = PYTHONS.find((program) => program !== "" && spawnSync(program, ["-c", ENGINE]).status === 0);

// Debian has no package of a Parquet reader for pandas. Without such a reader, these tests are skipped.
describe.skipIf(python === undefined)("pandas (skipped without pandas and pyarrow or fastparquet)", () => {
  // Skips the interpreter's clean-up, during which threads of pyarrow may abort the process.
  const END = "sys.stdout.flush(); os._exit(0)";
  const inPython = async (code: string, ...args: readonly string[]): Promise<unknown> =>
    JSON.parse(
      (await run(python ?? "", ["-c", `import json, os, sys, pandas as pd\n${code}\n${END}`, ...args])).stdout,
    );

  it.each([
    ["parquet", "pd.read_parquet(sys.argv[1])"],
    ["csv", "pd.read_csv(sys.argv[1])"],
    ["ndjson", "pd.read_json(sys.argv[1], lines=True)"],
  ])("reads questions from a URL as %s", async (extension, read) => {
    const code = `rows = ${read}\nprint(json.dumps(rows.groupby("level").size().to_dict()))`;
    expect(await inPython(code, address(extension))).toEqual(counts());
  });

  it("reads a run from a URL, with the API's sum of scores", async () => {
    const code = `rows = pd.read_parquet(sys.argv[1])\nprint(json.dumps([len(rows), rows["score"].sum()]))`;
    const { run: stored } = await socket.server.data<{
      run: { score: { correct: number; n: number; missing: number } };
    }>(`{ run(id: "run_3") { score { correct n missing } } }`);
    const { correct, n, missing } = stored.score;
    expect(await inPython(code, `${socket.url}/export/runs/run_3.parquet`)).toEqual([n - missing, correct]);
  });
});

describe.skipIf(skipsWithout("curl", spawnSync("curl", ["--version"]).status === 0))(
  "curl -C - (skipped without curl)",
  () => {
    it.each(["parquet", "ndjson", "csv"])("resumes an interrupted download of %s", async (extension) => {
      const whole = Buffer.from(await (await fetch(address(extension))).arrayBuffer());
      const file = join(folder, `part.${extension}`);
      await writeFile(file, whole.subarray(0, 10_000));
      const { stdout } = await run("curl", [
        "-sS",
        "-C",
        "-",
        "-o",
        file,
        "-w",
        "%{http_code} %{size_download}",
        address(extension),
      ]);
      expect(stdout).toBe(`206 ${whole.length - 10_000}`);
      expect((await readFile(file)).equals(whole)).toBe(true);
    });
  },
);
