import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { inFolder } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();

/** Each command that lists something, with fields of what it lists. */
const LISTS: readonly (readonly [line: string, fields: readonly string[]])[] = [
  ["benchmarks", ["slug", "release.version"]],
  ["releases omnidex-demo", ["version", "questionCount"]],
  ["questions --limit 3", ["key", "task.slug", "options.text"]],
  ["facets --by level,audio-type", ["dimension", "values.questions"]],
  ["prompts", ["name", "benchmark"]],
  ["error-types", ["slug", "benchmark"]],
  ["runs", ["id", "model.name", "score.interval.lower"]],
  ["breakdown run_1 --by level", ["keys.label", "score.value"]],
  ["predictions run_1 --limit 3", ["question.key", "response", "outcome"]],
  ["errors run_1", ["errorType"]],
  ["leaderboard omnidex-demo", ["rank", "run.id"]],
  ["table omnidex-demo --by level", ["cells"]],
  ["items omnidex-demo --limit 2", ["question.key"]],
  ["snapshots omnidex-demo", ["id"]],
  ["suspects omnidex-demo", ["question.key"]],
  ["health omnidex-demo --limit 3", ["question.key", "problem"]],
  ["audit run_1", ["extractor.name", "differences"]],
  ["keys list", ["id", "owner"]],
  ["audit-log", ["operation", "outcome"]],
  ["signing-keys list", ["id"]],
  ["quota", ["benchmark", "remaining"]],
];

/** The commands that do something, by their path: those without subcommands, and `runs`, which has both. */
const commandsOf = (command: Command, before: readonly string[] = []): [path: string, Command][] => {
  const path = [...before, command.name()];
  const inner = command.commands.flatMap((each) => commandsOf(each, path));
  return inner.length === 0 || command.name() === "runs" ? [[path.join(" "), command], ...inner] : inner;
};
const COMMANDS = createProgram("0").commands.flatMap((command) => commandsOf(command));

const valueAt = (value: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => valueAt(each, path));
  return valueAt((value as Readonly<Record<string, unknown>>)[name], rest);
};

describe("--json with the names of fields", () => {
  it("is an option of every list", () => {
    const taking = COMMANDS.filter(([, { options }]) => options.some(({ flags }) => flags === "--json [fields]"));
    const names = LISTS.map(([line]) => line.split(" ").filter((word, at) => at === 0 || word === "list"));
    // The levels of a run are one object.
    expect(taking.map(([path]) => path).sort()).toEqual(["levels", ...names.map((words) => words.join(" "))].sort());
  });

  it.each(LISTS)("%s prints only %j", async (line, fields) => {
    const args = line.split(" ");
    await cli.run(["keys", "create", "listed", "--scopes", "read"]);
    const whole = JSON.parse((await cli.run([...args, "--json"])).stdout);
    const rows: readonly unknown[] = Array.isArray(whole) ? whole : (whole.nodes ?? whole.findings);
    const finished = await cli.run([...args, "--json", fields.join(",")]);
    expect(finished.code).toBe(0);
    // Each call adds to the audit log.
    const shown = JSON.parse(finished.stdout).slice(args[0] === "audit-log" ? -rows.length : 0);
    expect(shown).toEqual(
      rows.map((row) => Object.fromEntries(fields.map((field) => [field, valueAt(row, field.split("."))]))),
    );
  });

  it("names the fields that there are if one is unknown, and prints a single object as one", async () => {
    expect(await cli.run(["benchmarks", "--json", "slug,titel"])).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^omnidex: The response has no field 'titel'\.\nDid you mean 'title'\? The fields: id, slug, title, /,
      ),
    });
    expect(await cli.run(["benchmarks", "omnidex-demo", "--json", "slug"])).toMatchObject({
      code: 0,
      stdout: '{\n  "slug": "omnidex-demo"\n}\n',
    });
  });

  it("prints lists that are streamed with the same layout", async () => {
    expect(await cli.print(["questions", "--limit", "2", "--json", "key"])).toBe(
      '[\n  {\n    "key": "video-001/0"\n  },\n  {\n    "key": "video-001/1"\n  }\n]\n',
    );
  });
});

describe("--quiet", () => {
  it("is an option of every command", () => {
    const without = COMMANDS.filter(([, { options }]) => !options.some(({ long }) => long === "--quiet"));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it("leaves out remarks, and nothing else", () =>
    inFolder(async (folder) => {
      for (const args of [
        ["questions", "--limit", "3"],
        ["questions", "--min-duration", "50h"],
        ["export", "run", "demo-large", "--output", `${folder}/run.jsonl`],
        ["challenge", "show", "omnidex-demo"],
        ["leaderboard", "worldsense", "--limit", "1"],
      ]) {
        const [loud, quiet] = [await cli.run(args), await cli.run([...args, "--quiet"])];
        expect(loud.stderr).not.toBe("");
        expect(quiet).toEqual({ ...loud, stderr: "" });
      }
    }));

  it("keeps errors, and what a response says is wrong", async () => {
    for (const args of [
      ["run", "run_999"],
      ["api", "{ nothing }"],
    ]) {
      const [loud, quiet] = [await cli.run(args), await cli.run([...args, "--quiet"])];
      expect(loud.stderr).not.toBe("");
      expect(quiet.stderr).toBe(loud.stderr);
    }
  });
});
