import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { importBenchmark } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { deepSelection } from "./deep-selection.ts";
import { GAPS, gapBatch } from "./gap-batch.ts";

let server: TestServer;
let runs: readonly string[];

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  for (let index = 0; index < 3; index++) {
    const input = { benchmark: GAPS, model: { name: `m${index}` }, inputs: ["VIDEO"], idempotencyKey: `${index}` };
    const predictions = [{ question: "q1", response: "A" }];
    await server.submit({ ...input, predictions });
  }
  const found = await server.data<{ runs: { nodes: { id: string }[] } }>("{runs(first:100){nodes{id}}}");
  runs = found.runs.nodes.map(({ id }) => id);
  // After this request, the current releases and their catalogs are in memory.
  await server.data("{questions(first:1){totalCount}}");
});
afterAll(() => server.close());

/** The number of statements that a document costs. The answer must be complete. */
async function cost(document: string, variables: object = {}): Promise<number> {
  const { errors, statements } = await server.request(document, variables);
  expect(errors).toBeUndefined();
  return statements.length;
}

/** Commits a transaction, which counts as a change that readers could see. */
const announce = () => server.database.transaction(async () => {});

/** Does some work while this server cannot detect changes by other servers. */
async function whileUnsure<T>(work: () => Promise<T>): Promise<T> {
  const current = vi.spyOn(server.database.versions, "current").mockReturnValue(null);
  try {
    return await work();
  } finally {
    current.mockRestore();
  }
}

interface RootField {
  readonly field: string;
  /** `SIZE` stands for the size of the page, `ROWS` for the selection of each row. */
  readonly document: string;
  readonly type: string;
  readonly maximum: number;
  /** The deepest selection of one row within the limits of a plan. */
  readonly depth: number;
}

const list = (field: string, type: string, maximum: number, depth: number): RootField => ({
  field,
  document: `{${field}(first:SIZE){totalCount pageInfo{hasNextPage endCursor} nodes{ROWS} edges{cursor node{ROWS}}}}`,
  type,
  maximum,
  depth,
});

const ROOT_FIELDS: readonly RootField[] = [
  list("questions", "Question", 1000, 3),
  list("videos", "Video", 100, 3),
  list("models", "Model", 100, 3),
  list("runs", "Run", 100, 3),
  list("publishedResults", "PublishedResult", 100, 3),
  { field: "benchmarks", document: "{benchmarks{ROWS}}", type: "Benchmark", maximum: 1, depth: 3 },
  { field: "benchmark", document: '{benchmark(slug:"omnidex-demo"){ROWS}}', type: "Benchmark", maximum: 1, depth: 3 },
  { field: "run", document: "query($run:ID!){run(id:$run){ROWS}}", type: "Run", maximum: 1, depth: 3 },
  { field: "node", document: "query($run:ID!){node(id:$run){...on Run{ROWS}}}", type: "Run", maximum: 1, depth: 3 },
];

describe.each(ROOT_FIELDS)("the root field $field", ({ document, type, maximum, depth }) => {
  const statements = (size: number, rows: string): Promise<number> =>
    cost(
      document.replace("SIZE", String(size)).replaceAll("ROWS", rows),
      document.includes("$run") ? { run: runs[0] } : {},
    );

  it.each([
    ["one row with only its id", 1, (): string => "id"],
    ["one row with all of its fields", 1, (): string => deepSelection(type, depth)],
    ["as many rows as a page may have", maximum, (): string => "id"],
    ["as many rows with all fields one step away", maximum, (): string => deepSelection(type, 1)],
  ] as const)("needs one statement for %s", async (_, size, rows) => {
    expect(await statements(size, rows())).toBe(1);
  });
});

it("the averages of a release need one statement for all rows of it, and none until the data change", async () => {
  const document = "{questions(first:1000){nodes{release{averages{questionWords answerWords}}}}}";
  await announce();
  // The current releases, the page, and the averages.
  expect(await cost(document)).toBe(3);
  expect(await cost(document)).toBe(1);
});

describe("other root fields", () => {
  it("__typename needs no statement", async () => {
    expect(await cost("{__typename}")).toBe(0);
  });

  const nodesOf = (types: number): string[] =>
    ["question", "video", "task", "category", "release"].slice(0, types).map((t) => `${t}_1`);

  it.each([1, 2, 5])("nodes needs one statement for each of %i types", async (types) => {
    const ids = nodesOf(types).flatMap((id) => [id, id.replace("_1", "_2"), id]);
    const rows = `__typename id ...on Question{${deepSelection("Question", 2)}} ...on Video{${deepSelection("Video", 2)}}`;
    expect(await cost(`query($ids:[ID!]!){nodes(ids:$ids){${rows}}}`, { ids })).toBe(types);
  });

  it("nodes needs no statement if no id can belong to this server", async () => {
    expect(await cost('{nodes(ids:["x","question_0","run_99999999999"]){id}}')).toBe(0);
  });

  it.each(["[LEVEL]", "[BENCHMARK,CATEGORY,SUBCATEGORY,TASK,LEVEL,AUDIO_TYPE,DURATION,ANSWER_FORMAT,SUBSET]"])(
    "facets by %s need no statement once the releases are cached, and one to check them if changes cannot be detected",
    async (by) => {
      const ask = () => cost(`{facets(by:${by}){dimension values{key label nativeLabels questions videos}}}`);
      await ask();
      expect(await ask()).toBe(0);
      expect(await whileUnsure(ask)).toBe(1);
    },
  );

  it("two root fields need one statement each", async () => {
    await cost("{questions(first:1){nodes{id}}}");
    expect(await cost("{a:questions(first:1){nodes{id}} b:questions(first:2){nodes{id}}}")).toBe(2);
  });
});

describe("the results of questions", () => {
  it("need one statement for a page of any size, once the runs and their vectors are cached", async () => {
    const ask = (first: number): Promise<number> => cost(`{questions(first:${first}){nodes{results{right runs}}}}`);
    await ask(1000);
    expect([await ask(1), await ask(1000)]).toEqual([1, 1]);
    // After a change, each of the two releases needs two more statements: for its runs and for their vectors.
    await announce();
    expect(await ask(1000)).toBeLessThanOrEqual(5);
  });
});

describe("fields with stored data", () => {
  const FIELDS = [
    ["the reviews of keys", "questions", 1000, "keyReviews{verdict}"],
    ["the estimates of runs", "runs", 100, "estimate{__typename}"],
  ] as const;

  it.each(FIELDS)(
    "need one more statement for a page of any size, and none once they are cached: %s",
    async (...row) => {
      const [, list, maximum, field] = row;
      const ask = (first: number, rows: string): Promise<number> => cost(`{${list}(first:${first}){nodes{${rows}}}}`);
      await ask(maximum, field);
      expect([await ask(1, field), await ask(maximum, field)]).toEqual([1, 1]);
      // One more statement, for all rows and releases together.
      const plain = await whileUnsure(() => ask(maximum, "id"));
      expect(await whileUnsure(() => ask(maximum, field))).toBe(plain + 1);
    },
  );
});

describe("the abilities of runs", () => {
  it("need one more statement for all releases, which reads who may see their answers", async () => {
    const ask = (first: number): Promise<number> => cost(`{runs(first:${first}){nodes{ability{value}}}}`);
    await ask(100);
    expect([await ask(1), await ask(100)]).toEqual([2, 2]);
  });
});

describe("aggregates of a list of runs", () => {
  const slice = (level: string): string => `filter:{levels:[${level}]}`;
  const aggregates = (level: string): string =>
    `all:score{value} sliced:score(${slice(level)}){value interval{lower}} counts(${slice(level)}){total} breakdown(by:[TASK],${slice(level)}){keys{key} score{value}}`;
  const ask = (first: number, rows: string): Promise<number> => cost(`{runs(first:${first}){nodes{id ${rows}}}}`);

  beforeAll(() => announce());

  it.each([
    ["need one statement for the plan and one for the vectors of all runs", () => ask(100, "score{value}"), 2],
    ["need only the plan's statement once the vectors are cached", () => ask(100, "score{value} counts{total}"), 1],
    [
      "need one statement for a slice and its breakdown, for 6 runs of 2 releases",
      () => ask(100, aggregates("REASONING")),
      1,
    ],
    [
      "need one more statement for a slice with a text, which the database evaluates",
      () => ask(100, `score(filter:{text:"oak"}){value}`),
      2,
    ],
    [
      "need no further statement once the slice with the text is cached",
      () => ask(100, `score(filter:{text:"oak"}){value}`),
      1,
    ],
  ])("%s", async (_, measure, expected) => expect(await measure()).toBe(expected));

  it("need one more statement for all runs after a change, to read the latest scorings", async () => {
    await announce();
    expect(await ask(100, aggregates("REASONING"))).toBe(2);
    expect(await ask(100, aggregates("REASONING"))).toBe(1);
  });

  it("read the vectors each time while changes cannot be detected", async () => {
    expect(await whileUnsure(() => ask(100, aggregates("PERCEPTION")))).toBe(2);
    expect(await whileUnsure(() => ask(1, aggregates("PERCEPTION")))).toBe(2);
  });

  const board = (first: number, rows: string): Promise<number> =>
    cost(
      `{leaderboard(benchmark:"${GAPS}",partial:true,first:${first}){totalCount nodes{rank value rankRange{best} ${rows}}}}`,
    );
  const everyRow = () =>
    `model{${deepSelection("Model", 2)}} ...on RankedRun{score{value} run{${deepSelection("Run", 2)}}}`;

  it("need as many statements for one entry of a leaderboard as for all", async () => {
    await announce();
    // The statements for the current release, its runs, their vectors, and the figures.
    expect(await board(100, "")).toBe(4);
    await board(100, everyRow());
    const [name, one, all] = [await board(100, ""), await board(1, everyRow()), await board(100, everyRow())];
    // The two statements read the models and the runs of the page.
    expect({ name, one, all }).toEqual({ name: 0, one: 2, all: 2 });
  });

  it("need no statement for each run of a leaderboard after a change, nor while changes cannot be detected", async () => {
    await announce();
    expect(await board(100, "")).toBe(3);
    // The additional statement reads the vectors of the page's runs, for the fields of their scores.
    expect(await whileUnsure(() => board(100, everyRow()))).toBe(6);
  });

  it("need three more statements for a deep selection of a comparison's runs than for a shallow one", async () => {
    const compare = (rows: string): Promise<number> =>
      cost(`query($a:ID!,$b:ID!){compareRuns(a:$a,b:$b,by:[TASK]){n cells{n} ${rows}}}`, {
        a: runs.at(-1),
        b: runs.at(-2),
      });
    await compare("pValue");
    const deep = `a{${deepSelection("Run", 2)}} b{${deepSelection("Run", 2)}} disagreements(first:1000){nodes{${deepSelection("Question", 1)}}}`;
    const [shallow, whole] = [await compare("pValue"), await compare(deep)];
    expect(whole - shallow).toBe(3);
  });
});
