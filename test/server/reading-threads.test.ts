import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { EXTRACTORS } from "../../src/reading/extractor-registry.ts";
import type { AnswerSheet } from "../../src/server/runs/reading/answer-sheet.ts";
import { RowReader, readAll, readInPieces } from "../../src/server/runs/reading/row-reader.ts";
import {
  ReadingBudget,
  ReadingPool,
  THREADS,
  UNLIMITED,
  watchProgress,
} from "../../src/server/workers/reading-pool.ts";
import type { ReadableRow } from "../../src/server/workers/thread-rows.ts";
import { ownThread, threadTime } from "../../src/server/workers/thread-time.ts";
import { rowsAs } from "../support/count-rows.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { turns } from "../support/turns.ts";

const TEXTS = [
  "The answer is B.",
  "**Final answer:** (C)",
  "I cannot determine this from the video.",
  "A or B? Both seem right. 音声 \u{1d4b3} é",
  "",
  `${"Option A says one thing, option B another. ".repeat(250)}So it is D.`,
  `${"(A) (B) (C) not A, but B; ".repeat(160)}`,
];

/** A text that extractors take about 2 µs per line to read. The tests use lengths far beyond the limits of their pools. */
const longText = (lines: number): string => "A. calm violin\nB. dusty island\n".repeat(lines);

let server: TestServer;
let sheet: AnswerSheet;
beforeAll(async () => {
  server = await createTestServer();
  const rows = await rowsAs<{ id: number }>(server.database, { text: "select id from releases", params: [] });
  sheet = await server.services.runs.sheets.load(server.database, {
    release: rows[0]?.id ?? 0,
    openEnded: false,
    doubleResponse: false,
  });
});
afterAll(() => server.close());

const rowsOf = (text: (index: number) => string): ReadableRow[] =>
  sheet.questions.map(({ ordinal }, index) => ({
    ordinal,
    response: index % 50 === 0 ? null : text(index),
    error: index % 60 === 1 ? "timeout" : null,
    confirmation: null,
    ...(index % 70 === 2 && { verdict: { kind: "option", label: "A" } as const }),
  }));

describe("threads", () => {
  test("leave nothing of a parsed body behind once it is forgotten", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const pool = new ReadingPool();
    try {
      const parsed = new WeakRef((await pool.parse(new TextEncoder().encode('{"a":[1,2,3]}'))) as object);
      // What an awaited promise or a message holds is free after a turn.
      await turns(2);
      collect();
      expect(parsed.deref()).toBeUndefined();
    } finally {
      await pool.close();
    }
  });

  test.each(EXTRACTORS)("read the same as the event loop: $name", async (extractor) => {
    const rows = rowsOf((index) => TEXTS[index % TEXTS.length] as string);
    const reader = new RowReader(server.services.runs, sheet, extractor);
    expect(await readAll(rows, reader)).toStrictEqual(await reader.here(rows));
  });

  test("name a response that takes too long, and read the other rows", async () => {
    const pool = new ReadingPool({ responseMs: 200 });
    const rows = rowsOf((index) => (index === 7 ? longText(600_000) : "The answer is B."));
    const reader = new RowReader({ pool, budget: UNLIMITED }, sheet, EXTRACTORS[0] as (typeof EXTRACTORS)[number]);
    const scores = [];
    for await (const piece of readInPieces(rows, (row) => row, reader)) scores.push(...piece.scores);
    expect(scores.flatMap((score, index) => (score === null ? [index] : []))).toEqual([7]);
    expect(scores.filter((score) => score?.answer === "B").length).toBeGreaterThan(400);
    await expect(readAll(rows, reader)).rejects.toThrow(/takes too long to read the response to 'video-/);
    await pool.close();
  });

  describe("that were stopped", () => {
    const [extractor] = EXTRACTORS as readonly [(typeof EXTRACTORS)[number]];
    const long = longText(300_000);
    const longRows = (count: number): ReadableRow[] =>
      rowsOf(() => long)
        .filter(({ response, error, verdict }) => response !== null && error === null && verdict === undefined)
        .slice(0, count);

    test("do not block later responses: all slow ones are named, even if they outnumber the threads", async () => {
      const pool = new ReadingPool({ responseMs: 100 });
      const reader = new RowReader({ pool, budget: UNLIMITED }, sheet, extractor);
      const slow = THREADS + 2;
      const scores = [];
      for await (const piece of readInPieces(longRows(slow), (row) => row, reader)) scores.push(...piece.scores);
      expect(scores).toEqual(Array.from({ length: slow }, () => null));
      await pool.close();
    }, 120_000);

    test("block neither a request whose budget is spent nor the next one", async () => {
      const pool = new ReadingPool();
      const spent = new RowReader({ pool, budget: new ReadingBudget(100) }, sheet, extractor);
      const patient = new RowReader({ pool, budget: UNLIMITED }, sheet, extractor);
      const [refused, read] = await Promise.allSettled([
        readAll(longRows(3), spent),
        readAll(
          rowsOf(() => TEXTS[5] as string),
          patient,
        ),
      ]);
      expect(refused).toMatchObject({ status: "rejected", reason: { code: "COST_LIMIT_EXCEEDED" } });
      expect(read.status).toBe("fulfilled");
      await pool.close();
    }, 120_000);
  });

  test("share one budget over all reads of a request", async () => {
    const pool = new ReadingPool();
    const rows = rowsOf((index) => TEXTS[5 + (index % 2)] as string);
    const [first] = EXTRACTORS;
    const fits = new ReadingBudget(60_000);
    await readAll(rows, new RowReader({ pool, budget: fits }, sheet, first as (typeof EXTRACTORS)[number]));
    expect(fits.isSpent).toBe(false);
    fits.spend(60_000);
    const again = readAll(rows, new RowReader({ pool, budget: fits }, sheet, first as (typeof EXTRACTORS)[number]));
    await expect(again).rejects.toMatchObject({ code: "COST_LIMIT_EXCEEDED" });
    await pool.close();
  });

  test("refuse a request beyond its budget", async () => {
    const pool = new ReadingPool();
    const means = { pool, budget: new ReadingBudget(1) };
    const rows = rowsOf((index) => TEXTS[5 + (index % 2)] as string);
    const reader = new RowReader(means, sheet, EXTRACTORS[0] as (typeof EXTRACTORS)[number]);
    const error = await readAll(rows, reader).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "COST_LIMIT_EXCEEDED" });
    await pool.close();
  });
});

test("a row is charged for the time for which its thread computes, whatever time passes", () => {
  let [cpu, check] = [0, (): void => {}];
  const timer = vi.spyOn(globalThis, "setInterval").mockImplementation((call) => {
    check = call as () => void;
    return 0 as never;
  });
  const now = vi.spyOn(performance, "now").mockImplementation(() => 0);
  try {
    const budget = new ReadingBudget(3_000);
    const ended: object[] = [];
    watchProgress(
      new Int32Array([1, 0]),
      1_000,
      budget,
      (outcome) => ended.push(outcome),
      () => cpu,
    );
    check();
    // The machine did other things for an hour.
    now.mockImplementation(() => 3_600_000);
    check();
    expect([ended, budget.isSpent]).toEqual([[], false]);
    cpu = 999;
    check();
    expect(ended).toEqual([]);
    cpu = 1_000;
    check();
    expect(ended).toEqual([{ costlyRow: 0 }]);
  } finally {
    for (const spy of [timer, now]) spy.mockRestore();
  }
});

test.runIf(process.platform === "linux")("a thread's time goes on while it computes, and not while it waits", () => {
  const [thread, count] = [ownThread(), 20];
  const time = (): number => threadTime(thread) ?? Number.NaN;
  const began = time();
  while (time() < began + count) Math.hypot(1, 2);
  const computed = time();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  expect(time() - computed).toBeLessThan(500);
});
