import { cacheExchange, createClient, fetchExchange, gql } from "@urql/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SocketServer, startSocketServer } from "../socket-server.ts";
import { FROM_CACHE, recordedFetch } from "./recorded-fetch.ts";

let socket: SocketServer;
beforeAll(async () => {
  socket = await startSocketServer();
});
afterAll(() => socket.close());

const PAGE = gql<{ questions: { nodes: { key: string }[] } }, { first: number }>`
  query Page($first: Int!) { questions(first: $first) { nodes { id key text } } }`;

/** A client as its documentation creates it, and the requests that it has sent. */
function connected(options: { readonly preferGetMethod?: boolean } = {}) {
  const { fetch, exchanges } = recordedFetch();
  const exchange = [cacheExchange, fetchExchange];
  return { client: createClient({ url: `${socket.url}/graphql`, exchanges: exchange, fetch, ...options }), exchanges };
}

const again = { requestPolicy: "network-only" } as const;

it.each([
  ["POST", false],
  ["GET", true],
])("%s is answered from the server's cache the second time", async (method, preferGetMethod) => {
  const { client, exchanges } = connected({ preferGetMethod });
  const first = await client.query(PAGE, { first: 6 }, again);
  const second = await client.query(PAGE, { first: 6 }, again);
  expect(first.data?.questions.nodes).toHaveLength(6);
  expect(second.data).toEqual(first.data);
  expect(exchanges.map((exchange) => exchange.method)).toEqual([method, method]);
  expect(exchanges[1]?.headers.get("x-omnidex-cost")).toBe(FROM_CACHE);
  expect(exchanges[1]?.headers.get("cache-control")).toBe(preferGetMethod ? "public, max-age=60" : null);
});

it("an error arrives with its code and request id", async () => {
  const { client } = connected();
  const { error } = await client.query(PAGE, { first: 1_001 });
  expect(error?.graphQLErrors[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", requestId: expect.any(String) });
  const unknown = await client.query(gql`{ nothing }`, {});
  expect(unknown.error?.graphQLErrors[0]?.extensions).toMatchObject({
    code: "BAD_USER_INPUT",
    requestId: expect.any(String),
  });
});
