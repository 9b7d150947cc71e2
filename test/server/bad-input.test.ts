import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";
import { ask, expectFault, type Fault, JSON_TYPE, post } from "./faults.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Row<T> = readonly [name: string, request: T, ...fault: Fault];
const bad = "BAD_USER_INPUT";

const WITH_KEY = { ...JSON_TYPE, authorization: `Bearer ${ADMIN_KEY}` };

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(" ");

describe("an invalid request", () => {
  const query = "{__typename}";
  it.each<Row<string>>([
    ["malformed JSON", "{", bad, /not JSON/],
    ["nothing", "", bad, /not JSON/],
    ["an array", "[]", bad, /batching/],
    ["a batch", JSON.stringify([{ query }, { query }]), bad, /batching/],
    ["null", "null", bad, /JSON object/],
    ["a number", "1", bad, /JSON object/],
    ["a text", '"{__typename}"', bad, /JSON object/],
    ["an empty object", "{}", bad, /JSON object/],
    ["no query", '{"variables":{}}', bad, /query/],
    ["a query that is not a string", '{"query":{}}', bad, /must be strings/],
    ["an empty query", '{"query":""}', bad, /non-empty/],
    ["variables as text", JSON.stringify({ query, variables: "{}" }), bad, /variables/],
    ["variables as a list", JSON.stringify({ query, variables: [1] }), bad, /variables/],
    ["an operation name that is not a string", JSON.stringify({ query, operationName: 1 }), bad, /operationName/],
    ["an operation that the document lacks", JSON.stringify({ query, operationName: "x" }), bad, /"x"/],
    [
      "JSON nested 50,000 deep",
      `{"query":"{__typename}","variables":{"a":${"[".repeat(5e4)}${"]".repeat(5e4)}}}`,
      bad,
      /100 levels/,
    ],
    ["70,000 values", `{"query":"{__typename}","variables":{"a":[${"0,".repeat(7e4)}0]}}`, bad, /64000 values/],
    ["3,000,000 characters", JSON.stringify({ query, variables: { a: "a".repeat(3e6) } }), bad, /2000000 characters/],
    ["3 MB without an end", `{"query":"${"a".repeat(3e6)}`, bad, /not JSON/],
    ["3 MB of lists within lists", `{"variables":${"[".repeat(15e5)}${"]".repeat(15e5)}}`, bad, /100 levels/],
    [
      "3 MB, nested 30,000 deep",
      JSON.stringify({ query, variables: { a: ["a".repeat(15e5), "b".repeat(15e5), "@"] } }).replace(
        '"@"',
        `${"[".repeat(3e4)}${"]".repeat(3e4)}`,
      ),
      bad,
      /100 levels/,
    ],
    ["3 MB of a list within a list", `{"variables":{"a":[[${"0,".repeat(15e5)}0]]}}`, bad, /64000 values/],
    ["20 MB", "x".repeat(20e6), bad, /16777216 bytes/],
    [
      "a number too large",
      `{"query":"query($n:Float){questions(filter:{durationSeconds:{gt:$n}}){totalCount}}","variables":{"n":1e999}}`,
      bad,
      /non numeric/,
    ],
    ["a persisted query", '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"0"}}}', bad, /Persisted/],
    // Only a caller with a key may send a body of this length.
  ])("is refused for a body of %s", async (_, body, ...fault) =>
    expectFault(server, await post(server, body, WITH_KEY), fault),
  );

  it("is refused for a body of 1.5 MB without a key", async () => {
    const response = await post(server, JSON.stringify({ query, variables: { a: "a".repeat(15e5) } }));
    expect(response.status).toBe(413);
    await expectFault(server, response, [bad, /1048576 bytes/]);
  });

  it("is refused for a gzip body", async () => {
    const headers = { ...WITH_KEY, "content-encoding": "gzip" };
    const response = await server.app.request("/graphql", {
      method: "POST",
      headers,
      body: gzipSync(JSON.stringify({ query })),
    });
    expect([response.status, response.headers.get("accept-encoding")]).toEqual([415, "identity"]);
    await expectFault(server, response, [bad, /content encoding 'gzip', which is not supported/]);
  });

  it.each(["text/plain", "application/graphql", "multipart/form-data; boundary=x", "application/jsonp", ""])(
    "is refused for the content type %j",
    async (type) => {
      const response = await post(server, JSON.stringify({ query }), type === "" ? {} : { "content-type": type });
      expect(response.status).toBe(415);
      await expectFault(server, response, [bad, /application\/json/]);
    },
  );

  it("is refused for a body of 20 MB in pieces", async () => {
    const pieces = new ReadableStream<Uint8Array>({
      start: (stream) => {
        for (let piece = 0; piece < 20; piece++) stream.enqueue(new Uint8Array(1e6).fill(32));
        stream.close();
      },
    });
    const init = { method: "POST", headers: WITH_KEY, body: pieces, duplex: "half" };
    const response = await server.app.request("/graphql", init);
    expect(response.status).toBe(413);
    await expectFault(server, response, [bad, /16777216 bytes/]);
  });

  it.each<Row<string>>([
    ["a mutation", 'query=mutation{withdrawRun(input:{run:"run_1"}){run{id}}}', bad, /only support query/],
    ["variables that are not JSON", "query={__typename}&variables={", bad, /invalid JSON/],
    [
      "variables nested 3,000 deep",
      `query={__typename}&variables={"a":${"[".repeat(3e3)}${"]".repeat(3e3)}}`,
      bad,
      /100 levels/,
    ],
    ["two queries", "query={a}&query={b}", bad, /once/],
    ["no query", "", bad, /non-empty/],
  ])("is refused if it is a GET request with %s", async (_, search, ...fault) => {
    const response = await server.app.request(`/graphql?${search.replace(/[^=&]+/g, encodeURIComponent)}`);
    await expectFault(server, response, fault);
  });
});

it("fragments inside strings and comments of a document are ignored", async () => {
  const filters = times(151, (i) => `{text:"k${i}...f"},`);
  const document = `{questions(filter:{or:[${filters}]}){totalCount}} # ${"...f ".repeat(151)}`;
  expect(await server.data(document)).toEqual({ questions: { totalCount: 0 } });
});

describe("a document", () => {
  it.each<Row<string>>([
    ["unknown field", "{nothing}", bad, /"nothing"/],
    ["unknown argument", "{questions(size:1){totalCount}}", bad, /"size"/],
    ["unknown enum value", "{facets(by:[COLOUR]){dimension}}", bad, /"COLOUR"/],
    ["unknown filter field", "{questions(filter:{colour:1}){totalCount}}", bad, /"colour"/],
    ["a text for a number", '{questions(first:"1"){totalCount}}', bad, /Int/],
    ["int out of range", "{questions(first:2147483648){totalCount}}", bad, /32-bit/],
    ["no selection", "{questions}", bad, /selection/],
    ["a subscription", "subscription{__typename}", bad, /Subscriptions are not supported/],
    ["two operations without a name", "query a{__typename} query b{__typename}", bad, /operation name/],
    ["no operation", "type A{a:Int}", bad, /not executable/],
    ["a fragment in a circle", "{...a} fragment a on Query{...a}", bad, /within itself/],
    ["1,000,000 characters", `{benchmarks{${"id ".repeat(333_333)}}}`, bad, /100000 characters/],
    ["33,000 names", `{benchmarks{${"id ".repeat(33_000)}}}`, bad, /10000 tokens/],
    [
      "201 aliases of scalars",
      `{benchmarks{${times(201, (i) => `a${i}:slug`)}}}`,
      "COST_LIMIT_EXCEEDED",
      /under an alias/,
    ],
    ["201 root fields", `{${times(201, (i) => `a${i}:benchmarks{id}`)}}`, "COST_LIMIT_EXCEEDED", /200 root fields/],
    [
      "11 mutations",
      `mutation{${times(11, (i) => `a${i}:withdrawRun(input:{run:"run_1"}){run{id}}`)}}`,
      "COST_LIMIT_EXCEEDED",
      /10 root fields/,
    ],
    [
      "introspection 60 times",
      `{${times(60, (i) => `a${i}:__schema{types{fields{name args{name type{name}}}}}`)}}`,
      "COST_LIMIT_EXCEEDED",
      /introspection query is too large/,
    ],
    ["151 fragments", `{benchmarks{${"...f ".repeat(151)}}} fragment f on Benchmark{slug}`, bad, /150 fragments/],
    ["1,201 aliases", `{${times(1201, (i) => `a${i}:__typename`)}}`, bad, /1200 aliases/],
    ["3,000 levels", `${"{a".repeat(3e3)}${"}".repeat(3e3)}`, bad, /100 levels/],
    ["10,000 levels", `${"{a".repeat(1e4)}${"}".repeat(1e4)}`, bad, /10000 tokens/],
    [
      "introspection in circles",
      "{__schema{types{fields{type{fields{type{fields{type{name}}}}}}}}}",
      bad,
      /introspection/,
    ],
    ["the same field 3,000 times", `{benchmarks{${"id ".repeat(3000)}}}`, "COST_LIMIT_EXCEEDED", /too often/],
    [
      "too many rows",
      "{questions(first:1000){nodes{video{questions(first:1000){nodes{id}}}}}}",
      "COST_LIMIT_EXCEEDED",
      /200000 objects/,
    ],
    [
      "too many tables",
      `{questions(first:1){nodes{${times(11, (i) => `v${i}:video{questions(first:1){nodes{...tasks}}}`)}}}} fragment tasks on Question{${times(100, (i) => `a${i}:task{id}`)}}`,
      "COST_LIMIT_EXCEEDED",
      /1000 different/,
    ],
    [
      "too deep",
      `{benchmarks{${"release{benchmark{".repeat(7)}id${"}}".repeat(7)}}}`,
      "COST_LIMIT_EXCEEDED",
      /12 objects deep/,
    ],
    [
      "fragments that double at each step",
      `{questions(first:1){nodes{...f0}}} ${times(11, (i) => `fragment f${i} on Question{a:task{benchmark{id}} b:video{questions(first:1){nodes{...f${i + 1}}}} c:video{questions(first:1){nodes{...f${i + 1}}}}}`)} fragment f11 on Question{id}`,
      "COST_LIMIT_EXCEEDED",
      /objects/,
    ],
  ])("that cannot be served is refused: %s", async (_, document, ...fault) =>
    expectFault(server, await ask(server, document), fault),
  );

  it("can name a fragment many times; the fragment is expanded only once", async () => {
    const chain = times(25, (i) => `fragment f${i} on Benchmark{...f${i + 1} ...f${i + 1}}`);
    const { benchmarks } = await server.data<{ benchmarks: object[] }>(
      `{benchmarks{...f0}} ${chain} fragment f25 on Benchmark{slug}`,
    );
    expect(benchmarks).toHaveLength(5);
  });
});
