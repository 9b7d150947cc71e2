import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type RunningServer, startServer } from "../../../src/server/main.ts";
import { createTestDatabase, patientConfig, type TestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY, type AnswerError } from "../../support/test-server.ts";
import { CREATE, type Key, type MadeKey, ROTATE } from "./key-calls.ts";

const isShared = Boolean(process.env.TEST_DATABASE_URL);
const REVOKE = "mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }";

const SET_QUOTA = `mutation ($input: SetSubmissionQuotaInput!) {
  setSubmissionQuota(input: $input) { benchmark } }`;
const maintainers = (mutation: string): string =>
  `mutation ($input: MaintainerInput!) { ${mutation}(input: $input) { benchmark } }`;

/**
 * A message from one server normally reaches the other within milliseconds. The limit is higher, because this machine
 * may be busy.
 */
const SOON = { timeout: 20_000, interval: 5 };

// Two servers cannot share a database of PGlite, which runs within its process.
describe.runIf(isShared)("two servers of one database", () => {
  let test: TestDatabase;
  let servers: readonly RunningServer[] = [];
  const config = () => patientConfig({ DATABASE_URL: test.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, PORT: "0" });
  beforeAll(async () => {
    test = await createTestDatabase(inject("seededDatabase"));
    servers = [await startServer(config()), await startServer(config())];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await test.drop();
  });

  async function ask<T>(server: number, query: string, variables: object, key = ADMIN_KEY) {
    const response = await fetch(`${servers[server]?.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, variables }),
    });
    const body: { readonly data: T; readonly errors?: readonly AnswerError[] } = await response.json();
    return { status: response.status, data: body.data, errors: body.errors };
  }
  const create = async (name: string): Promise<MadeKey> =>
    (await ask<{ createApiKey: MadeKey }>(0, CREATE, { input: { name } })).data.createApiKey;
  const statusOf = async (server: number, key: string): Promise<number> =>
    (await ask(server, "{ viewer { owner } }", {}, key)).status;

  /** Waits until every server has received all earlier notifications, which arrive in the order of their commits. */
  async function settled(): Promise<void> {
    const name = randomUUID();
    const heard = servers.map(
      ({ database }) =>
        new Promise<void>((resolve) => {
          database.neighbours?.hear((text) => {
            if (text === name) resolve();
          });
        }),
    );
    await servers[0]?.database.neighbours?.tell(name);
    await Promise.all(heard);
  }

  const codeOf = async (server: number, query: string, variables: object, key: string): Promise<string | undefined> =>
    (await ask(server, query, variables, key)).errors?.[0]?.extensions.code;
  const posted = async (server: number, path: string, key: string): Promise<number> =>
    (await fetch(`${servers[server]?.url}${path}`, { method: "POST", headers: { authorization: `Bearer ${key}` } }))
      .status;

  /** Runs `during` as if the notifications of other servers had not arrived at this one yet. Then they have arrived. */
  async function withoutNotifications<T>(server: number, during: () => Promise<T>): Promise<T> {
    const versions = servers[server]?.database.versions;
    if (versions === undefined) throw new Error("the server does not run");
    await settled();
    const version = versions.current();
    expect(version).not.toBeNull();
    const current = vi.spyOn(versions, "current").mockReturnValue(version);
    try {
      return await during();
    } finally {
      current.mockRestore();
      await settled();
    }
  }

  it("both refuse a revoked key, although both had cached it", async () => {
    for (const revoking of [0, 1]) {
      const { secret, apiKey } = await create(`revoked by ${revoking}`);
      for (const server of [0, 1, 0, 1]) expect(await statusOf(server, secret)).toBe(200);
      await ask(revoking, REVOKE, { id: apiKey.id });
      expect(await statusOf(revoking, secret)).toBe(401);
      await expect.poll(() => statusOf(1 - revoking, secret), SOON).toBe(401);
    }
  });

  it("the other refuses writes of a revoked key before it is notified, and reads from the notification on", async () => {
    const { secret, apiKey } = await create("revoked elsewhere");
    expect(await statusOf(1, secret)).toBe(200);
    const heard = await withoutNotifications(1, async () => {
      await ask(0, REVOKE, { id: apiKey.id });
      expect(await codeOf(1, CREATE, { input: { name: "by a revoked key" } }, secret)).toBe("UNAUTHENTICATED");
      for (const path of ["/import/worldsense", "/maintenance/check"]) expect(await posted(1, path, secret)).toBe(401);
      return statusOf(1, secret);
    });
    // This answer is the one that `docs/operating.md` allows until the notification.
    expect(heard).toBe(200);
    expect(await statusOf(1, secret)).toBe(401);
  });

  it("the other refuses writes of a removed maintainer before it is notified", async () => {
    const input = { benchmark: "worldsense", owner: "keeper" };
    await ask(0, maintainers("addMaintainer"), { input });
    const { createApiKey } = (
      await ask<{ createApiKey: MadeKey }>(0, CREATE, {
        input: { name: "k", owner: "keeper", scopes: ["READ", "MAINTAIN"] },
      })
    ).data;
    const quota = { input: { benchmark: "worldsense", perDay: 5 } };
    const set = (): Promise<string | undefined> => codeOf(1, SET_QUOTA, quota, createApiKey.secret);
    await settled();
    expect(await set()).toBeUndefined();
    await settled();
    expect(await statusOf(1, createApiKey.secret)).toBe(200);
    await withoutNotifications(1, async () => {
      await ask(0, maintainers("removeMaintainer"), { input });
      expect(await set()).toBe("FORBIDDEN");
      expect(await posted(1, "/import/worldsense", createApiKey.secret)).toBe(403);
    });
  });

  it("both refuse a key that was rotated without an overlap, and accept the new key", async () => {
    const { secret } = await create("rotated");
    for (const server of [0, 1]) expect(await statusOf(server, secret)).toBe(200);
    const rotated = await ask<{ rotateApiKey: MadeKey }>(0, ROTATE, { input: { overlapHours: 0 } }, secret);
    await expect.poll(() => statusOf(1, secret), SOON).toBe(401);
    expect(await statusOf(1, rotated.data.rotateApiKey.secret)).toBe(200);
  });

  it("make only one key if both receive calls with the same idempotency key", async () => {
    const input = { name: "of both", idempotencyKey: "of both" };
    const calls = Array.from({ length: 10 }, (_, index) =>
      ask<{ createApiKey: MadeKey } | null>(index % 2, CREATE, { input }),
    );
    const made = (await Promise.all(calls)).filter(({ data }) => data !== null);
    expect(made).toHaveLength(1);
  });

  it("keep their caches when one of them closes and writes the last uses of keys", async () => {
    const third = await startServer(config());
    const { secret, apiKey } = await create("ending");
    const response = await fetch(`${third.url}/graphql?query={viewer{owner}}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(200);
    await settled();
    const versions = servers.map(({ database }) => database.versions.current());
    expect(versions).not.toContain(null);
    await third.close();
    await settled();
    const keys = await ask<{ apiKeys: { nodes: readonly Key[] } }>(1, "{ apiKeys { nodes { id lastUsedAt } } }", {});
    expect(keys.data.apiKeys.nodes.find(({ id }) => id === apiKey.id)?.lastUsedAt).toMatch(/:00:00\.000Z$/);
    expect(servers.map(({ database }) => database.versions.current())).toEqual(versions);
  });
});
