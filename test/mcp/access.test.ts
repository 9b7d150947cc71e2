import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../src/mcp/mcp-server.ts";
import { createTwins, TWINS, type Twin, type Twins, withoutNames } from "../server/access/walk/twins.ts";
import {
  createWorld,
  HIDDEN,
  PRIVATE_TEXTS,
  ROLES,
  type Role,
  seesAnswers,
  seesPrivate,
  VISIBLE,
  type World,
} from "../server/access/walk/world.ts";
import { connectTo, textOf } from "./mcp-client.ts";

/** The runs that the calls of a walk are about. */
interface Subject {
  readonly benchmark: string;
  readonly run: string;
  readonly other: string;
  readonly question: string;
}

const PAGE = { first: 100 };
const FILTER = { levels: ["REASONING"] };

/** Calls of every tool. A tool without an entry fails the walk. */
const CALLS: Readonly<Record<string, (subject: Subject) => readonly object[]>> = {
  list_benchmarks: () => [{}],
  describe_benchmark: ({ benchmark }) => [{ benchmark }],
  query_questions: ({ benchmark }) => [
    { benchmark, ...PAGE },
    { benchmark, filter: { stepCount: { gte: 2 } } },
    { benchmark, filter: { keyAmbiguous: true } },
    { benchmark, filter: { text: "number" } },
  ],
  leaderboard: ({ benchmark }) => [
    { benchmark, ...PAGE },
    { benchmark, filter: FILTER, partial: true },
  ],
  list_runs: ({ benchmark }) => [
    { benchmark, ...PAGE },
    { benchmark, mine: true },
  ],
  item_analysis: ({ benchmark }) => [{ benchmark, orderBy: "SHARE" }],
  run_summary: ({ run }) => [{ run }, { run, filter: FILTER }],
  breakdown: ({ run }) => [
    { run, by: ["LEVEL"] },
    { run, by: ["TASK", "LEVEL"] },
  ],
  compare_runs: ({ run, other }) => [
    { a: run, b: other },
    { a: run, b: other, by: ["LEVEL"] },
  ],
  predictions: ({ run }) => [
    { run, ...PAGE },
    { run, outcomes: ["WRONG"] },
    { run, outcomes: ["CORRECT"], text: "A" },
  ],
  explain_reading: ({ run, question }) => [
    { run, question },
    { run, question, extractor: "lmms-eval-worldsense" },
  ],
  validate_submission: ({ benchmark, question }) => [submission(benchmark, question)],
  submit_predictions: ({ benchmark, question }) => [submission(benchmark, question)],
};

const submission = (benchmark: string, question: string): object => ({
  ...{ benchmark, model: "Walked Net", inputs: ["VIDEO"] },
  rows: [{ question, response: "A" }],
});

const call = async (client: Client, name: string, args: object): Promise<CallToolResult> =>
  client.callTool({ name, arguments: { ...args } });

/** Whether a call was refused with this code. */
const isRefused = (result: CallToolResult, code: string): boolean =>
  result.isError === true && textOf(result).startsWith(`${code}: `);

it("the walk calls every tool", () => {
  expect(Object.keys(CALLS).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
});

/** The roles that see neither the answers of the twins nor what only an administrator sees. */
const BLIND = ROLES.filter((role) => !seesAnswers(role, HIDDEN));

describe("tools over two benchmarks that differ in their hidden answers alone", () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await createTwins({ isSplit: false });
  });
  afterAll(() => twins.close());

  const subjectOf = (benchmark: Twin): Subject => {
    const { sound, silent } = twins.runs[benchmark];
    return { benchmark, run: sound, other: silent, question: "q0020" };
  };

  const saidTo = async (client: Client, name: string, twin: Twin): Promise<readonly string[]> => {
    const said: string[] = [];
    for (const args of CALLS[name]?.(subjectOf(twin)) ?? []) {
      const { structuredContent, content, isError, _meta } = await call(client, name, args);
      const text = JSON.stringify({ structuredContent, content, isError, _meta });
      // A cursor is the base64 of a list, and names the release and the question.
      said.push(withoutNames(text).replaceAll(/\bWyJ[\w-]+/g, "cursor"));
    }
    return said;
  };

  it.each(BLIND)("say the same of both to the role '%s'", async (role) => {
    const client = await connectTo(twins.server, twins.keys[role]);
    // The list of all benchmarks is one answer about both.
    for (const name of Object.keys(CALLS).filter((each) => each !== "list_benchmarks")) {
      const [a, b] = [await saidTo(client, name, TWINS[0]), await saidTo(client, name, TWINS[1])];
      expect([name, a]).toEqual([name, b]);
    }
    await client.close();
  });

  it("say different things to a maintainer, who sees the answers", async () => {
    const client = await connectTo(twins.server, twins.keys.maintainer);
    for (const name of ["query_questions", "predictions", "explain_reading", "item_analysis"])
      expect([name, await saidTo(client, name, TWINS[0])]).not.toEqual([name, await saidTo(client, name, TWINS[1])]);
    await client.close();
  });
});

describe("tools over a hidden and a visible benchmark, with public and private runs", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /** The text and the data of every answer to a role. */
  async function walk(role: Role, benchmark: string, run: "with" | "private" | "anonymous") {
    const client = await connectTo(world.server, world.keys[role]);
    const runs = world.runs[benchmark];
    if (runs === undefined) throw new Error("no runs");
    const subject = { benchmark, run: runs[run], other: runs.without, question: "q0008" };
    const results: [name: string, result: CallToolResult][] = [];
    for (const [name, argumentsOf] of Object.entries(CALLS)) {
      if (name === "submit_predictions") continue;
      for (const args of argumentsOf(subject)) results.push([name, await call(client, name, args)]);
    }
    await client.close();
    return results;
  }

  it.each(ROLES)("show the role '%s' no private run of another owner", async (role) => {
    for (const benchmark of [HIDDEN, VISIBLE])
      for (const run of ["private", "anonymous"] as const) {
        const results = await walk(role, benchmark, run);
        const text = JSON.stringify(results);
        const shown = PRIVATE_TEXTS.filter((secret) => text.includes(secret));
        if (!seesPrivate(role)) expect([role, benchmark, run, shown]).toEqual([role, benchmark, run, []]);
        else if (run === "private") expect(shown).toContain("Canary Model");
        if (run !== "private" || seesPrivate(role)) continue;
        const refused = results.filter(([, result]) => isRefused(result, "NOT_FOUND")).map(([name]) => name);
        expect(new Set(refused)).toEqual(
          new Set(["run_summary", "breakdown", "compare_runs", "predictions", "explain_reading"]),
        );
      }
  });

  it.each(ROLES)("show the role '%s' the answers of a hidden benchmark only if it may see them", async (role) => {
    const results = await walk(role, HIDDEN, "with");
    const of = (name: string) => results.filter(([each]) => each === name).map(([, result]) => result);
    const data = (name: string) => JSON.stringify(of(name).map(({ structuredContent }) => structuredContent));
    if (seesAnswers(role, HIDDEN)) {
      expect(data("query_questions")).toMatch(/"answer":\{"label":"[A-D]"/);
      expect(data("predictions")).toMatch(/"outcome":"CORRECT"/);
      return;
    }
    expect(data("query_questions")).not.toMatch(/"answer":\{/);
    expect(data("predictions")).not.toMatch(/"outcome":"|"answerKey":"/);
    expect(data("explain_reading")).not.toMatch(/"outcome":"|"answerKey":"/);
    expect(data("run_summary")).not.toMatch(/"counts":\{|"coarse":false/);
    for (const name of ["compare_runs", "item_analysis"])
      expect([name, of(name).every((result) => isRefused(result, "FORBIDDEN"))]).toEqual([name, true]);
  });

  it.each(ROLES)("let the role '%s' submit only with a key that may", async (role) => {
    const client = await connectTo(world.server, world.keys[role]);
    for (const name of ["validate_submission", "submit_predictions"]) {
      const result = await call(client, name, submission(VISIBLE, "q0008"));
      if (role === "reader") expect(isRefused(result, "UNAUTHENTICATED")).toBe(true);
      else if (role === "owner with READ") expect(isRefused(result, "FORBIDDEN")).toBe(true);
      else expect([role, result.isError, textOf(result)]).toEqual([role, undefined, textOf(result)]);
    }
    await client.close();
  });
});
