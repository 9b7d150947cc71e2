import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERYTHING } from "../../../src/domain/slice/question-slice.ts";
import { ADMIN } from "../../../src/domain/viewer.ts";
import type { FilePieces } from "../../../src/formats/encoding/pieces.ts";
import { openQuestionExport, writeQuestionExport } from "../../../src/server/benchmarks/question-export.ts";
import type { Queryable } from "../../../src/server/db/database.ts";
import { createApp } from "../../../src/server/http/app.ts";
import type { AppServices } from "../../../src/server/http/app-environment.ts";
import { ExportRoom } from "../../../src/server/limits/export-room.ts";
import { importBenchmark } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { largeBatch } from "./large-batch.ts";

const QUESTIONS = 3_000;
const READERS = 30;
/** A piece of 1,000 questions, and one without room, as the server counts them. */
const [PIECE, SMALL_PIECE] = [1_000, 100];
const BYTES_OF_QUESTION = 5_000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, largeBatch(QUESTIONS));
});
afterAll(() => server.close());

async function wholeText(pieces: FilePieces): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("exports whose clients stop reading", () => {
  /** Exports of all questions as NDJSON, and for each the questions that the database has returned. */
  async function openExports(room: ExportRoom) {
    const { memory, database } = server.services;
    return Promise.all(
      Array.from({ length: READERS }, async () => {
        const counted = { read: 0 };
        const reads: Queryable = {
          query: async (query) => {
            const rows = await database.query(query);
            if (Object.hasOwn(rows[0] ?? {}, "reasoningSteps")) counted.read += rows.length;
            return rows;
          },
        };
        const reader = { database: reads, memory, viewer: ADMIN, room };
        const found = await openQuestionExport(reader, EVERYTHING);
        return { counted, pieces: writeQuestionExport(reader, found, "ndjson") };
      }),
    );
  }

  it("keep no more questions in memory than there is room for, and 100 each without room", async () => {
    const room = new ExportRoom(5 * PIECE * BYTES_OF_QUESTION);
    const exports = await openExports(room);
    const firsts: (string | Uint8Array)[] = [];
    for (const { pieces } of exports) firsts.push((await pieces.next()).value ?? "");
    // What is read ahead has arrived, too, once a later statement has been answered.
    await server.database.query({ text: "select 1", params: [] });
    const held = exports.map(({ counted }) => counted.read);
    expect(held).toEqual([2 * PIECE, 2 * PIECE, PIECE, ...Array(READERS - 3).fill(SMALL_PIECE)]);
    expect(room.taken).toBe(room.most);

    // A client that leaves gives its room to others, and those who go on reading get the whole file.
    const [first, second, third, ...small] = exports.map(({ pieces }, index) => ({ pieces, begun: firsts[index] }));
    const others = [third, small.pop()];
    for (const { pieces } of small) await pieces.return();
    await first?.pieces.return();
    expect(room.taken).toBe(3 * PIECE * BYTES_OF_QUESTION);
    const expected = second === undefined ? "" : second.begun + (await wholeText(second.pieces));
    expect(expected.split("\n").length).toBeGreaterThan(QUESTIONS);
    for (const other of others) {
      if (other === undefined) throw new Error("too few readers");
      expect(other.begun + (await wholeText(other.pieces))).toBe(expected);
    }
    expect(room.taken).toBe(0);
  });

  it("give back their room when they fail", async () => {
    const room = new ExportRoom();
    const failing: Queryable = {
      query: async (query) => {
        const rows = await server.database.query(query);
        if (Object.hasOwn(rows[0] ?? {}, "reasoningSteps")) throw new Error("the disk is on fire");
        return rows;
      },
    };
    const reader = { database: failing, memory: server.services.memory, viewer: ADMIN, room };
    const found = await openQuestionExport(reader, EVERYTHING);
    await expect(wholeText(writeQuestionExport(reader, found, "ndjson"))).rejects.toThrow("on fire");
    expect(room.taken).toBe(0);
  });
});

describe("without room in memory", () => {
  const services = (): AppServices => ({ ...server.services, exportRoom: new ExportRoom(0) });
  /** The file, and the number of statements that read questions or predictions for it. */
  async function file(path: string, { database, ...rest }: AppServices) {
    let statements = 0;
    const stop = database.onStatement(({ text }) => {
      if (/reasoning_steps|bytes_before/.test(text)) statements += 1;
    });
    const response = await createApp({ ...rest, database }).request(path);
    const bytes = Buffer.from(await response.arrayBuffer());
    stop();
    expect(response.status, bytes.toString("utf8", 0, 500)).toBe(200);
    return { bytes, statements, length: response.headers.get("content-length") };
  }

  const filter = `filter=${encodeURIComponent('{"benchmarks":["large"]}')}`;
  it.each(["ndjson", "csv"])("questions are the same file in smaller pieces: %s", async (extension) => {
    const path = `/export/questions.${extension}?${filter}`;
    const usual = await file(path, server.services);
    const small = await file(path, services());
    expect([usual.statements, small.statements]).toEqual([QUESTIONS / PIECE, QUESTIONS / SMALL_PIECE]);
    expect(small.bytes.equals(usual.bytes)).toBe(true);
  });

  it("Parquet is the same file, produced on disk", async () => {
    const path = `/export/questions.parquet?${filter}`;
    const usual = await file(path, server.services);
    const small = await file(path, services());
    expect(usual.length).toBeNull();
    expect(small.length).toBe(String(usual.bytes.length));
    expect(small.bytes.equals(usual.bytes)).toBe(true);
  });

  it("a run is the same file in smaller pieces, in every format", async () => {
    for (const format of ["omnidex", "csv", "parquet", "lmms-eval", "inspect"]) {
      const path = `/export/runs/run_1?format=${format}`;
      const usual = await file(path, server.services);
      const small = await file(path, services());
      expect(usual.statements, format).toBe(1);
      expect(small.statements, format).toBeGreaterThan(1);
      expect(small.bytes.equals(usual.bytes), format).toBe(true);
    }
  });
});
