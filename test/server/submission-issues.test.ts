import { afterAll, beforeAll, expect, it } from "vitest";
import { importBenchmark } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { GAPS, gapBatch } from "./gap-batch.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
});
afterAll(() => server.close());

interface Report {
  readonly ok: boolean;
  readonly rows: number;
  readonly errorCount: number;
  readonly inputIssues: readonly { readonly field: string; readonly message: string }[];
  readonly issues: readonly { readonly row: number; readonly code: string }[];
}

const REPORT = "report { ok rows errorCount inputIssues { field message } issues { row code } }";
const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } replayed ${REPORT} } }`;
const VALIDATE = `mutation ($input: SubmitRunInput!) { validateRun(input: $input) { ${REPORT} } }`;
const CREATE = `mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } replayed ${REPORT} } }`;
const APPEND = `mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { run { id } added repeated total ${REPORT} } }`;
const INPUT = { benchmark: GAPS, model: { name: "m" }, inputs: ["VIDEO"] };
const ROWS = [
  { question: "q1", response: "A" },
  { question: "none", response: "A" },
  { question: "q1", response: "B" },
];
const ROW_ISSUES = [
  { row: 1, code: "UNKNOWN_QUESTION" },
  { row: 2, code: "DUPLICATE_QUESTION" },
];

const countRuns = async (): Promise<number> =>
  (await server.data<{ runs: { totalCount: number } }>("{ runs { totalCount } }")).runs.totalCount;

it("a refused submission lists all problems of its fields and rows, and stores nothing", async () => {
  const before = await countRuns();
  const input = {
    ...INPUT,
    model: { name: "…", url: "ftp://nowhere" },
    inputs: [],
    frames: 0,
    judge: true,
    idempotencyKey: "",
    predictions: ROWS,
  };
  const { submitRun } = await server.data<{ submitRun: { run: null; report: Report } }>(SUBMIT, { input });
  const fields = ["idempotencyKey", "model.name", "model.url", "frames", "inputs", "judge"];
  expect(submitRun.run).toBeNull();
  expect(submitRun.report).toMatchObject({
    ok: false,
    rows: 3,
    errorCount: 2,
    issues: expect.arrayContaining(ROW_ISSUES),
  });
  expect(submitRun.report.inputIssues.map(({ field }) => field)).toEqual(fields);
  for (const { field, message } of submitRun.report.inputIssues) expect(message).toContain(`'${field}'`);
  expect(await server.data(VALIDATE, { input })).toEqual({ validateRun: { report: submitRun.report } });
  const { predictions: _, ...opened } = input;
  const { inputIssues } = submitRun.report;
  expect(await server.data(CREATE, { input: opened })).toEqual({
    createRun: { run: null, replayed: false, report: { ok: false, rows: 0, errorCount: 0, inputIssues, issues: [] } },
  });
  expect(await countRuns()).toBe(before);
});

it("only the fields are checked if there are no rows, or too many", async () => {
  for (const predictions of [[], Array.from({ length: 10_001 }, () => ROWS[1])]) {
    const { submitRun } = await server.data<{ submitRun: { run: null; report: Report } }>(SUBMIT, {
      input: { ...INPUT, predictions },
    });
    expect(submitRun).toMatchObject({
      run: null,
      report: { ok: false, rows: 0, inputIssues: [{ field: "predictions" }] },
    });
  }
});

it("a row with both a response and an error counts as failed, and keeps both", async () => {
  const row = { question: "q1", response: "A", error: "The API closed the connection." };
  const { predictions, counts } = await server.submit<{ predictions: { nodes: object[] }; counts: object }>(
    { ...INPUT, predictions: [row] },
    { fields: "counts { errored correct } predictions { nodes { response error outcome score } }" },
  );
  expect(counts).toEqual({ errored: 1, correct: 0 });
  expect(predictions.nodes).toEqual([{ response: row.response, error: row.error, outcome: "ERRORED", score: 0 }]);
});

it("a piece with an error adds no row, and the report of the whole run follows when it is closed", async () => {
  const { createRun } = await server.data<{ createRun: { run: { id: string }; report: Report } }>(CREATE, {
    input: INPUT,
  });
  const { id } = createRun.run;
  expect(createRun.report).toEqual({ ok: true, rows: 0, errorCount: 0, inputIssues: [], issues: [] });
  const append = (predictions: readonly object[]) => server.data(APPEND, { input: { run: id, predictions } });
  for (const wrong of [[], Array.from({ length: 10_001 }, () => ROWS[0] ?? {})])
    expect(await append(wrong)).toMatchObject({
      appendPredictions: {
        run: { id },
        added: 0,
        total: 0,
        report: { ok: false, inputIssues: [{ field: "predictions" }] },
      },
    });
  expect(await append([{ question: "q1", response: "I cannot say." }])).toMatchObject({
    appendPredictions: { added: 1, total: 1, report: { ok: true } },
  });
  expect(await append(ROWS.slice(1))).toMatchObject({
    appendPredictions: {
      run: { id },
      added: 0,
      repeated: 0,
      total: 1,
      report: { ok: false, issues: expect.arrayContaining([{ row: 0, code: "UNKNOWN_QUESTION" }]) },
    },
  });
  const { finalizeRun } = await server.data<{ finalizeRun: { report: Report } }>(
    `mutation ($input: FinalizeRunInput!) { finalizeRun(input: $input) { run { status } ${REPORT} } }`,
    { input: { run: id } },
  );
  expect(finalizeRun).toMatchObject({
    run: { status: "SCORED" },
    report: { ok: true, rows: 1, errorCount: 0, inputIssues: [], issues: [{ row: 0, code: "UNPARSED_RESPONSE" }] },
  });
});
