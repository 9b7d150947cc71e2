import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Statement } from "../../../src/server/db/statement.ts";
import { claimJudgeTasks, insertJudgeTasks } from "../../../src/server/runs/judge-queries.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { partitionsOf, statementsOf, touchedPartitions } from "./touched-partitions.ts";

const DEMO = "omnidex-demo";
const SUBMIT = "mutation($input:SubmitRunInput!){submitRun(input:$input){run{id}}}";
const PAGE = `predictions(first:100){totalCount pageInfo{hasNextPage} nodes{response outcome extraction{answer} question{key}}}`;
const SLICED = `predictions(first:10,filter:{outcomes:[WRONG],questions:{levels:[REASONING]}}){totalCount nodes{response}}`;
const COMPUTED = `score{value} counts{correct} breakdown(by:[TASK]){score{value}} captionMetrics{name value} taskScores{value}
  scorings{revision score{value}} audit(extractor:"lmms-eval-worldsense"){differences}`;

/** The parts of a statement that identify the runs: a condition, or an inserted column. */
const BY_RUN = /"?run_id"? *(=|\bin\b)|insert into[^(]*\(run_id/;

let server: TestServer;
/** The node ids of all runs. The predictions of each run are in one partition. */
let runs: readonly string[];
let questions: readonly string[];

const keyOf = (id: string): number => Number(id.split("_")[1]);
const submission = (name: string) => ({
  benchmark: DEMO,
  model: { name },
  inputs: ["VIDEO"],
  visibility: "PUBLIC",
  idempotencyKey: name,
  predictions: questions.map((question, index) => ({ question, response: `The answer is ${"ABCD"[index % 4]}.` })),
});

beforeAll(async () => {
  server = await createTestServer();
  const found = await server.data<{ questions: { nodes: { key: string }[] } }>(
    `{questions(filter:{benchmarks:["${DEMO}"]},first:200){nodes{key}}}`,
  );
  questions = found.questions.nodes.map(({ key }) => key);
  for (let index = 0; index < 12; index++) await server.data(SUBMIT, { input: submission(`run ${index}`) });
  const all = await server.data<{ runs: { nodes: { id: string }[] } }>("{runs(first:100){nodes{id}}}");
  runs = all.runs.nodes.map(({ id }) => id);
  await server.database.query(sql`analyze`);
});
afterAll(() => server.close());

const READS: Readonly<Record<string, RegExp>> = {
  predictions: /"predictions"|\bpredictions\b|\bpredictions?_(count_)?of\(/,
  scores: /"scores"|\bscores\b/,
};
const touches = (table: "predictions" | "scores", { text }: Statement): boolean => READS[table]?.test(text) ?? false;
const onRun = (document: string) => (run: string) => server.data(`query($run:ID!){${document}}`, { run });

/** Operations on a single run, which take its node id. */
const OPERATIONS: readonly (readonly [name: string, ask: (run: string) => Promise<unknown>])[] = [
  ["a run with a page of its predictions", onRun(`run(id:$run){id ${PAGE}}`)],
  ["predictions in a slice", onRun(`run(id:$run){${SLICED}}`)],
  ["the run as a node", onRun(`node(id:$run){...on Run{${PAGE}}}`)],
  ["all computed fields of a run", onRun(`run(id:$run){${COMPUTED}}`)],
  [
    "rescoring a run",
    async (run) => {
      await server.database.query(sql`update scores set extractor_version = '0' where run_id = ${keyOf(run)}::int`);
      await server.data("mutation($run:ID!){rescoreRun(input:{run:$run}){rescored}}", { run });
    },
  ],
  [
    "leasing a judge's task of a run",
    async (run) => {
      const key = keyOf(run);
      await server.database.query(sql`update runs set rejudging = true where id = ${key}::int`);
      await insertJudgeTasks(server.database, key, [{ ordinal: 0, contentHash: `hash of ${run}` }]);
      const claimed = await server.database.transaction((tx) => claimJudgeTasks(tx, 5, 0), "internal");
      expect(claimed).toMatchObject([{ run: key }]);
      await server.database.query(sql`delete from judge_tasks`);
      await server.database.query(sql`update runs set rejudging = false`);
    },
  ],
];

describe.each(OPERATIONS)("%s", (_, ask) => {
  it("reads the predictions of that run's partition only", async () => {
    let checked = 0;
    for (const run of runs.slice(0, 5)) {
      const own = await partitionsOf(server.database, [keyOf(run)]);
      expect(own).toHaveLength(1);
      for (const statement of await statementsOf(server.database, () => ask(run))) {
        if (touches("scores", statement)) expect(statement.text).toMatch(BY_RUN);
        // An insert cannot be repeated, because the rows exist. It states the run's id, which determines the partition.
        if (!touches("predictions", statement) || /^\s*insert/i.test(statement.text)) continue;
        const touched = await touchedPartitions(server.database, statement);
        expect(own, statement.text).toEqual(expect.arrayContaining([...touched]));
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(0);
  });
});

describe("statements for several runs", () => {
  it("read only the partitions of the runs on a page or in a comparison", async () => {
    const [a = "", b = ""] = runs;
    const own = await partitionsOf(server.database, [keyOf(a), keyOf(b)]);
    const compare = () =>
      server.data(
        `query($a:ID!,$b:ID!){compareRuns(a:$a,b:$b){n} nodes(ids:[$a,$b]){...on Run{${PAGE} ${COMPUTED}}}}`,
        {
          a,
          b,
        },
      );
    let checked = 0;
    for (const statement of await statementsOf(server.database, compare)) {
      if (!touches("predictions", statement)) continue;
      checked += 1;
      expect(own, statement.text).toEqual(
        expect.arrayContaining([...(await touchedPartitions(server.database, statement))]),
      );
    }
    expect(checked).toBeGreaterThan(0);
  });

  it("read no predictions if they are for leaderboards, groups, facets or scores", async () => {
    const ask = () =>
      server.data(
        `{leaderboard(benchmark:"${DEMO}",first:100){nodes{value ...on RankedRun{run{id score{value} breakdown(by:[LEVEL]){score{value}}}}}}
          runs(first:100){nodes{score(filter:{levels:[REASONING]}){value} counts{correct}}} runGroups{nodes{__typename}}
          facets(by:[LEVEL]){dimension}}`,
      );
    const statements = await statementsOf(server.database, ask);
    expect(statements.filter((statement) => touches("predictions", statement))).toEqual([]);
  });

  it("have a run_id if they are part of a correction of the answer key", async () => {
    const input = {
      benchmark: DEMO,
      reason: "wrong",
      author: "someone",
      corrections: [{ question: questions[0], answer: "B" }],
    };
    const correct = () =>
      server.data("mutation($input:CorrectAnswersInput!){correctAnswers(input:$input){rescored changed}}", { input });
    const statements = await statementsOf(server.database, correct);
    const ofRuns = statements.filter(({ text }) => /\b(predictions|scores|judge_tasks)\b/.test(text));
    expect(ofRuns.length).toBeGreaterThan(0);
    for (const { text } of ofRuns) expect(text).toMatch(BY_RUN);
  });
});

it("the check finds a statement without a run_id", async () => {
  const touched = await touchedPartitions(server.database, { text: "select count(*) from predictions", params: [] });
  expect(touched).toHaveLength(8);
});
