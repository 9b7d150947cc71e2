import { spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RecipeProposal } from "../../src/domain/recipe-proposal.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { inFolder, omnidex } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

/** Answers from 1 to 3 of four options: from 0 or 1 on is open. */
const ROWS = `id,video,question,A,B,C,D,answer,type,mood
1,v1,What is shown first?,A cat,A dog,A bird,A cow,1,Seeing,calm
2,v1,What is heard last?,A bell,A horn,A song,A drum,2,Hearing,loud
3,v2,Who speaks?,A man,A woman,A child,Nobody,1,Hearing,calm
4,v2,How many are there?,One,Two,Three,Four,3,Seeing,loud
`;
const DECIDED = ["--answer-is", "position-from-1", "--level", "reasoning"] as const;

const cli = serveCli();

const withRows = (work: (file: string, folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const file = join(folder, "rows.csv");
    await writeFile(file, ROWS);
    await work(file, folder);
  });

/** What the server holds of a benchmark's questions. */
const questionsOf = async (benchmark: string) => {
  const reader = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const found: { key: string; text: string; level: string; options: readonly string[]; answer: string | null }[] = [];
  for await (const { key, text, level, options, answer } of reader.questions({ filter: { benchmarks: [benchmark] } }))
    found.push({ key, text, level, options: options.map((option) => option.text), answer: answer?.label ?? null });
  return found;
};

it("prints the proposal without a terminal, with an example for each answer, and imports nothing", () =>
  withRows(async (file) => {
    const { code, stdout, stderr } = await cli.run(["import", "asked", file]);
    expect(code).toBe(1);
    for (const line of [
      /^question\.options +\[\.A, \.B, \.C, \.D\]$/m,
      /^question\.answerIs +POSITION_FROM_0 \(not decided\)$/m,
      /^Not used: \.mood$/m,
      /^4 questions about 2 videos:$/m,
      /^Seeing +2$/m,
      /^ {2}A\. A cat$/m,
      /^ {4}--answer-is POSITION_FROM_1: .*"1" is then "A cat"$/m,
      /^ {4}--level REASONING: for all tasks$/m,
    ])
      expect(stdout).toMatch(line);
    expect(stderr).toMatch(
      /^omnidex: Nothing was imported, because the files do not decide everything\. .*\(--answer-is POSITION_FROM_0, or --answer-is POSITION_FROM_1\).*\(--level PERCEPTION, or /,
    );
    const benchmarks = await cli.json<{ slug: string }[]>(["benchmarks", "--json"]);
    expect(benchmarks.map(({ slug }) => slug)).not.toContain("asked");
  }));

it("--yes takes a decided proposal only, also with --json", () =>
  withRows(async (file) => {
    const half = await cli.run(["import", "half", file, "--yes", "--level", "REASONING", "--json"]);
    expect(half.code).toBe(1);
    const { ok, proposal } = JSON.parse(half.stdout) as { ok: boolean; proposal: RecipeProposal };
    expect(ok).toBe(false);
    expect(proposal.undecided.map(({ answers }) => answers.map(({ value }) => value))).toEqual([
      ["POSITION_FROM_0", "POSITION_FROM_1"],
    ]);
    expect(half.stderr).toContain("--answer-is POSITION_FROM_0");
    const decided = await cli.run(["import", "half", file, ...DECIDED]);
    expect(decided.code).toBe(1);
    expect(decided.stderr).toContain("--yes imports with the proposed recipe");
  }));

it("imports through a server, keeps the recipe, and the kept recipe gives the same release", () =>
  withRows(async (file, folder) => {
    const recipe = join(folder, "kept.yaml");
    const args = ["import", "kept", file, ...DECIDED, "--title", "Kept: a test", "--yes"];
    const dry = await cli.run([...args, "--dry-run", "--save-recipe", recipe]);
    expect(dry.stdout).toMatch(/kept would be imported as release 1 \(recipe, /);
    expect(await readFile(recipe, "utf8")).toMatch(
      /^recipe: 1\nbenchmark:\n {2}slug: "kept"\n {2}title: "Kept: a test"\n/,
    );
    const done = await cli.run([...args, "--json"]);
    expect({ code: done.code, report: JSON.parse(done.stdout) }).toMatchObject({
      code: 0,
      report: { status: "CREATED", format: "recipe", counts: { questions: 4, videos: 2, tasks: 2 } },
    });
    const again = await cli.run(["import", "kept", file, "--recipe", recipe, "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "UNCHANGED" });
    const beside = await cli.run(["import", "kept", file, recipe, "--json"]);
    expect(JSON.parse(beside.stdout)).toMatchObject({ status: "UNCHANGED" });
    expect((await questionsOf("kept"))[0]).toMatchObject({
      key: "1",
      text: "What is shown first?",
      level: "REASONING",
      options: ["A cat", "A dog", "A bird", "A cow"],
      answer: "A",
    });
  }));

it("imports without a server, too", () =>
  withRows(async (file, folder) => {
    const place = { OMNIDEX_DATA_DIR: join(folder, "data") };
    const { code, stdout } = await omnidex(["import", "own", file, ...DECIDED, "--yes", "--dry-run"], place);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("own would be imported as release 1"),
    });
  }));

it("refuses options that nothing would follow, and files that are no recipes", () =>
  withRows(async (file, folder) => {
    const recipe = join(folder, "r.yaml");
    await cli.run(["import", "kept", file, ...DECIDED, "--yes", "--dry-run", "--save-recipe", recipe]);
    for (const [args, message] of [
      [["import", "kept", file, "--recipe", recipe, "--level", "REASONING"], "--level: for a proposed recipe only"],
      [["import", "worldsense", file, "--save-recipe", recipe], "--save-recipe: for a proposed recipe only"],
      [["import", "kept", file, "--recipe", file], "is not a recipe"],
      [["import", "kept", file, "--recipe", join(folder, "none.yaml")], "There is no file or folder"],
      [["import", "kept", file, "--level", "hard"], "Allowed: perception"],
    ] as const) {
      const { code, stderr } = await cli.run(args);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    }
    const wrong = await cli.run(["import", "kept", file, "--task-field", "nope"]);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--task-field: the records have no field 'nope'"),
    });
  }));

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

describe.skipIf(skipsWithout("script of util-linux", hasScript))(
  "at a terminal (skipped without script of util-linux)",
  () => {
    it("asks each question, shows the recipe again, and imports after a yes", () =>
      withRows(async (file) => {
        const { PATH = "", HOME = "" } = process.env;
        const env = { PATH, HOME, TERM: "xterm", OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: ADMIN_KEY };
        const line = `'${process.execPath}' bin/omnidex.js import at-terminal '${file}'`;
        const child = spawn("script", ["-qec", line, "/dev/null"], { env: { ...env, OMNIDEX_CONFIG_DIR: "/no/such" } });
        // The first question is what an answer names, the second one the level.
        const answers = ["2", "3", "yes"];
        const ends = ["The number of the answer [leave]: ", "The number of the answer [leave]: ", "yes or no [no]: "];
        let [text, seen, asked] = ["", 0, 0];
        child.stdout.on("data", (chunk) => {
          text += chunk;
          const question = ends[asked];
          const place = question === undefined ? -1 : text.indexOf(question, seen);
          if (question === undefined || place === -1) return;
          seen = place + question.length;
          child.stdin.write(`${answers[asked]}\r`);
          asked += 1;
        });
        const code = await new Promise((resolve) => child.once("close", resolve));
        expect(text).toContain("at-terminal imported as release 1 (recipe");
        expect(code).toBe(0);
        expect((await questionsOf("at-terminal")).map(({ answer, level }) => `${answer} ${level}`)).toEqual([
          "A REASONING",
          "B REASONING",
          "A REASONING",
          "C REASONING",
        ]);
      }));
  },
);
