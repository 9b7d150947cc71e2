import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outputDigest } from "../../src/sdk/idempotency-key.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { countRows } from "../support/count-rows.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import {
  GAPS,
  gapBatch,
  GAP_PREDICTIONS as PREDICTIONS,
  type GapPrediction as Prediction,
  GAP_RUN as RUN,
} from "./gap-batch.ts";

let server: TestServer;
let keys = 0;
const newKey = (): string => `key ${keys++}`;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
});
afterAll(() => server.close());

async function submit(input: object): Promise<string> {
  return (await server.submit({ ...RUN, idempotencyKey: newKey(), predictions: PREDICTIONS, ...input })).id;
}

async function create(input: object = {}): Promise<string> {
  const document = "mutation($input:CreateRunInput!){createRun(input:$input){run{id}}}";
  const created = await server.data<{ createRun: { run: { id: string } } }>(document, {
    input: { ...RUN, idempotencyKey: newKey(), ...input },
  });
  return created.createRun.run.id;
}

const append = async (run: string, predictions: readonly Prediction[]) => {
  const document = "mutation($input:AppendPredictionsInput!){appendPredictions(input:$input){added repeated total}}";
  const { appendPredictions } = await server.data<{
    appendPredictions: Record<"added" | "repeated" | "total", number>;
  }>(document, { input: { run, predictions } });
  return appendPredictions;
};

const change = (mutation: "finalizeRun" | "withdrawRun", run: string): Promise<unknown> =>
  server.data(`mutation($run:ID!){${mutation}(input:{run:$run}){run{id}}}`, { run });

const count = (table: string): Promise<number> => countRows(server.database, table);

describe("idempotency", () => {
  it("makes one run for one key in successive calls", async () => {
    const idempotencyKey = newKey();
    const first = await submit({ idempotencyKey });
    expect(await submit({ idempotencyKey })).toBe(first);
    expect(await submit({ idempotencyKey, notes: null, seed: null }), "a missing field equals null").toBe(first);
  });

  it.each([
    ["submitRun", submit],
    ["createRun", create],
  ])("makes one run for one key in many concurrent calls of %s", async (_, call) => {
    const idempotencyKey = newKey();
    const before = await count("runs");
    const runs = await Promise.all(
      Array.from({ length: 12 }, () => call({ idempotencyKey, model: { name: "at once" } })),
    );
    expect(new Set(runs).size).toBe(1);
    expect(await count("runs")).toBe(before + 1);
  });

  it("stores a piece once if it is sent many times at once", async () => {
    const run = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => append(run, PREDICTIONS)));
    expect(answers.map(({ added }) => added).toSorted((a, b) => b - a)).toEqual([
      PREDICTIONS.length,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ]);
    expect(answers.every(({ total }) => total === PREDICTIONS.length)).toBe(true);
    await Promise.all(Array.from({ length: 8 }, () => change("finalizeRun", run)));
  });

  it("stores all of many concurrent pieces, and makes one score of them", async () => {
    const run = await create();
    const pieces = Array.from({ length: 6 }, (_, piece) => PREDICTIONS.filter((_row, index) => index % 6 === piece));
    const answers = await Promise.all([...pieces, ...pieces].map((piece) => append(run, piece)));
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(PREDICTIONS.length);
    await change("finalizeRun", run);
    const whole = await submit({});
    const scores = await server.data(
      "query($a:ID!,$b:ID!){a:run(id:$a){...s} b:run(id:$b){...s}} fragment s on Run{score{value n}}",
      { a: run, b: whole },
    );
    expect(scores).toMatchObject({ a: (scores as unknown as { b: object }).b });
  });
});

describe("the rows of an open run", () => {
  const ask = (run: string) =>
    server.data<{
      run: { predictionCount: number; predictions: { nodes: { question: { key: string }; digest: string }[] } };
    }>("query($run:ID!){run(id:$run){predictionCount predictions(first:1000){nodes{question{key} digest}}}}", { run });
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

  it("are listed for its owner as digests, so that the client sends only the rest", async () => {
    const run = await create();
    expect(await ask(run)).toEqual({ run: { predictionCount: 0, predictions: { nodes: [] } } });
    const rows = [
      { question: "q1", response: "Ä 🎬 A" },
      { question: "q2", error: "" },
      { question: "q4", response: "B", confirmation: "3:ab" },
      { question: "q5", response: "cut off \ud83c" },
      { question: "q7", response: null },
    ];
    await append(run, rows);
    const nodes = ["9:Ä 🎬 A--", "-0:-", "1:B-4:3:ab", "11:cut off \ufffd--", "---"].map((text, index) => ({
      question: { key: rows[index]?.question },
      digest: sha256(text),
    }));
    expect(await ask(run)).toEqual({ run: { predictionCount: 5, predictions: { nodes } } });
    expect(await Promise.all(rows.map(outputDigest)), "the SDK computes the same digests").toEqual(
      nodes.map(({ digest }) => digest),
    );
  });

  it("are visible to nobody else", async () => {
    const run = await create();
    await append(run, PREDICTIONS);
    const document = "query($run:ID!){run(id:$run){predictionCount}}";
    expect(await server.data(document, { run }, { key: null })).toEqual({ run: null });
  });
});

const RESULT = `query($run:ID!){run(id:$run){counts{total correct wrong partial unparsed missing errored unscored}
  score{value valueAnswered n correct interval{lower upper} standardError} breakdown(by:[TASK,DURATION]){keys{key} score{value n}}
  predictions(first:1000){nodes{question{key} response error outcome score extraction{answer rule span{start end}}}}}}`;

/** Everything that is stored and returned about a scored run. */
async function resultOf(run: string) {
  const [vectors] = await server.database.query(sql`
    select encode(answered, 'hex') as answered, encode(correct, 'hex') as correct, encode(unparsed, 'hex') as unparsed,
      encode(errored, 'hex') as errored, encode(graded, 'hex') as graded, length, value
    from scores where run_id = ${Number(run.slice(4))}`);
  return { vectors, ...(await server.data<{ run: { counts: { partial: number } } }>(RESULT, { run })) };
}

it("a run sent in pieces, in any order and repeated, equals the same run sent at once", async () => {
  const whole = await resultOf(await submit({}));
  expect(whole.run.counts.partial, "some scores are graded").toBeGreaterThan(0);
  const shuffled = fc.shuffledSubarray([...PREDICTIONS], { minLength: PREDICTIONS.length });
  const cuts = fc.array(fc.nat(PREDICTIONS.length), { maxLength: 5 }).map((places) => places.toSorted((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(shuffled, cuts, fc.nat(5), async (rows, places, again) => {
      const run = await create();
      const pieces = [0, ...places].map((from, index) => rows.slice(from, places[index] ?? rows.length));
      const sent = pieces.filter((piece) => piece.length > 0);
      for (const piece of [...sent, ...sent.slice(again, again + 1)]) await append(run, piece);
      await change("finalizeRun", run);
      expect(await resultOf(run)).toEqual(whole);
    }),
    { numRuns: 8 },
  );
});

describe("a run is visible", () => {
  const LISTS = `query($run:ID!,$model:ID!){run(id:$run){id} node(id:$run){id} nodes(ids:[$run]){id}
    runs(first:100){nodes{id}} model:node(id:$model){...on Model{runs(first:100){nodes{id}}}}
    models(first:100){nodes{name}} leaderboard(benchmark:"${GAPS}",first:100){nodes{...on RankedRun{run{id}} model{name}}}}`;

  /** The places where a run is visible, with or without a key. */
  async function places(run: string, key?: null): Promise<string[]> {
    const { model } = (await server.data<{ run: { model: { id: string } } }>(`{run(id:"${run}"){model{id}}}`)).run;
    const seen = await server.data<object>(LISTS, { run, model: model.id }, key === null ? { key } : {});
    return Object.entries(seen).flatMap(([place, found]) =>
      JSON.stringify(found).includes(`"${run}"`) ? [place] : [],
    );
  }
  const everywhere = ["run", "node", "nodes", "runs", "model", "leaderboard"];

  it("to its owner only while it is PRIVATE", async () => {
    const run = await submit({ model: { name: "secret model" } });
    expect(await places(run)).toEqual(everywhere);
    expect(await places(run, null)).toEqual([]);
    const told = await server.data("{models(first:100){nodes{name}} nodes(ids:[]){id}}", {}, { key: null });
    expect(JSON.stringify(told), "its model's name is not visible either").not.toContain("secret model");
  });

  it("to everyone if it is PUBLIC and scored", async () => {
    const run = await create({ visibility: "PUBLIC" });
    await append(run, PREDICTIONS);
    expect(await places(run, null)).toEqual([]);
    expect(await places(run)).toEqual(["run", "node", "nodes"]);
    await change("finalizeRun", run);
    expect(await places(run, null)).toEqual(everywhere);
  });

  it("to its owner by its id if it is WITHDRAWN", async () => {
    const run = await submit({ visibility: "PUBLIC" });
    await change("withdrawRun", run);
    expect(await places(run)).toEqual(["run", "node", "nodes"]);
    expect(await places(run, null)).toEqual([]);
  });
});

it("a run keeps its release when the next one is imported", async () => {
  const idempotencyKey = newKey();
  const run = await submit({ idempotencyKey });
  const document = `query($run:ID!){run(id:$run){release{version current questionCount}
    predictions(first:1000){nodes{question{key text release{version}}}}}}`;
  const before = { ...(await resultOf(run)), ...(await server.data<object>(document, { run })) };
  const { questions, ...rest } = gapBatch();
  const second = { ...rest, questions: questions.slice(1).map((question) => ({ ...question, text: "Corrected?" })) };
  await importBenchmark(server.database, second, { replace: true });
  const after = { ...(await resultOf(run)), ...(await server.data<object>(document, { run })) };
  expect(JSON.stringify(after)).toBe(JSON.stringify(before).replace('"current":true', '"current":false'));
  expect(await submit({ idempotencyKey }), "a repeated submission is checked against the release it was made for").toBe(
    run,
  );
  const board = `{leaderboard(benchmark:"${GAPS}"){totalCount questions}}`;
  expect(await server.data(board)).toEqual({ leaderboard: { totalCount: 0, questions: 39 } });
});
