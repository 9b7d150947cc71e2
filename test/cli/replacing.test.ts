import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Omnidex, type Run } from "../../src/sdk/index.ts";
import { omnidexFixture } from "../fixtures/omnidex-fixture.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { inFolder, omnidex } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

/** Writes a benchmark, with the first `count` of its nine questions. */
async function write(folder: string, count = 9, slug = "my-bench"): Promise<string> {
  const path = join(folder, `${slug}-${count}.json`);
  const { benchmark, questions, ...whole } = omnidexFixture();
  const written = { ...whole, benchmark: { ...benchmark, slug }, questions: questions.slice(0, count) };
  await writeFile(path, JSON.stringify(written));
  return path;
}

it("an import into a data folder names the folder first, says if it is new, and writes nothing in a dry run", () =>
  inFolder(async (folder) => {
    const data = join(folder, "data");
    const run = (...args: string[]) => omnidex(args, { OMNIDEX_DATA_DIR: data });
    const file = await write(folder);
    const dry = await run("import", "my-bench", file, "--dry-run");
    expect(dry).toMatchObject({ code: 0, stderr: `Data folder: ${data} (no database in it; none is created)\n` });
    expect(dry.stdout).toMatch(/^my-bench would be imported as release 1 .*\nNothing was written\.\n$/s);
    expect(await readdir(folder)).toEqual(["my-bench-9.json"]);
    await mkdir(data);
    // maintenance.test.ts has the line for a folder that does not exist. A new database takes seconds.
    const first = await run("import", "my-bench", file, "--json");
    expect(first).toMatchObject({ code: 0, stderr: `Data folder: ${data} (a database is created in it now)\n` });
    expect(JSON.parse(first.stdout)).toMatchObject({ status: "CREATED", dryRun: false, changes: null });
    const small = await write(folder, 4);
    const refused = await run("import", "my-bench", small);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^Data folder: \S+\nRelease 2 replaces release 1:\n/);
    expect(refused.stderr).toMatch(/omnidex: The import would replace release 1 .*5 of its 9 questions.*--replace/);
    expect(await run("migrate")).toEqual({
      code: 0,
      stdout: "The database is up to date.\n",
      stderr: `Data folder: ${data}\n`,
    });
  }));

describe("through a server", () => {
  const cli = serveCli();
  const server = () => `Server: ${cli.url()} (from OMNIDEX_URL)`;
  const writer = () => new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });

  it("an import lists the problems of all records, as text and as JSON", () =>
    inFolder(async (folder) => {
      const whole = omnidexFixture();
      const questions = whole.questions.map((question, index) => (index < 60 ? { ...question, text: "" } : question));
      const many = Array.from({ length: 60 }, (_, index) => ({ ...questions[0], key: `more/${index}` }));
      const file = join(folder, "broken.json");
      await writeFile(file, JSON.stringify({ ...whole, videos: [], questions: [...questions, ...many] }));
      const shown = await cli.run(["import", "my-bench", file, "--dry-run"]);
      expect(shown).toMatchObject({ code: 1, stdout: "" });
      const lines = shown.stderr.trim().split("\n");
      expect(lines[1]).toBe(
        `broken.json: $.questions[0].video (q1): Expected the key of a video in 'videos', found the string "v1".`,
      );
      expect(lines[2]).toMatch(/^broken\.json: \$\.questions\[0\]\.text \(q1\): /);
      expect(lines.slice(51)).toEqual([
        "… and 83 more problems.",
        expect.stringMatching(/^omnidex: 133 problems; nothing was imported\. The first: broken\.json: /),
      ]);
      const json = await cli.run(["import", "my-bench", file, "--dry-run", "--json"]);
      expect(json.code).toBe(1);
      const printed: { problems: unknown[] } = JSON.parse(json.stdout);
      expect(printed).toMatchObject({ ok: false, problemCount: 133 });
      expect(printed.problems).toHaveLength(50);
      expect(printed.problems[1]).toMatchObject({ key: "q1", field: "text", found: 'the string ""' });
    }));

  it("an import that would remove questions is refused without --replace, and an unchanged one does nothing", () =>
    inFolder(async (folder) => {
      const [file, small] = [await write(folder, 9, "shrunk"), await write(folder, 4, "shrunk")];
      await cli.print(["import", "shrunk", file], server());
      const refused = await cli.run(["import", "shrunk", small]);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      const [row] = readTable(refused.stderr.slice(refused.stderr.indexOf("   ")), "BEFORE");
      expect(row).toMatchObject({ BEFORE: "9", AFTER: "4", ADDED: "0", REMOVED: "5", CHANGED: "0" });
      expect(refused.stderr).toContain("questions removed: q5, q6, q7, q8, q9\nleave the leaderboard: no run\n");
      const asJson = await cli.run(["import", "shrunk", small, "--json"]);
      expect(asJson.code).toBe(1);
      expect(JSON.parse(asJson.stdout)).toMatchObject({
        ok: false,
        changes: { from: 1, to: 2, reasons: ["QUESTIONS_REMOVED"], questions: { removed: 5 } },
      });
      expect(await cli.print(["import", "shrunk", small, "--dry-run"], server())).toContain(
        "Nothing was written. The import needs --replace.",
      );
      expect(await cli.print(["import", "shrunk", small, "--replace"], server())).toMatch(
        /^shrunk imported as release 2 .*Release 2 replaces release 1:/s,
      );
      expect(await cli.print(["import", "shrunk", small], server())).toContain(
        "shrunk unchanged: it is already release 2",
      );
    }));

  it("an import that would replace runs is refused, and use-release undoes a replacement", () =>
    inFolder(async (folder) => {
      const [whole, larger] = [await write(folder, 8), await write(folder, 9)];
      await cli.print(["import", "my-bench", whole], server());
      const { id } = await writer().submitRun({
        ...{ benchmark: "my-bench", model: { name: "Red" }, inputs: ["VIDEO"], visibility: "PUBLIC" },
        predictions: [{ question: "q1", response: "B" }],
      });
      const refused = await cli.run(["import", "my-bench", larger]);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain("questions added: q9\nleave the leaderboard: 1 run of 1 model (Red)\n");
      expect(refused.stderr).toContain("1 run of 1 model would leave the leaderboard");
      await cli.print(["import", "my-bench", larger, "--replace"], server());
      const rows = readTable(await cli.print(["releases", "my-bench"]), "RELEASE");
      expect(rows.map(({ RELEASE, QUESTIONS, RUNS }) => [RELEASE, QUESTIONS, RUNS])).toEqual([
        ["1", "8", "1"],
        ["2", "9", "0"],
      ]);
      expect(await cli.json(["releases", "my-bench"])).toMatchObject([
        { version: 1, current: false, runs: 1 },
        { version: 2, current: true, runs: 0 },
      ]);
      const dry = await cli.print(["use-release", "my-bench", "1", "--dry-run"], server());
      expect(dry).toContain("return to the leaderboard: 1 run of 1 model (Red)");
      expect(dry).toContain("my-bench: nothing was changed. The change needs --replace.");
      expect(await cli.run(["use-release", "my-bench", "1", "--json"])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('"QUESTIONS_REMOVED"'),
      });
      const used = await cli.print(["use-release", "my-bench", "1", "--replace"], server());
      expect(used).toMatch(/my-bench: release 1 is now the current one\.\n$/);
      const board = await cli.json<{ nodes: object[] }>(["leaderboard", "my-bench", "--partial"]);
      expect(board.nodes).toMatchObject([{ run: { id } }]);
      expect(await cli.print(["use-release", "my-bench", "1"], server())).toContain("is already the current one");
      expect(await cli.run(["use-release", "my-bench", "7"])).toMatchObject({ code: 2 });
      expect(await cli.run(["use-release", "my-bench", "one"])).toMatchObject({ code: 2 });
      expect(await cli.run(["releases", "my-benhc"])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("my-bench"),
      });
    }));

  it("runs update and runs restore change a run by its id", async () => {
    const { id } = await writer().submitRun({
      ...{ benchmark: "omnidex-demo", model: { name: "Changed" }, inputs: ["VIDEO"], notes: "first" },
      predictions: [{ question: "video-001/0", response: "A" }],
    });
    const shown = await cli.print([
      "runs",
      "update",
      id,
      "--visibility",
      "public",
      "--notes",
      "",
      "--parameters",
      "7B",
    ]);
    expect(shown).toMatch(/^owner +admin$/m);
    expect(shown).toMatch(/^status +scored, public, /m);
    expect(shown).not.toContain("first");
    const change = ["runs", "update", id, "--frames", "4", "--seed", "0", "--json"];
    expect(JSON.parse(await cli.print(change))).toMatchObject({
      frames: 4,
      seed: 0,
      notes: null,
      model: { parameters: "7B" },
    });
    await cli.print(["withdraw", id]);
    expect(await cli.print(["runs", "restore", id])).toBe(`${id}  Changed on omnidex-demo: scored\n`);
    expect(await cli.json<Run[]>(["runs", "--model", "changed"])).toMatchObject([{ id, status: "SCORED" }]);
    expect(await cli.run(["runs", "update", id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing to change"),
    });
    expect(await cli.run(["runs", "restore", "latest"])).toMatchObject({ code: 2 });
    expect(await cli.run(["runs", "update", id, "--visibility", "friends"])).toMatchObject({ code: 2 });
    const key = (await cli.run(["keys", "create", "another"])).stdout.trim();
    expect(await cli.run(["runs", "update", id, "--notes", "x"], { OMNIDEX_API_KEY: key })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("belongs to another owner"),
    });
  });

  it("submit says that a repeated submission is the same run", () =>
    inFolder(async (folder) => {
      const file = join(folder, "outputs.jsonl");
      await writeFile(file, '{"question": "video-001/0", "response": "A"}\n');
      const args = ["submit", file, "-b", "omnidex-demo", "--model", "Twice", "--inputs", "video"];
      const first = await cli.run(args);
      expect(first).toMatchObject({ code: 0, stderr: "" });
      const id = /run_\d+/.exec(first.stdout)?.[0];
      expect((await cli.run(args)).stderr).toBe(
        `The same submission was made before: it is ${id}, and nothing was changed.\n`,
      );
    }));

  const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

  it.skipIf(skipsWithout("script of util-linux", hasScript))(
    "an import asks at a terminal, and replaces the release only after yes (skipped without script of util-linux)",
    () =>
      inFolder(async (folder) => {
        const [whole, small] = [await write(folder, 9, "asked"), await write(folder, 3, "asked")];
        await cli.print(["import", "asked", whole], server());
        const { PATH = "", HOME = "" } = process.env;
        const user = { OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: ADMIN_KEY, OMNIDEX_CONFIG_DIR: "/no/such" };
        /** The output of an import, whose question gets this answer. */
        const answer = async (word: string): Promise<string> => {
          const command = `exec '${process.execPath}' bin/omnidex.js import asked '${small}'`;
          const child = spawn("script", ["-qec", command, "/dev/null"], {
            env: { PATH, HOME, TERM: "xterm", ...user },
          });
          let [text, isAnswered] = ["", false];
          child.stdout.on("data", (chunk) => {
            text += chunk;
            if (isAnswered || !text.includes("yes or no [no]:")) return;
            isAnswered = true;
            child.stdin.write(`${word}\r`);
          });
          await once(child, "close");
          return text;
        };
        const version = async () => (await writer().benchmark("asked"))?.release?.version;
        const no = await answer("no");
        expect(no).toContain("Replace release 1 of asked? yes or no [no]:");
        expect([await version(), no.includes("Nothing was changed")]).toEqual([1, true]);
        expect(await answer("yes")).toContain("asked imported as release 2");
        expect(await version()).toBe(2);
      }),
  );
});
