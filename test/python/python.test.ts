import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import { admin, type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { ADMIN_KEY } from "../support/test-server.ts";

const FOLDER = resolve(import.meta.dirname, "../../python");
/** Debian's Python comes first, because it may have pandas when another Python on the path does not. */
const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import sys; assert sys.version_info >= (3, 9)"]).status === 0,
);
const has = skipsWithout("Python 3.9", python !== undefined);

let socket: SocketServer;
let files: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  socket = await startSocketServer();
  files = mkdtempSync(join(tmpdir(), "omnidex-python-"));
  const exported = async (format: string, name: string): Promise<string> => {
    const text = await (await fetch(`${socket.url}/export/runs/run_2?format=${format}`, { headers: admin })).text();
    writeFileSync(join(files, name), text);
    return text;
  };
  const questions = Array.from({ length: 120 }, (_, index) => ({
    ...{ key: `p${index}`, task: "Counting", level: "PERCEPTION", text: `Which is part ${index}?` },
    ...{ options: ["one", "two"], answer: "A" },
  }));
  const form = new FormData();
  const parted = JSON.stringify({ benchmark: { slug: "parted", title: "Parted" }, questions });
  form.append("file", new Blob([parted]), "parted.json");
  const imported = await fetch(`${socket.url}/import/parted?open=0.4`, { method: "POST", body: form, headers: admin });
  expect(imported.status, await imported.text()).toBe(200);
  await exported("lmms-eval", "20260101_000000_samples_omnidex_demo.jsonl");
  await exported("lmms-eval-results", "20260101_000000_results.json");
  const rows = (await exported("omnidex", "rows.ndjson"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const sdk = new Omnidex({ url: socket.url, apiKey: ADMIN_KEY });
  const { id } = await sdk.submitRun({
    ...{ benchmark: "omnidex-demo", model: { name: "from both SDKs" }, inputs: ["VIDEO", "AUDIO"], seed: 3 },
    predictions: rows.map(({ question, response, error }) => ({ question, response, error })),
  });
  environment = {
    ...process.env,
    ...{ OMNIDEX_URL: socket.url, OMNIDEX_API_KEY: ADMIN_KEY, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: "1" },
    ...{ OMNIDEX_TEST_FILES: files, OMNIDEX_TEST_RUN: "run_2", OMNIDEX_TEST_SDK_RUN: id },
  };
});
afterAll(async () => {
  rmSync(files, { recursive: true });
  await socket.close();
});

/** Runs Python, and returns what it prints. It must not block this process, which is also the server. */
const run = (...args: readonly string[]): Promise<string> =>
  new Promise((done, failed) => {
    execFile(python ?? "", args, { cwd: FOLDER, env: environment }, (error, stdout, stderr) =>
      error === null ? done(`${stdout}${stderr}`) : failed(new Error(`${stdout}\n${stderr}`)),
    );
  });

describe("python/tests", () => {
  const modules = readdirSync(join(FOLDER, "tests")).filter((name) => /^test_.*\.py$/.test(name));

  it.skipIf(has).each(modules)("%s passes (skipped without Python 3.9)", async (name) => {
    const report = await run(
      "-W",
      "error::ResourceWarning",
      "-m",
      "unittest",
      "-v",
      `tests.${name.replace(".py", "")}`,
    );
    const skipped = report.match(/skipped '.*'/g) ?? [];
    if (skipped.length > 0) console.log(`${name}: ${[...new Set(skipped)].join(", ")}`);
    expect(report).toMatch(/^Ran [1-9]\d* tests? /m);
    expect(report).toMatch(/^OK( \(skipped=\d+\))?$/m);
  });
});

describe("the methods of the client", () => {
  /** Methods that have another name in Python. */
  const NAMES: Readonly<Record<string, string>> = {
    query: "graphql",
    submitRun: "submit",
    validateRun: "validate",
  };
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  it.skipIf(has)("each have a counterpart in Python, which is documented (skipped without Python 3.9)", async () => {
    const client = new Omnidex({ url: socket.url });
    const methods = [...Object.keys(client), "lastResponse"].sort();
    expect(methods.length).toBeGreaterThan(80);
    const printed = await run(
      "-c",
      "import json, omnidex\nprint(json.dumps({name: bool(getattr(omnidex.Client, name).__doc__) for name in dir(omnidex.Client) if name[0] != '_'}))",
    );
    const documented: Readonly<Record<string, boolean>> = JSON.parse(printed);
    const table = methods.map((name) => [name, NAMES[name] ?? snake(name)] as const);
    expect(table.filter(([, name]) => !(name in documented))).toEqual([]);
    expect(Object.keys(documented).filter((name) => !documented[name])).toEqual([]);
    const own = Object.keys(documented).filter((name) => !table.some(([, counterpart]) => counterpart === name));
    // What Python has beside: lists that the SDK has in the results of comparisons, and the readers of files and tables.
    expect(own.sort()).toEqual(
      ["compare", "contrast", "disagreements", "needing", "read", "table", "uniquely_right"].sort(),
    );
  });

  it.skipIf(has)("are in modules that Python 3.9 can read (skipped without Python 3.9)", async () => {
    const code = [
      "import ast, pathlib",
      "paths = [*pathlib.Path('.').rglob('*.py')]",
      "[ast.parse(path.read_text(encoding='utf-8'), feature_version=(3, 9)) for path in paths]",
      "print(len(paths))",
    ].join("\n");
    expect(Number(await run("-c", code))).toBeGreaterThan(15);
  });
});
