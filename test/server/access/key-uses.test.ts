import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { KeyUses } from "../../../src/server/access/key-uses.ts";
import { openPostgresDatabase } from "../../../src/server/db/postgres/postgres-database.ts";
import type { OpenedDatabase } from "../../../src/server/main.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { createKey, type Key, viewerOf } from "./key-calls.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const flush = (): Promise<void> => server.services.keyUses.flush();

async function lastUsed(id: string): Promise<string | null | undefined> {
  const { apiKeys } = await server.data<{ apiKeys: { nodes: readonly Key[] } }>(
    "{ apiKeys(first: 100) { nodes { id lastUsedAt } } }",
  );
  return apiKeys.nodes.find((key) => key.id === id)?.lastUsedAt;
}

/** The number of statements that write last uses during some work. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  let writes = 0;
  const stop = server.database.onStatement(({ text }) => {
    if (/update\s+"?api_keys"?\s+set\s+last_used_at/.test(text)) writes += 1;
  });
  await work();
  stop();
  return writes;
}

const at = (instant: string): void => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(instant));
};

describe("the last use of a key", () => {
  it("is rounded down to the hour, is null before the first use, and is visible to administrators and to the key", async () => {
    const { secret, apiKey } = await createKey(server, { name: "used" });
    expect(apiKey.lastUsedAt).toBeNull();
    at("2031-05-06T07:48:59Z");
    expect(await viewerOf(server, secret)).toMatchObject({ apiKey: { lastUsedAt: null } });
    await flush();
    expect(await lastUsed(apiKey.id)).toBe("2031-05-06T07:00:00.000Z");
    expect(await viewerOf(server, secret)).toMatchObject({ apiKey: { lastUsedAt: "2031-05-06T07:00:00.000Z" } });
  });

  it("is written once an hour for all keys together, never while a request is handled", async () => {
    const keys = [await createKey(server, { name: "a" }), await createKey(server, { name: "b" })];
    const useAll = async (): Promise<void> => {
      for (let times = 0; times < 5; times++) for (const { secret } of keys) await viewerOf(server, secret);
    };
    at("2031-06-01T10:00:00Z");
    expect(await writesOf(useAll)).toBe(0);
    expect(await writesOf(flush)).toBe(1);
    vi.setSystemTime(new Date("2031-06-01T10:59:59Z"));
    await useAll();
    expect(await writesOf(flush)).toBe(0);
    vi.setSystemTime(new Date("2031-06-01T11:00:00Z"));
    await useAll();
    expect(await writesOf(flush)).toBe(1);
    for (const { apiKey } of keys) expect(await lastUsed(apiKey.id)).toBe("2031-06-01T11:00:00.000Z");
  });

  it("does not change if a request with the key is refused", async () => {
    const expiresAt = "2031-01-01T00:00:00Z";
    const { secret, apiKey } = await createKey(server, { name: "ended", expiresAt });
    at("2031-01-01T00:00:00Z");
    expect(await viewerOf(server, secret)).toBeUndefined();
    await flush();
    vi.useRealTimers();
    expect(await lastUsed(apiKey.id)).toBeNull();
  });

  it("is not overwritten if another server has stored a later time", async () => {
    const { secret, apiKey } = await createKey(server, { name: "shared" });
    at("2031-07-01T10:00:00Z");
    await viewerOf(server, secret);
    const other = new KeyUses(server.database, () => {});
    vi.setSystemTime(new Date("2031-07-01T12:00:00Z"));
    other.note(Number(apiKey.id.slice("key_".length)));
    await other.flush();
    await flush();
    expect(await lastUsed(apiKey.id)).toBe("2031-07-01T12:00:00.000Z");
  });
});

describe("writing the last use", () => {
  it("does not change the version of the data, so caches stay valid", async () => {
    const { secret, apiKey } = await createKey(server, { name: "cached" });
    const { versions } = server.database;
    await expect.poll(() => versions.current()).not.toBeNull();
    await viewerOf(server, secret);
    const version = versions.current();
    const { cache } = server.services;
    cache?.keep("question", "{}", version ?? "");
    expect(await writesOf(flush)).toBe(1);
    expect(await lastUsed(apiKey.id)).not.toBeNull();
    expect(versions.current()).toBe(version);
    expect(cache?.get("question")).toBeDefined();
    // A write that readers can see empties the same cache.
    await createKey(server, { name: "another" });
    expect(versions.current()).not.toBe(version);
    expect(cache?.get("question")).toBeUndefined();
  });

  it("is logged if it fails, fails no request, and is tried again the next time", async () => {
    const { secret, apiKey } = await createKey(server, { name: "unlucky" });
    await viewerOf(server, secret);
    const logged = server.logged.length;
    await server.database.transaction((tx) =>
      tx.query(sql`alter table api_keys add check (last_used_at is null) not valid`),
    );
    await flush();
    expect(server.logged).toHaveLength(logged + 1);
    expect(await viewerOf(server, secret)).toMatchObject({ owner: "unlucky", apiKey: { lastUsedAt: null } });
    await server.database.transaction((tx) =>
      tx.query(sql`alter table api_keys drop constraint api_keys_last_used_at_check`),
    );
    await flush();
    expect(server.logged).toHaveLength(logged + 1);
    expect(await lastUsed(apiKey.id)).not.toBeNull();
  });

  it("is skipped without an error if the database is read-only", async () => {
    const { apiKey } = await createKey(server, { name: "read only" });
    const errors: unknown[] = [];
    const key = Number(apiKey.id.slice("key_".length));
    const readOnly = await openReadOnly();
    try {
      const uses = new KeyUses(readOnly.database, (_source, error) => errors.push(error));
      uses.note(key);
      await uses.flush();
    } finally {
      await readOnly.close();
    }
    expect(errors).toEqual([]);
    expect(await lastUsed(apiKey.id)).toBeNull();
  });
});

/** Opens the server's database with read-only sessions, like those of a standby. */
async function openReadOnly(): Promise<Pick<OpenedDatabase, "database" | "close">> {
  const { database } = server;
  if (database.engine === "pglite") {
    await database.query(sql`set default_transaction_read_only = on`);
    const writable = sql`set default_transaction_read_only = off`;
    return { database, close: async () => void (await database.query(writable)) };
  }
  const [row] = await database.query(sql`select current_database() as name`);
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = `/${String(row?.name)}`;
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const readOnly = openPostgresDatabase(url.href);
  const [session] = await readOnly.query(sql`show default_transaction_read_only`);
  expect(session).toEqual({ default_transaction_read_only: "on" });
  return { database: readOnly, close: () => readOnly.close() };
}
