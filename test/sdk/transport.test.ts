import { describe, expect, test } from "vitest";
import {
  OMNIDEX_ERROR_CODES,
  Omnidex,
  OmnidexApiError,
  OmnidexConnectionError,
  OmnidexProtocolError,
  OmnidexQuotaExceededError,
  OmnidexRateLimitedError,
  OmnidexTimeoutError,
  OmnidexUnavailableError,
} from "../../src/sdk/index.ts";
import { readRetryAfter } from "../../src/sdk/response.ts";
import { graphqlEndpoint } from "../../src/sdk/transport.ts";
import { type Answer, cannedServer, data, failure, json } from "./support/canned-server.ts";

const ok = data({ answer: 42 });
const query = "{ answer }";
/** A proxy's error page, which is not GraphQL. */
const page = (status: number, headers: Record<string, string> = {}): Answer => {
  return (response) => void response.writeHead(status, { "content-type": "text/html", ...headers }).end("<h1>Oh</h1>");
};
const never: Answer = () => {};
const dropMidBody: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"data":{"ans', () => response.destroy());
};

describe("after a temporary fault,", () => {
  test.each<[string, Answer[]]>([
    ["503 twice", [page(503), page(503)]],
    ["502, then 504", [page(502), page(504)]],
    ["429 with Retry-After: 0", [failure("RATE_LIMITED", 429, { "retry-after": "0" })]],
    ["RATE_LIMITED under status 200", [failure("RATE_LIMITED", 200, { "retry-after": "0" })]],
    ["UNAVAILABLE as a GraphQL error", [failure("UNAVAILABLE", 503)]],
    ["a connection dropped mid-body", [dropMidBody]],
    ["a connection dropped at once", [(response) => void response.destroy()]],
  ])("a request is repeated after %s", async (_name, faults) => {
    await using server = await cannedServer(...faults, ok);
    expect(await new Omnidex({ url: server.url }).query(query)).toEqual({ answer: 42 });
    expect(server.received).toHaveLength(faults.length + 1);
  });

  test("a timeout applies to each attempt, not to the whole request", async () => {
    await using server = await cannedServer(never, ok);
    expect(await new Omnidex({ url: server.url, timeoutMs: 100 }).query(query)).toEqual({ answer: 42 });
  });

  test("mutations are repeated only if they are idempotent", async () => {
    await using server = await cannedServer(page(503), ok, page(503), ok);
    const omnidex = new Omnidex({ url: server.url });
    expect(await omnidex.query("mutation { finalizeRun }")).toEqual({ answer: 42 });
    await expect(omnidex.query("mutation { createApiKey }")).rejects.toThrow(OmnidexUnavailableError);
    expect(server.received).toHaveLength(3);
  });
});

describe("if a fault stays,", () => {
  test("a request is repeated at most maxRetries times", async () => {
    await using server = await cannedServer(page(503));
    const error = await new Omnidex({ url: server.url, maxRetries: 1 }).query(query).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexUnavailableError);
    expect(error).toMatchObject({ code: "UNAVAILABLE", status: 503 });
    expect(server.received).toHaveLength(2);
  });

  test("a result that the server is still computing is asked for until it is there, unless maxRetries is 0", async () => {
    const computing = (progress: number) =>
      failure("UNAVAILABLE", 503, { "retry-after": "0" }, { progress, retryAfter: 0 });
    const answers = [0, 0.25, 0.5, 0.75].map(computing);
    await using server = await cannedServer(...answers, ok);
    expect(await new Omnidex({ url: server.url, maxRetries: 1 }).query(query)).toEqual({ answer: 42 });
    expect(server.received).toHaveLength(5);
    await using slow = await cannedServer(...answers);
    const error = await new Omnidex({ url: slow.url, maxRetries: 0 }).query(query).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexUnavailableError);
    expect(error.progress).toBe(0);
    expect(slow.received).toHaveLength(1);
  });

  test("a Retry-After of an hour ends the request at once", async () => {
    await using server = await cannedServer(failure("RATE_LIMITED", 429, { "retry-after": "3600" }));
    await expect(new Omnidex({ url: server.url }).query(query)).rejects.toThrow(OmnidexRateLimitedError);
    expect(server.received).toHaveLength(1);
  });

  test("a request is not repeated after QUOTA_EXCEEDED, even with status 429", async () => {
    await using server = await cannedServer(failure("QUOTA_EXCEEDED", 429));
    await expect(new Omnidex({ url: server.url }).query(query)).rejects.toThrow(OmnidexQuotaExceededError);
    expect(server.received).toHaveLength(1);
  });

  test("the error of a timeout names the limit", async () => {
    await using server = await cannedServer(never);
    const error = await new Omnidex({ url: server.url, timeoutMs: 50, maxRetries: 0 }).query(query).catch((e) => e);
    expect(error).toBeInstanceOf(OmnidexTimeoutError);
    expect(error).toBeInstanceOf(OmnidexConnectionError);
    expect(error.message).toContain("50 ms");
  });

  test("a body that never ends is a timeout", async () => {
    const stall: Answer = (response) => void response.writeHead(200).write('{"data":');
    await using server = await cannedServer(stall);
    const request = new Omnidex({ url: server.url }).query(query, {}, { timeoutMs: 50, maxRetries: 0 });
    await expect(request).rejects.toThrow(OmnidexTimeoutError);
  });

  test("a closed port is a connection error with the reason", async () => {
    const omnidex = new Omnidex({ url: "http://127.0.0.1:1", maxRetries: 0 });
    const error = await omnidex.query(query).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexConnectionError);
    expect(error.message).toMatch(/^Cannot reach http:\/\/127\.0\.0\.1:1\/graphql: /);
  });

  test.each<[string, Answer]>([
    ["malformed JSON", (response) => void response.end('{"data": {')],
    ["JSON that is not a GraphQL response", json([1, 2])],
    ["neither data nor errors", json({ data: null })],
    ["another server's page", page(404)],
  ])("%s is a protocol error that is not repeated", async (_name, answer) => {
    await using server = await cannedServer(answer);
    await expect(new Omnidex({ url: server.url }).query(query)).rejects.toThrow(OmnidexProtocolError);
    expect(server.received).toHaveLength(1);
  });
});

describe("errors of the server", () => {
  test.each(OMNIDEX_ERROR_CODES)("%s has its own class, with all details", async (code) => {
    await using server = await cannedServer(failure(code, 200, { "x-request-id": "r-1" }));
    const error = await new Omnidex({ url: server.url, maxRetries: 0 }).query(query).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexApiError);
    expect(error.constructor).not.toBe(OmnidexApiError);
    const pascal = code.toLowerCase().replace(/(^|_)(.)/g, (_all, _start, letter: string) => letter.toUpperCase());
    expect(error).toMatchObject({
      code,
      name: `Omnidex${pascal}Error`,
      message: `It is ${code}`,
      path: ["run"],
      details: { limit: 7 },
      requestId: "r-1",
    });
  });

  test.each([
    ["GRAPHQL_VALIDATION_FAILED", 200, "BAD_USER_INPUT"],
    ["SOMETHING_NEW", 403, "FORBIDDEN"],
    ["SOMETHING_NEW", 200, "INTERNAL"],
  ])("%s under status %i is read as %s", async (code, status, expected) => {
    await using server = await cannedServer(failure(code, status));
    await expect(new Omnidex({ url: server.url }).query(query)).rejects.toMatchObject({ code: expected });
  });
});

describe("a request", () => {
  test("carries the API key if there is one", async () => {
    await using server = await cannedServer(ok);
    const withVariable = "query ($a: Int) { answer(a: $a) }";
    await new Omnidex({ url: server.url, apiKey: "omx_secret" }).query(withVariable, { a: 1 });
    await new Omnidex({ url: server.url }).query(query);
    expect(server.received[0]).toMatchObject({ path: "/graphql", query: withVariable, variables: { a: 1 } });
    expect(server.received.map((request) => request.headers.authorization)).toEqual(["Bearer omx_secret", undefined]);
  });

  describe("ends with the signal's reason if it is aborted", () => {
    const reason = new Error("changed my mind");

    test.each([0, 1])("in the attempt after %i failed ones", async (faults) => {
      const stop = new AbortController();
      const abort: Answer = () => stop.abort(reason);
      await using server = await cannedServer(...Array<Answer>(faults).fill(page(503)), abort);
      await expect(new Omnidex({ url: server.url }).query(query, {}, { signal: stop.signal })).rejects.toBe(reason);
      expect(server.received).toHaveLength(faults + 1);
    });

    test("in the pause after a failed attempt", async () => {
      await using server = await cannedServer(failure("RATE_LIMITED", 429, { "retry-after": "20" }), never);
      const stop = new AbortController();
      const onResponse = (): unknown => setImmediate(() => stop.abort(reason));
      const request = new Omnidex({ url: server.url }).query(query, {}, { signal: stop.signal, onResponse });
      await expect(request).rejects.toBe(reason);
      expect(server.received).toHaveLength(1);
    });
  });

  test("uses the given fetch", async () => {
    const fetch = async () => new Response('{"data":{"by":"hand"}}');
    expect(await new Omnidex({ url: "http://x", fetch }).query(query)).toEqual({ by: "hand" });
  });

  test.each([
    ["http://127.0.0.1:4000", "http://127.0.0.1:4000/graphql"],
    ["http://127.0.0.1:4000/", "http://127.0.0.1:4000/graphql"],
    ["http://127.0.0.1:4000/graphql", "http://127.0.0.1:4000/graphql"],
    ["https://example.org/omnidex/graphql/", "https://example.org/omnidex/graphql"],
    ["https://example.org/omnidex", "https://example.org/omnidex/graphql"],
  ])("to %s goes to %s", (url, endpoint) => expect(graphqlEndpoint(url)).toBe(endpoint));

  test("is refused at once if the address is not a URL", () => {
    expect(() => new Omnidex({ url: "localhost" })).toThrow("'localhost' is not an address");
  });
});

test.each([
  [null, undefined],
  ["2", 2],
  ["Thu, 01 Jan 1970 00:00:05 GMT", 4],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["soon", undefined],
])("Retry-After: %s is read in seconds", (value, expected) => expect(readRetryAfter(value, 1_000)).toBe(expected));
