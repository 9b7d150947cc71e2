import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { inFolder, omnidex, start } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();
const DEMO = "omnidex-demo";

/** The exit codes in the table of docs/cli.md. */
async function documentedCodes(): Promise<number[]> {
  const page = await readFile(join(import.meta.dirname, "../../docs/cli.md"), "utf8");
  const table = page.slice(page.indexOf("| Exit code | Meaning |"));
  return [...table.slice(0, table.indexOf("\n\n")).matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
}

it("the documentation has the exit codes of the tests below", async () => {
  expect(await documentedCodes()).toEqual([0, 1, 2, 130]);
});

describe("0", () => {
  it.each([
    [["--help"]],
    [["--version"]],
    [["help"]],
    [["runs", "--help"]],
    [["runs"]],
    [["questions", "--task", "event-order", "--min-duration", "50h"]],
  ])("for %j", async (args) => {
    expect(await cli.run(args)).toMatchObject({ code: 0 });
  });

  it.each([
    "questions --output -",
    "questions --json",
    "questions --limit 400 --quiet",
    "export questions",
    "export run demo-large --quiet",
    "leaderboard omnidex-demo",
    "--help",
  ])("and nothing on stderr if the reader of the pipe is gone: %s", async (line) => {
    const child = start(line.split(" "), { OMNIDEX_URL: cli.url() });
    child.stdout?.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, "close")]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("1", () => {
  it.each([
    [["runs"], { OMNIDEX_URL: "http://127.0.0.1:2" }, "Cannot reach"],
    [["keys", "list"], { OMNIDEX_API_KEY: "omx_not_a_key_of_this_server" }, "unknown to this server"],
    [["withdraw", "run_1"], { OMNIDEX_API_KEY: "", OMNIDEX_ADMIN_KEY: "" }, "Writing needs a key"],
    [["api", "{ nothing }"], {}, "nothing"],
    [["questions", "--output", "/no/such/folder/q.csv"], {}, "cannot be written: ENOENT"],
  ] as const)("for %j with %j", async (args, environment, message) => {
    const { code, stderr } = await cli.run(args, environment);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it("for a failure whose report nobody reads, too: a closed pipe hides no failure", () =>
    inFolder(async (folder) => {
      const file = join(folder, "rows.jsonl");
      await writeFile(file, '{"question": "no/such", "response": "A"}\n');
      const args = ["submit", file, "--benchmark", DEMO, "--model", "m", "--inputs", "video", "--dry-run", "--json"];
      const child = start(args, { OMNIDEX_URL: cli.url() });
      child.stdout?.destroy();
      const [stderr, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, "close")]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("1 row cannot be used") });
    }));

  /** Runs a command whose standard output is a file that cannot grow beyond 1 kB, as on a full disk. */
  const onFullDisk = (args: readonly string[]): Promise<{ code: number; stderr: string; written: number }> =>
    inFolder(async (folder) => {
      const program = join(import.meta.dirname, "../../bin/omnidex.js");
      const out = join(folder, "out");
      const line = 'ulimit -f 1; out="$1"; shift; exec "$@" > "$out"';
      const env = { PATH: process.env.PATH ?? "", OMNIDEX_URL: cli.url(), OMNIDEX_CONFIG_DIR: folder };
      const child = spawn("bash", ["--norc", "-c", line, "bash", out, process.execPath, program, ...args], {
        ...{ env, stdio: ["ignore", "ignore", "pipe"] },
      });
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
      return { code, stderr, written: (await readFile(out)).length };
    });

  it.each([
    [["questions", "--output", "-"]],
    [["questions", "--json"]],
    [["questions"]],
    [["runs", "--json"]],
    [["export", "questions"]],
    [["export", "run", "demo-large"]],
    [["api", "{ questions(first: 50) { nodes { key text } } }"]],
    [["--help"]],
  ])("and a clear line without a stack trace if standard output cannot be written: %j", async (args) => {
    expect(await onFullDisk(args)).toEqual({
      code: 1,
      stderr: "omnidex: standard output cannot be written: EFBIG: file too large, write\nThe output is incomplete.\n",
      written: 1024,
    });
  });
});

describe("2", () => {
  it.each([
    [["no-such-command"], "unknown command 'no-such-command'"],
    [["runs", "--no-such-option"], "unknown option '--no-such-option'"],
    [["run"], "missing required argument 'run'"],
    [["runs", "--limit", "none"], "--limit"],
    [["runs", "extra"], "too many arguments"],
    [["run", "run_999"], "run_999"],
    [["run", "no-such-model"], "no-such-model"],
    [["breakdown", "run_999", "--by", "level"], "run_999"],
    [["compare", "demo-large", "no-such-model"], "no-such-model"],
    [["audit", "run_999"], "run_999"],
    [["levels", "run_999"], "run_999"],
    [["errors", "run_999"], "run_999"],
    [["export", "run", "run_999"], "run_999"],
    [["withdraw", "run_999"], "run_999"],
    [["rescore", "run_999"], "run_999"],
    [["runs", "restore", "run_999"], "run_999"],
    [["runs", "update", "run_999", "--notes", "x"], "run_999"],
    [["benchmarks", "no-such"], "no-such"],
    [["releases", "no-such"], "no-such"],
    [["use-release", "no-such", "1"], "no-such"],
    [["use-release", DEMO, "9"], "release 9"],
    [["leaderboard", "no-such"], "no-such"],
    [["table", "no-such", "--by", "level"], "no-such"],
    [["items", "no-such"], "no-such"],
    [["suspects", "no-such"], "no-such"],
    [["health", "no-such"], "no-such"],
    [["power", "no-such", "--difference", "2"], "no-such"],
    [["subset", "no-such"], "no-such"],
    [["snapshots", "no-such"], "no-such"],
    [["error-types", "no-such"], "no-such"],
    [["challenge", "show", "no-such"], "no-such"],
    [["challenge", "board", "no-such"], "no-such"],
    [["challenge", "export", "no-such"], "no-such"],
    [["challenge", "merge", "no-such"], "no-such"],
    [["challenge", "disclosure", "no-such"], "no-such"],
    [["maintainers", "list", "no-such"], "no-such"],
    [["quota", "no-such", "--per-day", "2"], "no-such"],
    [["rescore", "--benchmark", "no-such"], "no-such"],
    [["export", "benchmark", "no-such"], "no-such"],
    [["export", "croissant", "no-such"], "no-such"],
    [["questions", "--benchmark", "no-such"], "no-such"],
    [["questions", "--key", "video-001/9", "-b", DEMO], "video-001/9"],
    [["questions", "--snapshot", "snapshot_9"], "snapshot_9"],
    [["runs", "--benchmark", "no-such"], "no-such"],
    [["keys", "revoke", "key_999"], "key_999"],
    [["keys", "rotate", "key_999"], "key_999"],
    [["signing-keys", "revoke", "no-such"], "no-such"],
    [["open", "no-such"], "no-such"],
    [["completion", "no-such"], "no-such"],
    [
      ["submit", "/no/such/file.jsonl", "--benchmark", DEMO, "--model", "m", "--inputs", "video"],
      "/no/such/file.jsonl",
    ],
    [["import", DEMO, "/no/such/file.json"], "/no/such/file.json"],
    [["label-errors", "run_1", "/no/such/file.csv"], "/no/such/file.csv"],
    [["report-scores", "run_1", "/no/such/file.csv", "--source", "x"], "/no/such/file.csv"],
    [["restore", "/no/such/file.gz"], "/no/such/file.gz"],
    [["challenge", "verify", "/no/such/board.json", "--key", "/no/such/key"], "/no/such/board.json"],
    [["releases", "--json", DEMO], "Arguments of the command go before --json."],
    [["releases", "--json", "worldsense"], "arguments go before --json)"],
    [["runs", "--json", "id,modle.name"], "Did you mean 'model'?"],
  ] as const)("for %j", async (args, message) => {
    const { code, stderr } = await cli.run(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("for a setting that is invalid", async () => {
    expect(await omnidex(["serve"], { PORT: "many" })).toMatchObject({ code: 2 });
  });
});

describe("130", () => {
  it("after an interrupt", async () => {
    const child = start(["questions", "--output", "-"], { OMNIDEX_URL: cli.url() });
    // More than a pipe holds is to come, so the command waits for its reader.
    await once(child.stdout as NodeJS.ReadableStream, "readable");
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([130, null]);
    child.stdout?.destroy();
  });
});
