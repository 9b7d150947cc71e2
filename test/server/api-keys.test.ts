import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { startServer } from "../../src/server/main.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { createTestDatabase, patientConfig } from "../support/test-database.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";
import { GAPS, gapBatch } from "./gap-batch.ts";

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly admin: boolean;
  readonly prefix: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

const FIELDS = "id name owner admin prefix createdAt expiresAt revokedAt";
const CREATE = `mutation($input:CreateApiKeyInput!){createApiKey(input:$input){secret apiKey{${FIELDS}}}}`;
const REVOKE = `mutation($id:ID!){revokeApiKey(input:{id:$id}){apiKey{${FIELDS}}}}`;
const VIEWER = `{viewer{owner admin apiKey{${FIELDS}}}}`;

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
});
afterAll(() => server.close());

async function create(input: object): Promise<{ secret: string; apiKey: ApiKey }> {
  const made = await server.data<{ createApiKey: { secret: string; apiKey: ApiKey } }>(CREATE, { input });
  return made.createApiKey;
}

const revoke = async (id: string): Promise<ApiKey> =>
  (await server.data<{ revokeApiKey: { apiKey: ApiKey } }>(REVOKE, { id })).revokeApiKey.apiKey;

const codeOf = async (query: string, variables: object, key: string | null = ADMIN_KEY): Promise<string | undefined> =>
  (await server.request(query, variables, { key })).errors?.[0]?.extensions.code;

async function submit(key: string, idempotencyKey: string): Promise<string> {
  const [question] = gapBatch().questions;
  const input = {
    benchmark: GAPS,
    model: { name: "m" },
    inputs: ["VIDEO"],
    idempotencyKey,
    predictions: [{ question: question?.key, response: "A" }],
  };
  return (await server.submit(input, { key })).id;
}

describe("an API key", () => {
  it("shows its secret once, and identifies its bearer", async () => {
    const { secret, apiKey } = await create({ name: "laptop", owner: "ann" });
    expect(secret).toMatch(/^omx_[\w-]{32}$/);
    expect(apiKey).toMatchObject({ name: "laptop", owner: "ann", admin: false, expiresAt: null, revokedAt: null });
    expect(secret.startsWith(apiKey.prefix)).toBe(true);
    expect(apiKey.prefix.length).toBeLessThan(12);
    const { viewer } = await server.data<{ viewer: unknown }>(VIEWER, {}, { key: secret });
    expect(viewer).toEqual({ owner: "ann", admin: false, apiKey });
    const stored = await server.database.query(sql`select * from api_keys`);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(apiKey.prefix.length));
  });

  it("is null for a viewer with the key in the settings; a caller without a key is no viewer", async () => {
    expect(await server.data(VIEWER, {}, { key: null })).toEqual({ viewer: null });
    expect(await server.data(VIEWER)).toEqual({ viewer: { owner: "admin", admin: true, apiKey: null } });
  });

  it("is refused for ever once it is revoked", async () => {
    const { secret, apiKey } = await create({ name: "lost" });
    await server.data(VIEWER, {}, { key: secret });
    const revoked = await revoke(apiKey.id);
    expect(revoked.revokedAt).not.toBeNull();
    expect(await codeOf(VIEWER, {}, secret)).toBe("UNAUTHENTICATED");
    expect((await revoke(apiKey.id)).revokedAt).toBe(revoked.revokedAt);
  });

  it("stops working when it expires, even if its lookup is cached", async () => {
    const expiresAt = "2999-01-01T00:00:00.000Z";
    const end = Date.parse(expiresAt);
    const { secret, apiKey } = await create({ name: "brief", expiresAt });
    expect(apiKey.expiresAt).toBe(expiresAt);
    const codeAt = (now: number): Promise<string | undefined> => {
      vi.setSystemTime(now);
      return codeOf(VIEWER, {}, secret);
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect(await codeAt(end - 1)).toBeUndefined();
      expect(await codeAt(end)).toBe("UNAUTHENTICATED");
    } finally {
      vi.useRealTimers();
    }
  });

  it("separates owners, and shows the same runs to all keys of one owner", async () => {
    const [ann, annToo, ben] = await Promise.all([
      create({ name: "1", owner: "anna" }),
      create({ name: "2", owner: "anna" }),
      create({ name: "ben" }),
    ]);
    const id = await submit(ann.secret, "one");
    const seen = async (key: string) =>
      (await server.data<{ run: unknown }>("query($id:ID!){run(id:$id){id}}", { id }, { key })).run !== null;
    expect(await Promise.all([ann, annToo, ben].map(({ secret }) => seen(secret)))).toEqual([true, true, false]);
    expect(await seen(ADMIN_KEY)).toBe(true);
    // An idempotency key belongs to its owner, so the same key of another owner makes another run.
    expect(await submit(annToo.secret, "one")).toBe(id);
    expect(await submit(ben.secret, "one")).not.toBe(id);
    const withdraw = "mutation($id:ID!){withdrawRun(input:{run:$id}){run{id}}}";
    expect(await codeOf(withdraw, { id }, ben.secret)).toBe("NOT_FOUND");
  });

  it("allows administrators' operations only if it is an administrator's key", async () => {
    const [plain, admin] = await Promise.all([create({ name: "plain" }), create({ name: "root", admin: true })]);
    const input = { name: "x" };
    expect(await codeOf(CREATE, { input }, null)).toBe("UNAUTHENTICATED");
    expect(await codeOf(CREATE, { input }, plain.secret)).toBe("FORBIDDEN");
    expect(await codeOf("{apiKeys{totalCount}}", {}, plain.secret)).toBe("FORBIDDEN");
    expect(await codeOf(REVOKE, { id: admin.apiKey.id }, plain.secret)).toBe("FORBIDDEN");
    expect(await codeOf(CREATE, { input }, admin.secret)).toBeUndefined();
    expect(await codeOf(REVOKE, { id: admin.apiKey.id }, admin.secret)).toBe("CONFLICT");
    expect(await codeOf(REVOKE, { id: plain.apiKey.id }, admin.secret)).toBeUndefined();
  });

  it("is listed without its secret, newest first", async () => {
    const { secret, apiKey } = await create({ name: "newest" });
    const listed = await server.data<{ apiKeys: { totalCount: number; nodes: readonly ApiKey[] } }>(
      `{apiKeys(first:2){totalCount nodes{${FIELDS}} pageInfo{hasNextPage}}}`,
    );
    expect(listed.apiKeys.nodes[0]).toEqual(apiKey);
    expect(JSON.stringify(listed)).not.toContain(secret);
  });

  it.each([
    ["an empty name", { name: " " }, "name"],
    ["a name that is too long", { name: "x".repeat(201) }, "name"],
    ["the settings' owner", { name: "x", owner: "admin" }, "owner"],
    ["a text that is not a time", { name: "x", expiresAt: "tomorrow" }, "expiresAt"],
    ["a day that does not exist", { name: "x", expiresAt: "2027-02-31T00:00:00Z" }, "expiresAt"],
    ["a time in the past", { name: "x", expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
  ])("cannot be made with %s", async (_what, input, field) => {
    const { errors } = await server.request(CREATE, { input });
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect(errors?.[0]?.message).toContain(field);
  });

  it("is not found by an unknown or invalid id", async () => {
    for (const id of ["key_999999", "key_0", "run_1", "x", "key_9999999999"])
      expect(await codeOf(REVOKE, { id })).toBe("NOT_FOUND");
  });

  it("is looked up once while nothing changes", async () => {
    const { secret } = await create({ name: "often" });
    const first = await server.request(VIEWER, {}, { key: secret });
    const second = await server.request("{viewer{owner}}", {}, { key: secret });
    const lookups = (statements: readonly string[]) => statements.filter((text) => text.includes("secret_hash")).length;
    if (server.database.versions.current() === null) return;
    expect(lookups(first.statements)).toBe(1);
    expect(lookups(second.statements)).toBe(0);
  });
});

describe("over a socket", () => {
  it("an API key is refused by one server once another server has revoked it", async () => {
    const test = await createTestDatabase(inject("seededDatabase"));
    const isShared = test.url.startsWith("postgres");
    const config = patientConfig({ DATABASE_URL: test.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, PORT: "0" });
    const a = await startServer(config);
    // With PGlite there is only one process, so the same server is used.
    const b = isShared ? await startServer(config) : a;
    const ask = async (url: string, key: string, query: string, variables = {}) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables }),
      });
      return { status: response.status, body: (await response.json()) as { data: Record<string, never> } };
    };
    try {
      const made = await ask(a.url, ADMIN_KEY, CREATE, { input: { name: "shared", owner: "s" } });
      const { secret, apiKey } = made.body.data.createApiKey as unknown as { secret: string; apiKey: ApiKey };
      const read = await ask(b.url, secret, "{viewer{owner} benchmarks{slug}}");
      expect(read.body.data.viewer).toEqual({ owner: "s" });
      await ask(a.url, ADMIN_KEY, REVOKE, { id: apiKey.id });
      await expect
        .poll(async () => (await ask(b.url, secret, "{viewer{owner}}")).status, { timeout: 60_000 })
        .toBe(401);
    } finally {
      await a.close();
      if (b !== a) await b.close();
      await test.drop();
    }
  });
});
