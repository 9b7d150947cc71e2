import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { createKey, type Key, type MadeKey, ROTATE, refusalOf, viewerOf } from "./key-calls.ts";

interface Rotated extends MadeKey {
  readonly replaced: Key;
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const HOUR = 3_600_000;
/** When everything in this file happens. */
const NOW = Date.parse("2998-01-01T00:00:00Z");
const inHours = (hours: number): string => new Date(NOW + hours * HOUR).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

async function rotate(input: object, key?: string): Promise<Rotated> {
  const options = key === undefined ? {} : { key };
  return (await server.data<{ rotateApiKey: Rotated }>(ROTATE, { input }, options)).rotateApiKey;
}

describe("rotateApiKey", () => {
  it("makes a new key with the same rights; the old key stays valid for 24 hours", async () => {
    const expiresAt = inHours(100);
    const old = await createKey(server, { name: "nightly", owner: "ann", scopes: ["SUBMIT"], expiresAt });
    const rotated = await rotate({}, old.secret);
    expect(rotated.secret).toMatch(/^omx_[\w-]{32}$/);
    expect(rotated.secret).not.toBe(old.secret);
    const like = { name: "nightly", owner: "ann", admin: false, scopes: ["READ", "SUBMIT"], expiresAt };
    expect(rotated.apiKey).toMatchObject({ ...like, revokedAt: null, lastUsedAt: null, replacedBy: null });
    expect(rotated.apiKey.id).not.toBe(old.apiKey.id);
    expect(rotated.replaced).toMatchObject({ id: old.apiKey.id, replacedBy: rotated.apiKey.id, revokedAt: null });
    expect(rotated.replaced.expiresAt).toBe(inHours(24));
    vi.setSystemTime(NOW + 24 * HOUR - 1);
    expect(await viewerOf(server, old.secret)).toMatchObject({ owner: "ann" });
    expect(await viewerOf(server, rotated.secret)).toMatchObject({ owner: "ann" });
    vi.setSystemTime(NOW + 24 * HOUR);
    expect(await viewerOf(server, old.secret)).toBeUndefined();
    expect(await viewerOf(server, rotated.secret)).toMatchObject({ owner: "ann" });
  });

  it("with an overlap of 0 revokes the old key at once", async () => {
    const old = await createKey(server, { name: "leaked" });
    expect(await viewerOf(server, old.secret)).toBeDefined();
    const { secret, replaced } = await rotate({ overlapHours: 0 }, old.secret);
    expect(replaced.revokedAt).not.toBeNull();
    expect(await viewerOf(server, old.secret)).toBeUndefined();
    expect(await viewerOf(server, secret)).toMatchObject({ owner: "leaked", admin: false });
  });

  it("never extends the life of the old key", async () => {
    const expiresAt = inHours(2);
    const old = await createKey(server, { name: "short", expiresAt });
    const { apiKey, replaced } = await rotate({ id: old.apiKey.id, overlapHours: 720 });
    expect([apiKey.expiresAt, replaced.expiresAt]).toEqual([expiresAt, expiresAt]);
  });

  it("lets an administrator give the new key another expiry, and keeps an administrator's rights", async () => {
    const old = await createKey(server, { name: "root", admin: true });
    const expiresAt = inHours(9);
    const { apiKey, secret } = await rotate({ id: old.apiKey.id, expiresAt });
    expect(apiKey).toMatchObject({ admin: true, expiresAt });
    expect(await viewerOf(server, secret)).toMatchObject({ admin: true, scopes: expect.arrayContaining(["ADMIN"]) });
  });

  it("replaces a key only once, even if several calls arrive at once", async () => {
    const old = await createKey(server, { name: "race" });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.request<{ rotateApiKey: Rotated }>(ROTATE, { input: {} }, { key: old.secret }),
      ),
    );
    const made = answers.flatMap(({ data, errors }) => (errors === undefined ? [data.rotateApiKey.apiKey.id] : []));
    expect(made).toHaveLength(1);
    const codes = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code));
    expect(codes).toEqual(Array.from({ length: 7 }, () => "CONFLICT"));
    const error = await refusalOf(server, ROTATE, { input: { id: old.apiKey.id } });
    expect(error.message).toBe(
      `The key '${old.apiKey.id}' was already replaced by '${made[0]}', so it cannot be rotated.`,
    );
  });

  it("refuses a key that has been revoked", async () => {
    const old = await createKey(server, { name: "revoked" });
    await server.data("mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }", {
      id: old.apiKey.id,
    });
    const error = await refusalOf(server, ROTATE, { input: { id: old.apiKey.id } });
    expect(error).toMatchObject({ message: expect.stringContaining("is revoked"), extensions: { code: "CONFLICT" } });
  });

  it("lets only administrators rotate another owner's key or extend a key's life", async () => {
    const [own, other] = [await createKey(server, { name: "own" }), await createKey(server, { name: "other" })];
    const expiresAt = inHours(1);
    for (const input of [{ id: other.apiKey.id }, { id: "key_999999" }, { id: "x" }, { expiresAt }]) {
      const { extensions } = await refusalOf(server, ROTATE, { input }, own.secret);
      expect(extensions.code, JSON.stringify(input)).toBe("FORBIDDEN");
    }
    expect((await refusalOf(server, ROTATE, { input: {} }, null)).extensions.code).toBe("UNAUTHENTICATED");
    expect(await viewerOf(server, other.secret)).toBeDefined();
  });

  it.each([
    ["a call with the settings' key and no id", {}, "BAD_USER_INPUT", "'id' must name a key"],
    ["an unknown id", { id: "key_999999" }, "NOT_FOUND", "key_999999"],
    ["a malformed id", { id: "run_1" }, "NOT_FOUND", "run_1"],
    ["a negative overlap", { id: "key_1", overlapHours: -1 }, "BAD_USER_INPUT", "from 0 to 720; got -1"],
    ["an overlap of 31 days", { id: "key_1", overlapHours: 744 }, "BAD_USER_INPUT", "from 0 to 720; got 744"],
    ["an expiry in the past", { id: "key_1", expiresAt: "2020-01-01T00:00:00Z" }, "BAD_USER_INPUT", "expiresAt"],
    ["an empty idempotency key", { id: "key_1", idempotencyKey: "" }, "BAD_USER_INPUT", "idempotencyKey"],
  ])("refuses %s", async (_what, input, code, message) => {
    const error = await refusalOf(server, ROTATE, { input });
    expect(error.extensions.code).toBe(code);
    expect(error.message).toContain(message);
  });
});
