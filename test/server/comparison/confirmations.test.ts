import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { type AskedQuestion, askedQuestions, confirmedFiles, confirming, runInput } from "../confirmation-runs.ts";

interface Board {
  readonly confirmations: string | null;
  readonly leftOut: number;
  readonly nodes: readonly {
    readonly partial: boolean;
    readonly ambiguousShare: number | null;
    readonly model: { readonly name: string };
    readonly publishedResult?: { readonly source: string; readonly condition: string | null };
  }[];
}

const BOARD = `query ($filter: QuestionFilter, $runs: RunFilter, $partial: Boolean! = false, $published: Boolean! = false) {
  leaderboard(benchmark: "avi-bench", filter: $filter, runs: $runs, partial: $partial, published: $published, first: 100) {
    confirmations leftOut
    nodes { model { name } ... on RankedRun { partial ambiguousShare } ... on RankedFigure { publishedResult { source condition } } } } }`;

const RUNS = `{ runs(filter: { benchmarks: ["avi-bench"] }, first: 100) {
  nodes { model { name } confirmations partial ambiguousShare } } }`;

describe("a leaderboard over questions that are asked twice", () => {
  let server: TestServer;
  let questions: readonly AskedQuestion[];

  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "avi-bench", confirmedFiles());
    questions = await askedQuestions(server);
    await submit(
      "double",
      confirming(questions, () => "Yes."),
    );
    await submit(
      "single",
      confirming(questions, () => null),
    );
    const unchecked = questions.filter(({ isChecked }) => !isChecked);
    await submit(
      "one task",
      confirming(unchecked, () => null),
    );
  });
  afterAll(() => server.close());

  const submit = (name: string, predictions: readonly object[]): Promise<object> =>
    server.submit(runInput(name, predictions));
  const board = async (variables: object): Promise<Board> =>
    (await server.data<{ leaderboard: Board }>(BOARD, variables)).leaderboard;
  const names = ({ nodes }: Board): readonly string[] => nodes.map(({ model }) => model.name);

  const TWICE = { tasks: ["asqa"] };
  const ONCE = { tasks: ["avqa"] };

  it.each([
    [{}, "DOUBLE", ["double"]],
    [{ filter: TWICE }, "DOUBLE", ["double"]],
    [{ filter: TWICE, runs: { confirmations: "SINGLE" } }, "SINGLE", ["single"]],
    [{ filter: TWICE, runs: { confirmations: "SINGLE" }, partial: true }, "SINGLE", ["single", "one task"]],
    [{ filter: ONCE }, null, ["double", "one task", "single"]],
    [{ filter: ONCE, runs: { confirmations: "SINGLE" } }, null, ["one task", "single"]],
    [{ filter: ONCE, runs: { partial: false } }, null, ["double", "single"]],
  ])("with %j, has the protocol %s", async (variables, confirmations, expected) => {
    const found = await board(variables);
    expect(found.confirmations).toBe(confirmations);
    expect(names(found)).toEqual(expected);
  });

  it("leaves out a run that does not cover the slice, and counts it", async () => {
    const left = await board({ runs: { confirmations: "SINGLE" } });
    expect([names(left), left.leftOut]).toEqual([["single"], 1]);
    const shown = await board({ runs: { confirmations: "SINGLE" }, partial: true });
    expect(shown.nodes.map(({ model, partial }) => [model.name, partial])).toEqual([
      ["single", false],
      ["one task", true],
    ]);
    expect(shown.leftOut).toBe(0);
  });

  it("shows the paper's figures of the same protocol beside the runs", async () => {
    const conditions = async (runs: object): Promise<readonly string[]> => {
      const { nodes } = await board({ filter: TWICE, runs, published: true });
      return [
        ...new Set(nodes.flatMap(({ publishedResult: one }) => (one ? [`${one.source}: ${one.condition}`] : []))),
      ];
    };
    expect(await conditions({})).toEqual(["AVI-Bench, Table 3: null"]);
    expect(await conditions({ confirmations: "SINGLE" })).toEqual(["AVI-Bench, Table 8: single response"]);
  });

  it("returns the protocol of each run, and filters by it", async () => {
    const { runs } = await server.data<{ runs: { nodes: readonly object[] } }>(RUNS);
    expect(runs.nodes).toEqual([
      { model: { name: "one task" }, confirmations: "SINGLE", partial: true, ambiguousShare: 0 },
      { model: { name: "single" }, confirmations: "SINGLE", partial: false, ambiguousShare: 0 },
      { model: { name: "double" }, confirmations: "DOUBLE", partial: false, ambiguousShare: 0 },
    ]);
    const filtered = await server.data<{ runs: { totalCount: number } }>(
      `{ runs(filter: { benchmarks: ["avi-bench"], confirmations: SINGLE, partial: true }) { totalCount } }`,
    );
    expect(filtered.runs.totalCount).toBe(1);
  });

  it("has the same data, by the migration, for runs that were stored before the protocol was recorded", async () => {
    const before = await server.data(RUNS);
    const cleared = "update runs set confirmations = null, partial = false, missing = 0, ambiguous_share = null";
    await server.database.query({ text: cleared, params: [] });
    const migration = await readFile(new URL("../../../drizzle/0005_run_summaries.sql", import.meta.url), "utf8");
    const [update, ...more] = migration.split("--> statement-breakpoint").filter((text) => text.includes("UPDATE "));
    expect(more).toEqual([]);
    await server.database.query({ text: update ?? "", params: [] });
    expect(await server.data(RUNS)).toEqual(before);
  });
});
