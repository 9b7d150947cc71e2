import { expect } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../src/domain/errors.ts";
import { ADMIN_KEY, type TestServer } from "../support/test-server.ts";

/** The expected error of an invalid request: its code, and texts that its message must contain. */
export type Fault = readonly [code: ErrorCode, names: RegExp];

interface Body {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** Expects a helpful rejection of a request, and a server that continues to work. */
export async function expectFault(server: TestServer, response: Response, [code, names]: Fault): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  expect(response.headers.get("x-request-id")).toMatch(/./);
  const { errors = [] } = JSON.parse(text) as Body;
  expect(errors, text).not.toEqual([]);
  for (const { message, extensions } of errors) {
    expect(ERROR_CODES).toContain(extensions?.code);
    expect(message).toMatch(/^\S.{10,}[\w.?'")]$/su);
    expect(message).not.toMatch(/node_modules|\n\s+at |select .* from/);
  }
  expect(errors[0]).toMatchObject({ message: expect.stringMatching(names), extensions: { code } });
  // The logged faults are removed, so that one of them does not fail every later test.
  expect((server.logged as unknown[]).splice(0)).toEqual([]);
  expect(await server.data('{__typename benchmark(slug:"omnidex-demo"){slug}}')).toEqual({
    __typename: "Query",
    benchmark: { slug: "omnidex-demo" },
  });
}

export const JSON_TYPE = { "content-type": "application/json" };

/** Posts a body unchanged. */
export const post = async (server: TestServer, body: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
  server.app.request("/graphql", { method: "POST", headers, body });

/** Posts a document with its variables; with the administrator's key unless `key` says otherwise. */
export const ask = (server: TestServer, query: string, variables: object = {}, key: string | null = ADMIN_KEY) =>
  post(server, JSON.stringify({ query, variables }), {
    ...JSON_TYPE,
    ...(key !== null && { authorization: `Bearer ${key}` }),
  });
