import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Queryable } from "../../../src/server/db/database.ts";
import { createApp } from "../../../src/server/http/app.ts";
import { fastListener } from "../../../src/server/http/fast-listener.ts";
import { importBenchmark } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { largeBatch } from "./large-batch.ts";

const QUESTIONS = 20_000;
const PIECES = QUESTIONS / 1_000;
const ALL = `filter=${encodeURIComponent('{"benchmarks":["large"]}')}`;

let server: TestServer;
/** Called with each statement that reads questions. */
let onPiece: (count: number) => void = () => {};
let pieces = 0;
/** The largest number of questions that one of these statements returned. */
let most = 0;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, largeBatch(QUESTIONS));
  const reads: Queryable = {
    query: async (query) => {
      const rows = await server.database.query(query);
      if (Object.hasOwn(rows[0] ?? {}, "reasoningSteps")) {
        onPiece(++pieces);
        const { id } = rows[0] as { readonly id?: unknown };
        most = Math.max(most, Array.isArray(id) ? id.length : rows.length);
      }
      return rows;
    },
  };
  const services = { ...server.services, database: { ...server.database, reads } };
  const listening = createServer(fastListener(services, getRequestListener(createApp(services).fetch)));
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => void listening.close(() => resolve()).closeAllConnections());
});
afterAll(async () => {
  await close();
  await server.close();
});

/** Requests an export over a new connection. A used connection's buffers may be large enough for a whole export. */
const ask = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => void get(`${url}${path}`, { agent: false }, resolve).on("error", reject));

function begin(path: string): Promise<IncomingMessage> {
  [pieces, most] = [0, 0];
  return ask(path);
}

/** The pieces of an earlier export by now. In the meantime another reader takes a whole export. */
async function piecesMeanwhile(): Promise<number> {
  for await (const _ of await ask(`/export/questions.ndjson?${ALL}`));
  pieces -= PIECES;
  return pieces;
}

describe("a streamed export", () => {
  it("arrives complete", async () => {
    const response = await begin(`/export/questions.ndjson?${ALL}`);
    let text = "";
    for await (const chunk of response.setEncoding("utf8")) text += chunk;
    expect(text.split("\n").length - 1).toBe(QUESTIONS);
    expect([response.complete, pieces]).toEqual([true, PIECES]);
  });

  it.each(["ndjson", "csv", "parquet"])("is read in statements of 1,000 questions, as %s", async (extension) => {
    const response = await begin(`/export/questions.${extension}?${ALL}`);
    for await (const _ of response);
    expect([response.complete, pieces, most]).toEqual([true, PIECES, 1_000]);
  });

  it("is produced no faster than the reader takes it", async () => {
    const response = await begin(`/export/questions.ndjson?${ALL}`);
    response.pause();
    // The buffers of the sockets hold a part of the export.
    expect(await piecesMeanwhile()).toBeLessThan(PIECES);
    for await (const _ of response);
    expect(pieces).toBe(PIECES);
  });

  it("stops when the reader disconnects", async () => {
    // NDJSON is the largest format. The buffers of the two sockets could hold an export in another format completely.
    const response = await begin(`/export/questions.ndjson?${ALL}`);
    response.on("error", () => {}).pause();
    await piecesMeanwhile();
    response.destroy();
    expect(await piecesMeanwhile()).toBeLessThan(PIECES);
    expect(server.logged).toEqual([]);
  });

  it.each(["ndjson", "csv", "parquet"])("breaks off at a failure, so that no %s looks complete", async (extension) => {
    onPiece = (count) => {
      if (count === 15) throw new Error("the disk is on fire");
    };
    const read = async () => {
      for await (const _ of await begin(`/export/questions.${extension}?${ALL}`));
    };
    await expect(read()).rejects.toThrow(/aborted|hang up/);
    expect((server.logged as unknown[]).splice(0)).toMatchObject([{ message: "the disk is on fire" }]);
    onPiece = () => {};
  });

  it("reports a failure that happens before the first byte", async () => {
    onPiece = () => {
      throw new Error("the disk is on fire");
    };
    const response = await fetch(`${url}/export/questions.ndjson?${ALL}`);
    onPiece = () => {};
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { errors: [{ extensions: { code: "INTERNAL" } }] },
    ]);
    expect((server.logged as unknown[]).splice(0)).toHaveLength(1);
  });
});
