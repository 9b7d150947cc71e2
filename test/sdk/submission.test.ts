import { describe, expect, test, vi } from "vitest";
import { canonicalJson, keyOfContent } from "../../src/sdk/idempotency-key.ts";
import {
  Omnidex,
  OmnidexBadUserInputError,
  OmnidexConflictError,
  type PredictionInput,
  type SubmitRunOptions,
} from "../../src/sdk/index.ts";
import { chunksOf } from "../../src/sdk/submission-chunks.ts";
import { cannedServer, data, failure } from "./support/canned-server.ts";
import { sampleReport, sampleRun } from "./support/sample-run.ts";
import { schemaServer } from "./support/schema-server.ts";

const rows = (count: number): PredictionInput[] =>
  Array.from({ length: count }, (_, index) => ({ question: `q/${index}`, response: "A" }));
const submission = (count: number): SubmitRunOptions => ({
  benchmark: "worldsense",
  model: { name: "my-model" },
  inputs: ["VIDEO", "AUDIO"],
  predictions: rows(count),
});
type Append = { input: { run: string; predictions: PredictionInput[] } };

describe("a submission that fits in one call", () => {
  test("is one call, under a key made of its content", async () => {
    const submitRun = vi.fn((_: { input: { idempotencyKey: string } }) => ({
      run: sampleRun(),
      report: sampleReport({ rows: 2 }),
    }));
    await using server = await schemaServer({ submitRun });
    const omnidex = new Omnidex({ url: server.url });
    const run = await omnidex.submitRun(submission(2));
    await omnidex.submitRun(submission(2));
    await omnidex.submitRun(submission(3));
    expect(run).toMatchObject({ id: "run-1", status: "SCORED", report: { ok: true, rows: 2 } });
    const [first, again, other] = submitRun.mock.calls.map(([{ input }]) => input.idempotencyKey);
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("keeps the key that is given", async () => {
    await using server = await cannedServer(data({ submitRun: { run: sampleRun(), report: sampleReport() } }));
    await new Omnidex({ url: server.url }).submitRun({ ...submission(1), idempotencyKey: "mine" });
    expect(server.received[0]?.variables).toMatchObject({ input: { idempotencyKey: "mine" } });
  });

  test("is not taken for the run that was made under the same key, once that is withdrawn", async () => {
    const withdrawn = { run: sampleRun({ status: "WITHDRAWN" }), report: sampleReport() };
    await using server = await cannedServer(data({ submitRun: withdrawn }));
    await expect(new Omnidex({ url: server.url }).submitRun(submission(1))).rejects.toThrow(OmnidexConflictError);
  });

  test("is refused with a report of its rows", async () => {
    const report = sampleReport({ ok: false, errorCount: 1 });
    await using server = await cannedServer(failure("BAD_USER_INPUT", 200, {}, { report }));
    const error = await new Omnidex({ url: server.url }).submitRun(submission(1)).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexBadUserInputError);
    expect(error.report).toEqual(report);
  });
});

describe("a submission over 10,000 predictions", () => {
  const append = ({ input }: Append) => ({
    run: sampleRun({ status: "OPEN" }),
    added: input.predictions.length,
    repeated: 0,
    total: input.predictions.length,
    report: sampleReport({
      rows: input.predictions.length,
      warningCount: 1,
      missingKeys: ["q/0", "q/29999"],
      issues: [{ row: 1, question: "q", code: "EMPTY_RESPONSE", severity: "WARNING", message: "empty" }],
    }),
  });
  const counts = {
    total: 30_000,
    correct: 0,
    wrong: 24_999,
    partial: 0,
    unparsed: 0,
    missing: 5_001,
    errored: 0,
    unscored: 0,
  };

  test("is opened, filled and closed, with one report over all rows", async () => {
    const createRun = vi.fn(() => ({ run: sampleRun({ status: "OPEN" }) }));
    const appendPredictions = vi.fn(append);
    const finalizeRun = vi.fn(() => ({ run: sampleRun({ counts }) }));
    await using server = await schemaServer({ createRun, appendPredictions, finalizeRun });
    const onProgress = vi.fn();
    const { status, report } = await new Omnidex({ url: server.url }).submitRun(submission(24_999), { onProgress });
    expect(status).toBe("SCORED");
    expect(appendPredictions.mock.calls.map(([{ input }]) => input.predictions.length)).toEqual([
      10_000, 10_000, 4_999,
    ]);
    expect(onProgress.mock.calls).toEqual([
      [10_000, 24_999],
      [20_000, 24_999],
      [24_999, 24_999],
    ]);
    expect(report).toMatchObject({ ok: true, rows: 24_999, missing: 5_001, missingKeys: ["q/29999"], warningCount: 3 });
    expect(report.issues.map((issue) => issue.row)).toEqual([1, 10_001, 20_001]);
  });

  test("that was sent before goes the same way, and is the same run", async () => {
    const root = { createRun: { run: sampleRun() }, finalizeRun: { run: sampleRun({ counts }) } };
    await using server = await schemaServer({ ...root, appendPredictions: append });
    const run = await new Omnidex({ url: server.url }).submitRun(submission(10_001));
    expect(run).toMatchObject({ status: "SCORED", report: { ok: true, rows: 10_001, missing: 5_001 } });
  });

  test("of a run that was withdrawn is sent no further", async () => {
    await using server = await cannedServer(data({ createRun: { run: sampleRun({ status: "WITHDRAWN" }) } }));
    await expect(new Omnidex({ url: server.url }).submitRun(submission(10_001))).rejects.toThrow(OmnidexConflictError);
    expect(server.received).toHaveLength(1);
  });

  test("names wrong rows by their place in the whole", async () => {
    const issue = { row: 0, question: "q", code: "UNKNOWN_QUESTION", severity: "ERROR", message: "unknown" } as const;
    const report = sampleReport({ ok: false, errorCount: 1, issues: [issue] });
    const opened = data({ createRun: { run: sampleRun({ status: "OPEN" }) } });
    const appended = data({ appendPredictions: append({ input: { run: "run-1", predictions: rows(10_000) } }) });
    await using server = await cannedServer(opened, appended, failure("BAD_USER_INPUT", 200, {}, { report }));
    const error = await new Omnidex({ url: server.url }).submitRun(submission(10_001)).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexBadUserInputError);
    expect(error.details).toMatchObject({ run: "run-1", firstRow: 10_000 });
    expect(error.report.issues).toEqual([{ ...issue, row: 10_000 }]);
  });
});

describe("pieces", () => {
  test("are bounded by their text, too, and hold every row once", () => {
    const predictions = Array.from({ length: 9 }, (_, index) => ({
      question: `${index}`,
      response: "x".repeat(1_000_000),
    }));
    const chunks = chunksOf(predictions);
    expect(chunks.map((chunk) => chunk.predictions.length)).toEqual([3, 3, 3]);
    expect(chunks.flatMap((chunk) => chunk.predictions)).toEqual(predictions);
    expect(chunks.map((chunk) => chunk.start)).toEqual([0, 3, 6]);
  });

  test("of nothing are one empty piece, which the server refuses or not", () => {
    expect(chunksOf([])).toEqual([{ start: 0, predictions: [] }]);
  });
});

describe("the key of a content", () => {
  test("does not depend on the order of fields, nor on fields that are not sent", async () => {
    const keys = [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, c: 2 }, a: 1, e: undefined },
    ].map(keyOfContent);
    const [first, second] = await Promise.all(keys);
    expect(second).toBe(first);
  });

  test("depends on the order of a list, and on null", () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
    expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
  });

  test("asks for one where there is no SHA-256, as on a page without https", async () => {
    vi.stubGlobal("crypto", {});
    await expect(keyOfContent({})).rejects.toThrow("pass `idempotencyKey`");
    vi.unstubAllGlobals();
  });
});
