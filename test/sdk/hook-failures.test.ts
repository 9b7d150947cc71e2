import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Omnidex, OmnidexTimeoutError } from "../../src/sdk/index.ts";
import { type Answer, cannedServer, data, failure } from "./support/canned-server.ts";

const ok = data({ answer: 42 });
const lost = vi.fn();
beforeAll(() => void process.on("unhandledRejection", lost));
afterAll(() => void process.off("unhandledRejection", lost));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const throwing = (): never => {
  throw new Error("the hook's own");
};

describe("a hook or a logger that throws", () => {
  test.each<[string, object]>([
    ["onResponse", { onResponse: throwing }],
    ["an asynchronous onResponse", { onResponse: async () => throwing() }],
    ["the logger", { logger: { debug: throwing, info: throwing, warn: throwing, error: throwing }, logLevel: "debug" }],
  ])("%s: the server's answer is returned all the same, and the request is not repeated", async (_name, options) => {
    await using server = await cannedServer(failure("UNAVAILABLE", 503, { "retry-after": "0" }), ok);
    expect(await new Omnidex({ url: server.url, ...options }).query("{ answer }")).toEqual({ answer: 42 });
    expect(server.received).toHaveLength(2);
    await turn();
    expect(lost).not.toHaveBeenCalled();
  });

  test("onResponse: the logger gets the error", async () => {
    await using server = await cannedServer(ok);
    const error = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error };
    await new Omnidex({ url: server.url, onResponse: throwing, logger }).query("{ answer }");
    expect(error).toHaveBeenCalledWith("omnidex: onResponse failed", { error: new Error("the hook's own") });
  });

  test("onRequest: nothing is sent", async () => {
    await using server = await cannedServer(ok);
    await expect(new Omnidex({ url: server.url, onRequest: throwing }).query("{ answer }")).rejects.toThrow("own");
    expect(server.received).toEqual([]);
  });
});

test("the signal ends a call whose onRequest never returns", async () => {
  const onRequest = (): Promise<void> => new Promise(() => {});
  const omnidex = new Omnidex({ url: "http://127.0.0.1:9", onRequest });
  const call = omnidex.query("{ answer }", {}, { signal: AbortSignal.timeout(20) });
  await expect(call).rejects.toThrow("timeout");
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31])(
  "a timeout of %d ms does not end the call at once",
  async (timeoutMs) => {
    // A timeout that is too long for a timer would be one of 1 ms, which ends before a timer that starts later.
    const later: Answer = (response, request) => void setTimeout(() => void ok(response, request), 2);
    await using server = await cannedServer(later);
    expect(await new Omnidex({ url: server.url, timeoutMs, maxRetries: 0 }).query("{ answer }")).toEqual({
      answer: 42,
    });
    await using silent = await cannedServer(() => {});
    const short = new Omnidex({ url: silent.url, timeoutMs: 20, maxRetries: 0 });
    await expect(short.query("{ answer }")).rejects.toThrow(OmnidexTimeoutError);
  },
);

describe("secrets", () => {
  test.each(["omx_secret\nomx_second", "omx_sécret…"])(
    "an API key that no header can hold is refused and not printed: %j",
    (apiKey) => {
      const make = (): unknown => new Omnidex({ url: "http://127.0.0.1:9", apiKey });
      expect(make).toThrow(TypeError);
      expect(make).not.toThrow(/omx_/);
    },
  );

  test("a line break at the end of a key is removed", async () => {
    await using server = await cannedServer(ok);
    await new Omnidex({ url: server.url, apiKey: "omx_secret\n" }).query("{ answer }");
    expect(server.received[0]?.headers.authorization).toBe("Bearer omx_secret");
  });

  test("an address with a password is refused, because fetch would refuse it", () => {
    const make = (): unknown => new Omnidex({ url: "http://ada:secret@127.0.0.1:9" });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/secret/);
  });
});

test("a date in Retry-After is compared with the server's own clock", async () => {
  const headers = { date: "Fri, 01 Jan 2100 08:00:00 GMT", "retry-after": "Fri, 01 Jan 2100 08:02:00 GMT" };
  await using server = await cannedServer(failure("RATE_LIMITED", 429, headers));
  await expect(new Omnidex({ url: server.url }).query("{ answer }")).rejects.toMatchObject({ retryAfter: 120 });
});
