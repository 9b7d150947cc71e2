import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from "graphql";
import relay, { type ConcreteRequest, type OperationDescriptor } from "relay-runtime";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SocketServer, startSocketServer } from "../socket-server.ts";
import { FROM_CACHE, recordedFetch } from "./recorded-fetch.ts";

const { createOperationDescriptor, Environment, fetchQuery, Network, RecordSource, Store } = relay;
const require = createRequire(import.meta.url);

/** A paginated list and a row that can be fetched again by its id, as Relay's documentation writes them. */
const SOURCE = `
graphql\`
  query questionsQuery($first: Int!, $after: String) {
    ...questions_list @arguments(first: $first, after: $after)
  }
\`;
graphql\`
  fragment questions_list on Query
  @refetchable(queryName: "questionsPageQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" }) {
    questions(first: $first, after: $after) @connection(key: "questions_list_questions") {
      edges { node { ...questions_row } }
    }
  }
\`;
graphql\`
  fragment questions_row on Question @refetchable(queryName: "questionsRowQuery") { key text }
\`;
`;

let socket: SocketServer;
let folder: string;
beforeAll(async () => {
  socket = await startSocketServer();
  folder = await mkdtemp(join(tmpdir(), "omnidex-relay-"));
  const { data } = (await (await socket.post(getIntrospectionQuery())).json()) as { data: IntrospectionQuery };
  await writeFile(join(folder, "schema.graphql"), printSchema(buildClientSchema(data)));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/questions.js"), SOURCE);
  // CommonJS, because Relay's modules leave out the extension.
  const config = { src: "./src", schema: "./schema.graphql", language: "javascript", eagerEsModules: false };
  await writeFile(join(folder, "relay.config.json"), JSON.stringify(config));
  const compiler = require.resolve("relay-compiler/cli.js");
  await promisify(execFile)(process.execPath, [compiler, "relay.config.json"], { cwd: folder });
});
afterAll(async () => {
  await socket.close();
  await rm(folder, { recursive: true });
});

const compiled = (name: string): ConcreteRequest => require(join(folder, `src/__generated__/${name}.graphql.js`));

/** An environment whose network is that of Relay's documentation, and the requests that it has sent. */
function createEnvironment() {
  const { fetch, exchanges } = recordedFetch();
  const network = Network.create(async ({ text }, variables) => {
    const response = await fetch(`${socket.url}/graphql`, {
      method: "POST",
      headers: {
        Accept: "application/graphql-response+json; charset=utf-8, application/json; charset=utf-8",
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  });
  return { environment: new Environment({ network, store: new Store(new RecordSource()) }), exchanges };
}

/** Fetches an operation into the store of the environment. */
async function fetched(
  environment: InstanceType<typeof Environment>,
  name: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<OperationDescriptor> {
  const operation = createOperationDescriptor(compiled(name), variables);
  environment.retain(operation);
  await fetchQuery(environment, compiled(name), variables, { fetchPolicy: "network-only" }).toPromise();
  return operation;
}

it("compiles a connection and a refetchable fragment, and keeps pages and nodes by their ids", async () => {
  const { environment, exchanges } = createEnvironment();
  await fetched(environment, "questionsQuery", { first: 2, after: null });
  const list = () => environment.getStore().getSource().get("client:root:__questions_list_questions_connection");
  const after = () => {
    const info = (list()?.pageInfo as { readonly __ref: string } | undefined)?.__ref ?? "";
    return environment.getStore().getSource().get(info)?.endCursor;
  };
  const first = after();
  await fetched(environment, "questionsPageQuery", { first: 2, after: first });
  expect((list()?.edges as { readonly __refs: readonly string[] } | undefined)?.__refs).toHaveLength(4);
  expect(after()).not.toBe(first);

  const { questions } = await socket.server.data<{ questions: { nodes: { id: string; key: string }[] } }>(
    "{ questions(first: 4) { nodes { id key } } }",
  );
  for (const { id, key } of questions.nodes) expect(environment.getStore().getSource().get(id)?.key).toBe(key);
  const { id = "" } = questions.nodes[0] ?? {};
  const { fragment } = await fetched(environment, "questionsRowQuery", { id });
  expect(environment.lookup(fragment).data).toMatchObject({ node: { __id: id } });
  expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it("a query is answered from the server's cache the second time", async () => {
  const { environment, exchanges } = createEnvironment();
  await fetched(environment, "questionsQuery", { first: 3, after: null });
  await fetched(environment, "questionsQuery", { first: 3, after: null });
  expect(exchanges[1]?.headers.get("x-omnidex-cost")).toBe(FROM_CACHE);
  expect(exchanges[1]?.headers.get("content-type")).toBe("application/graphql-response+json; charset=utf-8");
});
