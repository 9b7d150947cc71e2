import { describe, expect, test, vi } from "vitest";
import {
  isOmnidexFailure,
  Omnidex,
  OmnidexError,
  type OmnidexFailure,
  type RequestInfo,
  type ResponseInfo,
} from "../../src/sdk/index.ts";
import { readCost, readRateLimits } from "../../src/sdk/response.ts";
import { cannedServer, data, failure } from "./support/canned-server.ts";

const ok = data({ answer: 42 });

describe("hooks and logger", () => {
  test("receive each attempt, and hooks may add headers", async () => {
    await using server = await cannedServer(failure("RATE_LIMITED", 429, { "retry-after": "0" }), ok);
    const requests: Omit<RequestInfo, "headers">[] = [];
    const responses: ResponseInfo[] = [];
    const omnidex = new Omnidex({
      url: server.url,
      onRequest: async ({ headers, ...info }) => {
        headers.set("traceparent", `trace-${info.attempt}`);
        requests.push(info);
      },
      onResponse: (response) => void responses.push(response),
    });
    await omnidex.query("query Answers { answer }");
    const url = `${server.url}/graphql`;
    expect(requests).toEqual([1, 2].map((attempt) => ({ operation: "Answers", attempt, url })));
    expect(server.received.map(({ headers }) => headers.traceparent)).toEqual(["trace-1", "trace-2"]);
    expect(responses.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 429],
      [2, 200],
    ]);
    expect(responses[0]?.error).toMatchObject({ code: "RATE_LIMITED", retryAfter: 0 });
    expect(responses[1]).toMatchObject({ error: undefined, durationMs: expect.any(Number) });
    expect(omnidex.lastResponse).toBe(responses[1]);
  });

  test.each([
    ["off", 0, 0],
    [undefined, 0, 1],
    ["debug", 2, 1],
  ] as const)(
    "receive the messages that the level %s allows, and never a key or a variable",
    async (logLevel, answers, repeats) => {
      await using server = await cannedServer(failure("UNAVAILABLE", 503, { "retry-after": "0" }), ok);
      const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
      await new Omnidex({ url: server.url, apiKey: "omx_secret", logger, logLevel }).query(
        "query ($v: String) { answer }",
        {
          v: "variable",
        },
      );
      expect(logger.debug).toHaveBeenCalledTimes(answers);
      expect(logger.warn).toHaveBeenCalledTimes(repeats);
      const told = JSON.stringify([logger.debug.mock.calls, logger.warn.mock.calls]);
      expect(told).not.toMatch(/omx_secret|variable/);
    },
  );
});

describe("the headers of a response", () => {
  test.each([
    ["101;limit=200000", { objects: 101, limit: 200_000 }],
    ["0", { objects: 0, limit: undefined }],
    ["much", undefined],
    [undefined, undefined],
  ])("state the cost of the request: %s", (header, expected) => {
    expect(readCost(new Headers(header === undefined ? {} : { "x-omnidex-cost": header }))).toEqual(expected);
  });

  test.each([
    [{}, []],
    [
      { "ratelimit-policy": '"burst";q=100;w=60, "daily";q=1000;w=86400', ratelimit: '"daily";r=17;t=3600' },
      [
        { policy: "burst", limit: 100, windowSeconds: 60, remaining: undefined, resetSeconds: undefined },
        { policy: "daily", limit: 1000, windowSeconds: 86_400, remaining: 17, resetSeconds: 3600 },
      ],
    ],
    [
      { ratelimit: "default;r=5;pk=:cHsdsRa894==:;t=1" },
      [{ policy: "default", limit: undefined, windowSeconds: undefined, remaining: 5, resetSeconds: 1 }],
    ],
  ])("state the rate limits: %o", (headers, expected) =>
    expect(readRateLimits(new Headers(headers))).toEqual(expected),
  );
});

test("a failure states the seconds to wait and the id of the request", async () => {
  await using server = await cannedServer(failure("RATE_LIMITED", 429, { "retry-after": "90", "x-request-id": "r-9" }));
  const error: unknown = await new Omnidex({ url: server.url }).query("{ answer }").catch((caught) => caught);
  if (!isOmnidexFailure(error)) throw error;
  expect(error).toMatchObject({ code: "RATE_LIMITED", retryAfter: 90, requestId: "r-9" });
  expect(error).toBeInstanceOf(OmnidexError);
});

/** Compiles only while it names every code. */
const exhaustive = (failure: OmnidexFailure): string => {
  switch (failure.code) {
    case "BAD_USER_INPUT":
    case "INVALID_FILTER":
    case "NOT_FOUND":
    case "UNAUTHENTICATED":
    case "FORBIDDEN":
    case "QUOTA_EXCEEDED":
    case "RATE_LIMITED":
    case "COST_LIMIT_EXCEEDED":
    case "CONFLICT":
    case "UNAVAILABLE":
    case "STORAGE_FULL":
    case "INTERNAL":
      return failure.requestId ?? "";
    case "CONNECTION":
    case "TIMEOUT":
    case "PROTOCOL":
      return failure.message;
    case "INPUT":
      return String(failure.row);
  }
};

test("a failed connection is an `OmnidexFailure`, too", async () => {
  const omnidex = new Omnidex({ url: "http://127.0.0.1:1", maxRetries: 0 });
  const error = await omnidex.query("{ answer }").catch((caught: unknown) => caught);
  if (!isOmnidexFailure(error)) throw error;
  expect(error.code).toBe("CONNECTION");
  expect(exhaustive(error)).toMatch(/^Cannot reach/);
});
