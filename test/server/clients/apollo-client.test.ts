import { createHash, randomUUID } from "node:crypto";
import {
  ApolloClient,
  type ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  type TypedDocumentNode,
} from "@apollo/client";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { relayStylePagination } from "@apollo/client/utilities";
import { afterAll, beforeAll, expect, it } from "vitest";
import { admin, type SocketServer, startSocketServer } from "../socket-server.ts";
import { FROM_CACHE, type RecordedExchange, recordedFetch } from "./recorded-fetch.ts";

let socket: SocketServer;
const ORIGIN = "https://page.example";
beforeAll(async () => {
  socket = await startSocketServer({ OMNIDEX_CORS_ORIGINS: ORIGIN });
});
afterAll(() => socket.close());

interface Page {
  readonly questions: {
    readonly edges: readonly { readonly node: { readonly __typename: string; readonly id: string } }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

const PAGE: TypedDocumentNode<Page, { first: number; after?: string }> = gql`
  query Page($first: Int!, $after: String) {
    questions(first: $first, after: $after) {
      edges { cursor node { id key text } }
      pageInfo { endCursor hasNextPage }
    }
  }`;

/** A client as its documentation creates it, and the requests that it has sent. */
function createClient(options: Partial<HttpLink.Options> = {}, before?: ApolloLink) {
  const { fetch, exchanges } = recordedFetch();
  const http = new HttpLink({ uri: `${socket.url}/graphql`, fetch, ...options });
  const cache = new InMemoryCache({
    typePolicies: { Query: { fields: { questions: relayStylePagination(["filter"]) } } },
  });
  return { client: new ApolloClient({ link: before?.concat(http) ?? http, cache }), exchanges };
}

const headersOf = ({ headers }: RecordedExchange) => ({
  cost: headers.get("x-omnidex-cost"),
  etag: headers.get("etag"),
  caching: headers.get("cache-control"),
});

it("a query that names its library is answered from the server's cache the second time", async () => {
  const { client, exchanges } = createClient();
  const ask = () => client.query({ query: PAGE, variables: { first: 3 }, fetchPolicy: "network-only" });
  const [first, second] = [await ask(), await ask()];
  expect(first.data?.questions.edges[0]?.node).toMatchObject({ __typename: "Question", key: expect.any(String) });
  expect(second.data).toEqual(first.data);
  expect(exchanges.map(({ body }) => body?.extensions)).toEqual(
    Array(2).fill({ clientLibrary: { name: "@apollo/client", version: expect.any(String) } }),
  );
  expect(exchanges.map((exchange) => headersOf(exchange).cost)).toEqual(["3;limit=200000", FROM_CACHE]);
});

it("a page of another origin may send all headers of a client that names itself and its operations", async () => {
  const { fetch: recording, exchanges } = recordedFetch();
  const names = { "apollo-require-preflight": "true", "x-apollo-operation-name": "Page" };
  const client = new ApolloClient({
    link: new HttpLink({ uri: `${socket.url}/graphql`, fetch: recording, headers: { ...admin, ...names } }),
    cache: new InMemoryCache(),
    clientAwareness: { name: "page", version: "1.0" },
  });
  await client.query({ query: PAGE, variables: { first: 1 } });
  const sent = [...(exchanges[0]?.sent.keys() ?? [])];
  expect(sent).toEqual(expect.arrayContaining(["apollographql-client-name", "apollographql-client-version"]));
  // What a browser asks before it sends the request.
  const preflight = await fetch(`${socket.url}/graphql`, {
    method: "OPTIONS",
    headers: {
      origin: ORIGIN,
      "access-control-request-method": "POST",
      "access-control-request-headers": sent.join(","),
    },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, ORIGIN]);
  expect(preflight.headers.get("access-control-allow-headers")?.split(",")).toEqual(sent);
});

it("a GET may be kept by browsers and proxies", async () => {
  const { client, exchanges } = createClient({ useGETForQueries: true });
  await client.query({ query: PAGE, variables: { first: 4 } });
  const [exchange] = exchanges;
  expect(exchange?.method).toBe("GET");
  expect(exchange?.url.searchParams.get("extensions")).toContain("clientLibrary");
  expect(exchange && headersOf(exchange)).toMatchObject({
    etag: expect.stringMatching(/^(W\/)?"[\w-]{27}"$/),
    caching: "public, max-age=60",
  });
});

it.each([true, false])("a persisted query is sent by its hash; over GET: %s", async (isGet) => {
  const persisted = new PersistedQueryLink({
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    useGETForHashedQueries: isGet,
  });
  const { client, exchanges } = createClient({}, persisted);
  const query: TypedDocumentNode<
    Page,
    Record<string, never>
  > = gql`query Own${String(isGet)} { questions(first: 5) { edges { node { id ordinal } } } }`;
  const ask = () => client.query({ query, fetchPolicy: "network-only" });
  const [first, second] = [await ask(), await ask()];
  await ask();
  expect(second.data).toEqual(first.data);
  // The hash is unknown, then sent with the document, then known.
  const sent = exchanges.map(({ method, url, body }) => [
    method,
    (url.searchParams.get("query") ?? body?.query) != null,
  ]);
  const hashed = [isGet ? "GET" : "POST", false];
  expect(sent).toEqual([hashed, ["POST", true], hashed, hashed]);
  expect(exchanges.slice(2).map((exchange) => headersOf(exchange).cost)).toEqual(["5;limit=200000", FROM_CACHE]);
});

it("pages are appended to a list that is cached by id", async () => {
  const { client } = createClient();
  const { data } = await client.query({ query: PAGE, variables: { first: 2 } });
  const after = data?.questions.pageInfo.endCursor ?? "";
  await client.query({ query: PAGE, variables: { first: 2, after }, fetchPolicy: "network-only" });
  const kept = client.readQuery({ query: PAGE, variables: { first: 2 } });
  expect(new Set(kept?.questions.edges.map(({ node }) => client.cache.identify({ ...node }))).size).toBe(4);
});

it("a mutation and its errors arrive with their codes", async () => {
  const mutation = gql`
    mutation Submit($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }`;
  const input = {
    benchmark: "omnidex-demo",
    model: { name: "Client" },
    inputs: ["VIDEO"],
    idempotencyKey: randomUUID(),
    predictions: [],
  };
  const { client } = createClient();
  const refused = await client.mutate({ mutation, variables: { input } }).catch((error: unknown) => error);
  expect(CombinedGraphQLErrors.is(refused) && refused.errors[0]?.extensions).toEqual({
    code: "UNAUTHENTICATED",
    requestId: expect.any(String),
  });
  const { client: owner } = createClient({ headers: admin });
  const { questions } = await socket.server.data<{ questions: { nodes: { key: string }[] } }>(
    '{ questions(first: 1, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
  );
  const predictions = [{ question: questions.nodes[0]?.key, response: "A" }];
  const { data } = await owner.mutate({ mutation, variables: { input: { ...input, predictions } } });
  expect(data).toMatchObject({ submitRun: { run: { id: expect.any(String) } } });
});
