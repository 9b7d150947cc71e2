import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXTRACTORS } from "../../src/scoring/extractors/extractor-registry.ts";
import { readAll, readInPieces } from "../../src/server/services/reading/read-in-pieces.ts";
import type { ReadableRow } from "../../src/server/services/reading/readable-row.ts";
import { ReadingPool } from "../../src/server/services/reading/reading-pool.ts";
import { RowReader } from "../../src/server/services/reading/row-reader.ts";
import type { AnswerSheet } from "../../src/server/services/submission/answer-sheet.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const TEXTS = [
  "The answer is B.",
  "**Final answer:** (C)",
  "I cannot determine this from the video.",
  "A or B? Both seem right. 音声 \u{1d4b3} é",
  "",
  `${"Option A says one thing, option B another. ".repeat(250)}So it is D.`,
  `${"(A) (B) (C) not A, but B; ".repeat(160)}`,
];

let server: TestServer;
let sheet: AnswerSheet;
beforeAll(async () => {
  server = await createTestServer();
  const rows = await server.database.query<{ id: number }>({ text: "select id from releases", params: [] });
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
  test.each(EXTRACTORS)("read as the event loop does: $name", async (extractor) => {
    const rows = rowsOf((index) => TEXTS[index % TEXTS.length] as string);
    const reader = new RowReader(server.services.runs.pool, sheet, extractor);
    expect(await readAll(rows, reader)).toStrictEqual(await reader.here(rows));
  });

  test("a response that takes too long is named, and the rows beside it are read", async () => {
    const pool = new ReadingPool({ responseMs: 100 });
    const long = "A. calm violin\nB. dusty island\n".repeat(96_000);
    const rows = rowsOf((index) => (index === 7 ? long : "The answer is B."));
    const reader = new RowReader(pool, sheet, EXTRACTORS[0] as (typeof EXTRACTORS)[number]);
    const scores = [];
    for await (const piece of readInPieces(rows, (row) => row, reader)) scores.push(...piece.scores);
    expect(scores.flatMap((score, index) => (score === null ? [index] : []))).toEqual([7]);
    expect(scores.filter((score) => score?.answer === "B").length).toBeGreaterThan(400);
    await expect(readAll(rows, reader)).rejects.toThrow(/takes too long to read the response to 'video-/);
    await pool.close();
  });

  test("a request has a budget", async () => {
    const pool = new ReadingPool({ requestMs: 1 });
    const rows = rowsOf((index) => TEXTS[5 + (index % 2)] as string);
    const reader = new RowReader(pool, sheet, EXTRACTORS[0] as (typeof EXTRACTORS)[number]);
    const error = await readAll(rows, reader).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "COST_LIMIT_EXCEEDED" });
    await pool.close();
  });
});
