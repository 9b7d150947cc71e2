import { type GraphQLError, type OperationDefinitionNode, parse } from "graphql";
import { LRUCache } from "lru-cache";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { OmnidexError } from "../../src/domain/errors.ts";
import { ANONYMOUS } from "../../src/domain/viewer.ts";
import { RunAggregates } from "../../src/server/boards/run-aggregates.ts";
import { type CompiledOperations, PreparedOperation } from "../../src/server/graphql/replies/prepared-operation.ts";
import { PreparedDocuments } from "../../src/server/graphql/replies/reply-texts.ts";
import { createSchema } from "../../src/server/graphql/schema.ts";
import { RequestWork } from "../../src/server/limits/request-admission.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { turns } from "../support/turns.ts";
import { GAPS, gapBatch } from "./gap-batch.ts";
import { type SocketServer, startSocketServer } from "./socket-server.ts";

let server: TestServer;
let runs: readonly string[];
/** A run that states its prompt template. */
let prompted: string;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  const found = await server.data<{ runs: { nodes: { id: string }[] } }>("{ runs(first: 2) { nodes { id } } }");
  runs = found.runs.nodes.map(({ id }) => id);
  const input = {
    benchmark: GAPS,
    model: { name: "m" },
    inputs: ["VIDEO"],
    prompt: "omnidex",
    idempotencyKey: "prompted",
  };
  prompted = (await server.submit({ ...input, visibility: "PUBLIC", predictions: [{ question: "q1", response: "A" }] }))
    .id;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.close());

interface Answered {
  readonly text: string;
  /** Whether the answer came from the fast path. */
  readonly compiled: boolean;
}

async function ask(document: string, variables: object, key: string | null): Promise<Answered> {
  const spy = vi.spyOn(server.services.replies, "reply");
  const { data, errors } = await server.request(document, variables, { key });
  const [result] = await Promise.all(spy.mock.results.map(({ value }) => value as Promise<string | null>));
  spy.mockRestore();
  const messages = errors?.map(({ message, path, extensions }) => ({ message, path, code: extensions.code }));
  return { text: JSON.stringify({ data, errors: messages }), compiled: result != null };
}

/** The answer of the resolvers. */
async function resolved(document: string, variables: object, key: string | null): Promise<string> {
  const spy = vi.spyOn(server.services.replies, "reply").mockResolvedValue(null);
  const { data, errors } = await server.request(document, variables, { key });
  spy.mockRestore();
  const messages = errors?.map(({ message, path, extensions }) => ({ message, path, code: extensions.code }));
  return JSON.stringify({ data, errors: messages });
}

it("a document that selects very many fields of an object is compiled", async () => {
  // A document may have at most 200 leaf fields under an alias.
  const aliases = Array.from({ length: 200 }, (_, index) => `a${index}: ${index % 2 === 0 ? "id" : "status"}`);
  const document = `query ($run: ID!) { node(id: $run) { ... on Run { ${aliases.join(" ")} } } }`;
  const { text, compiled } = await ask(document, { run: runs[0] }, null);
  expect(compiled).toBe(true);
  expect(text).toBe(await resolved(document, { run: runs[0] }, null));
});

const SCORE = "__typename value valueAnswered n correct interval { __typename lower upper level } standardError chance";
const ENTRY = `__typename rank value inputs tiesWithBest rankRange { __typename best worst } m: model { __typename slug name id }
  model { parameters } ... on RankedRun { run { __typename id status } score { ${SCORE} } }
  ... on RankedFigure { publishedResult { source value } }`;

it.each<[string, string, object]>([
  [
    "a run",
    `query($run: ID!) { __typename run(id: $run) { __typename id model { __typename name } inputs status
    counts { total wrong } s: score { ${SCORE} } score(filter: { levels: [REASONING] }) { n }
    breakdown(by: [LEVEL, AUDIO_TYPE]) { __typename keys { __typename key label dimension } score { ${SCORE} } }
    levels { overall } scoringNotes scoring { extractor scoredAt } } }`,
    { run: "RUN" },
  ],
  ["a missing run", "query($run: ID!) { run(id: $run) { __typename id } }", { run: "run_999999" }],
  ["a node of another type in place of a run", '{ run(id: "question_1") { __typename } }', {}],
  [
    "a leaderboard",
    `{ leaderboard(benchmark: "omnidex-demo", first: 3) { __typename totalCount questions
    pageInfo { __typename hasNextPage endCursor } edges { __typename cursor node { ${ENTRY} } } nodes { ${ENTRY} } } }`,
    {},
  ],
  [
    "a leaderboard with figures",
    `{ leaderboard(benchmark: "worldsense", first: 5, orderBy: { field: MODEL, direction: ASC }) {
    nodes { ${ENTRY} } } }`,
    {},
  ],
  [
    "a leaderboard by fragments over the interface",
    `query($figures: Boolean = false) { leaderboard(benchmark: "worldsense", first: 4) { nodes { ...Entry ... on LeaderboardEntry { place: rank }
    ... on RankedFigure @include(if: $figures) { inputs } ... on RankedRun { run { id } } } } }
    fragment Entry on LeaderboardEntry { kind: __typename value ... on RankedFigure { publishedResult { model { name } } } }`,
    {},
  ],
  [
    "a table of runs",
    `{ scoreTable(benchmark: "omnidex-demo", by: [LEVEL], first: 2) { columns { keys { key } } nodes { __typename model { name }
    overall { __typename rank } ... on ScoreTableRun { run { id status } partial cells { __typename value tiesWithBest score { n } } } } } }`,
    {},
  ],
  [
    "a table of figures",
    `{ scoreTable(benchmark: "worldsense", by: [AUDIO_TYPE], first: 3) { nodes { inputs cells { value }
    ... on ScoreTableFigures { overall { publishedResult { value } } cells { __typename publishedResult { source } tiesWithBest } } } } }`,
    {},
  ],
  ["a leaderboard of an unknown benchmark", '{ leaderboard(benchmark: "nowhere") { totalCount } }', {}],
  [
    "a comparison",
    `query($a: ID!, $b: ID!, $by: [Dimension!]) { compareRuns(a: $a, b: $b, by: $by) { __typename n difference
    pValue interval { lower } a { __typename id } b { model { name } } cells { keys { key } n pValue } } }`,
    { a: "RUN", b: "OTHER", by: "TASK" },
  ],
  [
    "facets",
    "query($by: [Dimension!]!) { facets(by: $by) { __typename dimension values { __typename key nativeLabels questions } } }",
    { by: ["LEVEL", "CATEGORY"] },
  ],
  [
    "models and figures",
    `{ models(first: 3) { nodes { __typename name publishedResults(first: 2) { totalCount nodes { value } } } }
    publishedResults(first: 2, filter: { benchmarks: ["mmworld"] }) { nodes { __typename inputs model { name } } } }`,
    {},
  ],
  [
    "prompt templates",
    `query($run: ID!) { promptTemplates(benchmark: "mmworld") { __typename name inputs default placeholders }
    benchmarks { promptTemplates { n: name benchmark text default inputs source title } }
    run(id: $run) { prompt promptTemplate { __typename name inputs default } } }`,
    { run: "PROMPTED" },
  ],
  ["runs", "{ runs(first: 2) { nodes { __typename id release { version } scorings { revision } } } }", {}],
  [
    "options and answers",
    `{ questions(first: 5, filter: { text: "words" }) { nodes { options { __typename label text }
    answer { __typename label text value } audioTypes { type } media { kind path } reasoningSteps { evidence } } } }`,
    {},
  ],
  [
    "computed fields of each run of a list",
    `{ runs(first: 3) { edges { cursor node { m: model { name } a: score { ${SCORE} } id
    b: score(filter: { levels: [REASONING] }) { n } counts { total } breakdown(by: [TASK]) { keys { key } score { value } }
    taskScores { task { slug } } levels { overall } scoringNotes captionMetrics { name }
    scorings { revision score { value } changeCount changes { from } } createdAt } } pageInfo { endCursor } } }`,
    {},
  ],
  [
    "the wrong predictions of a run",
    `query($run: ID!) { node(id: $run) { __typename ... on Run { score { value }
    predictions(first: 5, filter: { outcomes: [WRONG] }) { totalCount nodes { extraction { __typename answer rule
    s: span { __typename start end text } } metrics { name } response question { key prompt p: prompt(template: "omnidex")
    answer { label } } outcome } } } } }`,
    { run: "RUN" },
  ],
  [
    "computed fields of objects in a computed field",
    `query($a: ID!, $b: ID!) { leaderboard(benchmark: "omnidex-demo", first: 3, published: false) { nodes { ... on RankedRun { run { id
    score { value } model { runs(first: 2) { nodes { counts { total } } } } } } } }
    compareRuns(a: $a, b: $b) { a { breakdown(by: [LEVEL]) { score { value } } } b { score { n } } } }`,
    { a: "RUN", b: "OTHER" },
  ],
  [
    "computed fields of questions",
    `{ a: questions(first: 2) { n: nodes { prompt key } edges { node { p: prompt } cursor } }
    b: questions(first: 2, orderBy: { field: KEY, direction: DESC }) { nodes { prompt } }
    benchmarks { slug questions(first: 1) { nodes { prompt } } } }`,
    {},
  ],
  [
    "several nodes with computed fields",
    "query($a: ID!, $b: ID!) { nodes(ids: [$b, $a, $b]) { id ... on Run { score { value } } } }",
    { a: "RUN", b: "OTHER" },
  ],
])("the compiled document gives the same answer as the resolvers for %s", async (_, document, given) => {
  const place: Record<string, string | undefined> = { RUN: runs[0], OTHER: runs[1], PROMPTED: prompted };
  const variables = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, place[String(value)] ?? value]),
  );
  for (const key of [undefined, null]) {
    const own = key === undefined ? "test-admin-key-0123456789" : key;
    const { text, compiled } = await ask(document, variables, own);
    expect(text).toBe(await resolved(document, variables, own));
    if (!text.includes("NOT_FOUND")) expect(compiled).toBe(true);
  }
});

it.each([
  "{ runs(first: 2) { nodes { id score { value } two: breakdown(by: [TASK, TASK]) { score { value } } } } }",
  '{ questions(first: 2) { nodes { key prompt(template: "none") } } }',
  "{ runs(first: 2) { nodes { id bad: predictions(first: 5000) { totalCount } } } }",
  "{ runs(first: 2) { nodes { id scorings { n: changes(first: 5000) { from } } } } }",
])("a document in which one of many fields fails falls back to the resolvers: %s", async (document) => {
  const { text, compiled } = await ask(document, {}, null);
  expect(compiled).toBe(false);
  expect(text).toBe(await resolved(document, {}, null));
  expect(JSON.parse(text).errors[0]).toMatchObject({
    code: "BAD_USER_INPUT",
    path: [expect.any(String), "nodes", 0, expect.any(String)].concat(document.includes("scorings") ? [0, "n"] : []),
  });
});

const scores = (count: number): string =>
  Array.from({ length: count }, (_, index) => `s${index}: score(filter: { text: "${index}" }) { n }`).join(" ");

it.each<[string, string, number]>([
  ["99 scores", `{ run(id: "RUN") { ${scores(99)} } }`, 0],
  ["101 scores", `{ run(id: "RUN") { ${scores(101)} } }`, 1],
  [
    "scores of two lists",
    `{ a: runs(first: 1) { nodes { ${scores(60)} } } b: runs(first: 1) { nodes { ${scores(60)} } } }`,
    1,
  ],
  ["scores of two references", `{ compareRuns(a: "RUN", b: "OTHER") { a { ${scores(60)} } b { ${scores(60)} } } }`, 1],
  ["a list that may be long", "{ runs(first: 100) { nodes { score { n } } } }", 1],
  ["a list that is short", "{ runs(first: 50) { nodes { score { n } } } }", 0],
])("the compiled document and the resolvers count heavy work equally often for %s", async (_, document, times) => {
  const begin = vi.spyOn(RequestWork.prototype, "begin");
  const own = document.replace("RUN", String(runs[0])).replace("OTHER", String(runs[1]));
  expect((await ask(own, {}, null)).compiled).toBe(true);
  expect(begin).toHaveBeenCalledTimes(times);
  await resolved(own, {}, null);
  expect(begin).toHaveBeenCalledTimes(2 * times);
});

it("a document that may cost too much is refused before any work is done", async () => {
  const score = vi.spyOn(RunAggregates.prototype, "score");
  const levels = Array.from({ length: 60 }, (_, index) => `l${index}: levels { overall }`).join(" ");
  const document = `{ runs(first: 100) { nodes { ${scores(60)} ${levels} } } }`;
  const { text, compiled } = await ask(document, {}, null);
  expect([compiled, JSON.parse(text).errors[0].code, score.mock.calls.length]).toEqual([
    false,
    "COST_LIMIT_EXCEEDED",
    0,
  ]);
  expect(text).toBe(await resolved(document, {}, null));
});

it("if a field fails, the fallback starts after the work on the other fields has ended", async () => {
  const { score } = RunAggregates.prototype;
  let under = 0;
  vi.spyOn(RunAggregates.prototype, "score").mockImplementation(async function (this: RunAggregates, ...call) {
    under += 1;
    await turns(50);
    under -= 1;
    return score.apply(this, call);
  });
  const ended: number[] = [];
  vi.spyOn(RequestWork.prototype, "end").mockImplementation(() => void ended.push(under));
  const document = "{ runs(first: 2) { nodes { score { n } bad: breakdown(by: [TASK, TASK]) { score { n } } } } }";
  const { compiled, text } = await ask(document, {}, null);
  expect([compiled, JSON.parse(text).errors[0].code, ended[0]]).toEqual([false, "BAD_USER_INPUT", 0]);
});

it.each([
  ["breakdown(by: [TASK, TASK]) { score { n } }", "'by'"],
  ["breakdown(by: []) { score { n } }", "'by'"],
  ["predictions(first: 5000) { totalCount }", "first"],
  ['predictions(after: "no cursor") { nodes { id } }', "after"],
  ["remarks(examples: 21) { rows }", "'examples'"],
  ['audit(extractor: "nobody") { differences }', "extractor"],
])("an invalid argument nulls only its own field of a run: %s", async (bad, named) => {
  const document = `query($run: ID!) { run(id: $run) { id bad: ${bad} score { n } predictions(first: 1) { totalCount } } }`;
  const { data, errors } = await server.request<{ run: Record<string, unknown> }>(document, { run: runs[0] });
  expect(data.run).toEqual({
    id: runs[0],
    bad: null,
    score: { n: expect.any(Number) },
    predictions: expect.anything(),
  });
  expect(errors).toMatchObject([{ path: ["run", "bad"], message: expect.stringContaining(named) }]);
});

it.each([
  ['question(benchmark: "omnidex-demo", key: "video-049/1")', "Question", "key benchmark { slug } prompt"],
  ['video(benchmark: "omnidex-demo", key: "video-049")', "Video", "key questions(first: 1) { totalCount }"],
  ['model(slug: "demo-large")', "Model", "slug runs { nodes { score { value } } }"],
])("a lookup by name returns the same object as its id: %s", async (field, type, fields) => {
  const document = `{ found: ${field} { __typename id ${fields} } }`;
  const { text, compiled } = await ask(document, {}, null);
  expect([compiled, text]).toEqual([true, await resolved(document, {}, null)]);
  const { found } = JSON.parse(text).data;
  expect(
    await server.data(`{ found: node(id: "${found.id}") { ... on ${type} { __typename id ${fields} } } }`),
  ).toEqual({ found });
});

it.each([
  'question(benchmark: "omnidex-demo", key: "none") { id }',
  'video(benchmark: "gaps", key: "video-049") { id }',
  'model(slug: "nobody") { id }',
])("a lookup of an unknown name returns null: %s", async (field) => {
  const document = `{ found: ${field} }`;
  expect(await ask(document, {}, null)).toEqual({ text: '{"data":{"found":null}}', compiled: true });
  expect(await resolved(document, {}, null)).toBe('{"data":{"found":null}}');
});

it.each([
  ['question(benchmark: "none", key: "video-049/1") { id }', /^There is no benchmark 'none'\. The benchmarks: .*gaps/],
  ['question(benchmark: "gap", key: "video-049/1") { id }', /^There is no benchmark 'gap'\. Did you mean 'gaps'\?/],
  ['video(benchmark: "gap", key: "video-049") { id }', /^There is no benchmark 'gap'\. Did you mean 'gaps'\?/],
])("a lookup in an unknown benchmark returns an error that names the benchmarks: %s", async (field, message) => {
  const document = `{ found: ${field} }`;
  const { text, compiled } = await ask(document, {}, null);
  expect([compiled, text]).toEqual([false, await resolved(document, {}, null)]);
  expect(JSON.parse(text)).toEqual({
    data: { found: null },
    errors: [{ code: "NOT_FOUND", path: ["found"], message: expect.stringMatching(message) }],
  });
});

it("a model is found by its slug only by viewers who can see one of its runs", async () => {
  const run = { benchmark: GAPS, model: { name: "Hidden One" }, inputs: ["VIDEO"], idempotencyKey: "hidden" };
  await server.submit({ ...run, predictions: [{ question: "q1", response: "A" }] });
  const document = '{ model(slug: "hidden-one") { name } }';
  expect((await server.request(document, {}, { key: null })).data).toEqual({ model: null });
  expect(await server.data(document)).toEqual({ model: { name: "Hidden One" } });
});

it("each prediction, group and template has its own id", async () => {
  interface Named {
    readonly id: string;
  }
  const { run, groups, all, own } = await server.data<{
    run: { predictions: { nodes: Named[] } };
    groups: { nodes: Named[] };
    all: Named[];
    own: Named[];
  }>(
    `query($run: ID!) { run(id: $run) { predictions(first: 1000) { nodes { id } } }
      groups: runGroups(first: 100) { nodes { id } } all: promptTemplates { id name default }
      own: promptTemplates(benchmark: "worldsense") { id name default } }`,
    { run: runs[0] },
  );
  const lists = [run.predictions.nodes, groups.nodes, all];
  for (const list of lists) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  // Objects with the same id have the same content.
  const known = new Map(all.map((template) => [template.id, template]));
  for (const template of own) expect(known.get(template.id) ?? template).toEqual(template);
});

it.each<[string, readonly object[]]>([
  ['query($id: ID = "x") { node(id: $id) { id } a: __typename }', [{}, { id: null }, {}]],
  ["query($v: Boolean = true) { __typename @skip(if: $v) a: __typename }", [{}, { v: null }, { v: false }]],
  ['query($s: String = "gaps") { benchmark(slug: $s) { slug } }', [{ s: null }, {}]],
  [
    'query($p: Boolean = true) { leaderboard(benchmark: "omnidex-demo", published: $p) { totalCount } }',
    [{ p: null }, {}],
  ],
  [
    "query($d: OrderDirection) { videos(first: 1, orderBy: { field: KEY, direction: $d }) { nodes { key } } }",
    [{}, { d: null }, {}],
  ],
  ["query($n: Int) { questions(first: $n) { nodes { key } } }", [{ n: 2 }, { n: null }, {}, { n: 1001 }, { n: "2" }]],
])("a response does not depend on earlier requests: %s", async (document, all) => {
  for (const variables of [...all, ...all.toReversed()]) {
    expect((await ask(document, variables, null)).text).toBe(await resolved(document, variables, null));
  }
});

it("a document with too many lists in one statement falls back to the resolvers", async () => {
  const lists = Array.from({ length: 200 }, (_, index) => `n${index}: nodes { id }`).join(" ");
  const { text, compiled } = await ask(`{ questions(first: 1) { ${lists} } }`, {}, null);
  expect(compiled).toBe(false);
  expect(JSON.parse(text)).not.toHaveProperty("errors");
});

it("mutations and filters that are unlikely to be repeated are not cached", () => {
  const schema = createSchema();
  const documents = new PreparedDocuments(schema, [], 10_000);
  expect(documents.operation('mutation { withdrawRun(input: { run: "run_1" }) { run { id } } }', null)).toBeNull();
  const kept: CompiledOperations = new LRUCache({ max: 100 });
  const document = parse(
    "query($f: QuestionFilter) { videos(first: 1) { nodes { questions(filter: $f) { totalCount } } } }",
  );
  const [operation] = document.definitions as OperationDefinitionNode[];
  if (operation === undefined) throw new Error("no operation");
  const prepared = new PreparedOperation(schema, operation, {}, { name: "1", length: 100, all: kept });
  const keys = Array.from({ length: 3_000 }, (_, index) => `a key ${index}`);
  expect(prepared.compile({ f: { keys } }, ANONYMOUS)).toHaveLength(1);
  expect(kept.size).toBe(0);
  expect(prepared.compile({ f: { keys: ["a key"] } }, ANONYMOUS)).toHaveLength(1);
  expect(kept.size).toBe(1);
});

it("a server error is answered and logged over a socket", async () => {
  const socket: SocketServer = await startSocketServer();
  const fire = new Error("the database is on fire");
  const { database } = socket.server;
  for (const queryable of [database, database.reads]) vi.spyOn(queryable, "query").mockRejectedValue(fire);
  const response = await socket.post("{ videos(first: 1) { totalCount } }");
  vi.restoreAllMocks();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "INTERNAL" } }] });
  expect(socket.server.logged.length).toBeGreaterThan(0);
  await socket.close();
});

it.each([
  ["a fault of the check", new TypeError("a fault of the check"), "INTERNAL"],
  ["a database that does not answer", new OmnidexError("UNAVAILABLE", "It does not answer."), "UNAVAILABLE"],
  ["a full disk", new OmnidexError("STORAGE_FULL", "It is full."), "STORAGE_FULL"],
])("a filter that could not be checked is not executed: %s", async (_, fault, code) => {
  const socket: SocketServer = await startSocketServer();
  const { database } = socket.server;
  // The compiled answer checks the filter first. Its fallback, graphql-js, checks it again.
  const queries = [database, database.reads].map((queryable) => vi.spyOn(queryable, "query"));
  for (const query of queries) query.mockRejectedValueOnce(fault).mockRejectedValueOnce(fault);
  const response = await socket.post('{ questions(filter: { tasks: ["no-such-task"] }) { totalCount } }');
  vi.restoreAllMocks();
  const { data, errors } = await response.json();
  expect({ data, codes: errors.map(({ extensions }: GraphQLError) => extensions.code) }).toEqual({
    data: undefined,
    codes: [code],
  });
  await socket.close();
});

it("a filter whose check failed in the reads of another request is not executed", async () => {
  const { memory } = server.services;
  const refused = '{ __schema { queryType { name } } questions(filter: { tasks: ["no-such-task"] }) { totalCount } }';
  vi.spyOn(memory.answers, "get").mockRejectedValueOnce(new OmnidexError("UNAVAILABLE", "It does not answer."));
  const { data, errors } = await server.request(refused);
  vi.restoreAllMocks();
  expect(data).toBeFalsy();
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["UNAVAILABLE"]);
  const [again] = (await server.request(refused)).errors ?? [];
  expect(again?.extensions.code).toBe("INVALID_FILTER");
});

it("a null for the argument of a directive is a mistake of the caller", async () => {
  const { errors } = await server.request("query ($x: Boolean = true) { viewer @include(if: $x) { owner } }", {
    x: null,
  });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
});
