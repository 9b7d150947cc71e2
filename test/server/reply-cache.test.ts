import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ReplyCache } from "../../src/server/http/reply-cache.ts";
import { admin, json, PAGE, type SocketServer, startSocketServer } from "./socket-server.ts";

let socket: SocketServer;
/** The statements that were sent to the database since the last call. */
let statements: string[] = [];

beforeAll(async () => {
  socket = await startSocketServer();
  socket.server.database.onStatement(({ text }) => statements.push(text));
});
beforeEach(() => {
  statements = [];
});
afterAll(() => socket.close());

describe("a response that anyone may see", () => {
  const RUNS = "{ runs(first: 100) { totalCount nodes { notes } } }";
  const submit = async (notes: string, visibility: string): Promise<void> => {
    const { questions } = await socket.server.data<{ questions: { nodes: { key: string }[] } }>(
      '{ questions(first: 1, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
    );
    const predictions = [{ question: questions.nodes[0]?.key, response: "A" }];
    await socket.server.submit({
      benchmark: "omnidex-demo",
      model: { name: "Cached" },
      inputs: ["VIDEO"],
      idempotencyKey: notes,
      notes,
      visibility,
      predictions,
    });
  };
  const notesSeen = async (headers: Record<string, string> = {}): Promise<readonly (string | null)[]> => {
    const { data } = (await (await socket.post(RUNS, {}, headers)).json()) as {
      data: { runs: { nodes: { notes: string | null }[] } };
    };
    return data.runs.nodes.map(({ notes }) => notes);
  };

  it("needs no statement the second time, until something changes", async () => {
    await notesSeen();
    statements = [];
    const before = await notesSeen();
    expect(statements).toEqual([]);
    await submit("a public run", "PUBLIC");
    expect(await notesSeen()).toEqual(["a public run", ...before]);
    statements = [];
    await notesSeen();
    expect(statements).toEqual([]);
  });

  it("is never sent to callers with other rights", async () => {
    await submit("a private run", "PRIVATE");
    expect(await notesSeen()).not.toContain("a private run");
    expect(await notesSeen(admin)).toContain("a private run");
    expect(await notesSeen()).not.toContain("a private run");
    statements = [];
    expect(await notesSeen(admin)).toContain("a private run");
    expect(statements).not.toEqual([]);
  });

  it("is not cached if it contains an error", async () => {
    const wrong = "{ questions(first: 1001) { totalCount } }";
    for (let time = 0; time < 2; time++) {
      expect(await (await socket.post(wrong)).json()).toMatchObject({
        errors: [{ extensions: { code: "BAD_USER_INPUT" } }],
      });
    }
  });

  it("is not cached while the server cannot detect changes", async () => {
    const versions = { current: () => null };
    const other = await socket.beside({ cache: new ReplyCache(versions, 1_000_000) });
    const body = JSON.stringify({ query: RUNS });
    const ask = (): Promise<Response> => fetch(`${other.url}/graphql`, { method: "POST", headers: json, body });
    await ask();
    statements = [];
    await ask();
    expect(statements).not.toEqual([]);
    await other.close();
  });

  it("is not cached if something changed while it was computed", () => {
    let version = "a";
    const cache = new ReplyCache({ current: () => version }, 1_000_000);
    const begun = cache.version();
    version = "b";
    cache.keep("name", "old", begun ?? "");
    expect(cache.get("name")).toBeUndefined();
    cache.keep("name", "new", cache.version() ?? "");
    expect(cache.get("name")?.body.toString()).toBe("new");
    version = "c";
    expect(cache.get("name")).toBeUndefined();
  });
});

describe("GET", () => {
  it("says how long caches may keep the response, and returns 304 if their copy is current", async () => {
    const first = await socket.get({ query: PAGE });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get("cache-control")).toBe("public, max-age=60");
    expect(first.headers.get("vary")).toBe("accept, authorization, origin, accept-encoding");
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await socket.get({ query: PAGE }, { "if-none-match": tag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    expect((await socket.get({ query: PAGE }, { "if-none-match": '"other"' })).status).toBe(200);
    const other = await socket.get({ query: "{ questions(first: 2) { totalCount } }" });
    expect(other.headers.get("etag")).not.toBe(etag);
  });

  it("allows no cache to keep a response to POST or to a caller with a key", async () => {
    expect((await socket.post(PAGE)).headers.get("cache-control")).toBeNull();
    const keyed = await socket.get({ query: PAGE }, admin);
    expect([keyed.headers.get("cache-control"), keyed.headers.get("etag")]).toEqual(["no-store", null]);
  });

  it("accepts a document's hash once the document was sent with it", async () => {
    const query = "{ questions(first: 1) { nodes { key ordinal } } }";
    const hash = createHash("sha256").update(query).digest("hex");
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } });
    const unknown = (await (await socket.get({ extensions })).json()) as { errors: { message: string }[] };
    expect(unknown.errors[0]?.message).toBe("PersistedQueryNotFound");
    const version = JSON.stringify({ persistedQuery: { version: 2, sha256Hash: hash } });
    expect(await (await socket.get({ query, extensions: version })).json()).toMatchObject({
      errors: [{ message: "Unsupported persisted query version", extensions: { code: "BAD_USER_INPUT" } }],
    });
    expect(socket.server.logged).toEqual([]);
    const wrong = await socket.get({ query: PAGE, extensions });
    expect(await wrong.json()).toMatchObject({
      errors: [{ message: expect.stringContaining("sha256Hash") }],
    });
    const expected = await (await socket.post(query)).json();
    expect(await (await socket.get({ query, extensions })).json()).toEqual(expected);
    const known = await socket.get({ extensions });
    expect(await known.json()).toEqual(expected);
    expect(known.headers.get("cache-control")).toBe("public, max-age=60");
  });
});
