import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const SCORE = "score { value n standardError interval { lower upper } chance }";
const CELL = `value rank ... on ScoreTableRunCell { ${SCORE} } ... on ScoreTableFigureCell { publishedResult { id } }`;
const ENTRY = `value rank ... on RankedRun { run { id } ${SCORE} } ... on RankedFigure { publishedResult { id } }`;
const TABLE = `query ($benchmark: String!, $filter: QuestionFilter, $by: [Dimension!]!, $first: Int = 1000, $after: String,
    $orderBy: LeaderboardOrder, $runs: RunFilter, $published: Boolean! = true, $partial: Boolean! = false) {
  scoreTable(benchmark: $benchmark, filter: $filter, by: $by, first: $first, after: $after, orderBy: $orderBy, runs: $runs,
      published: $published, partial: $partial) {
    columns { keys { dimension key label } questions videos }
    totalCount questions leftOut confirmations pageInfo { hasNextPage endCursor }
    nodes { model { name } inputs overall { ${CELL} } cells { ${CELL} } ... on ScoreTableRun { run { id } partial } } } }`;
const BOARD = `query ($benchmark: String!, $filter: QuestionFilter, $runs: RunFilter, $partial: Boolean! = false, $published: Boolean! = true) {
  leaderboard(benchmark: $benchmark, filter: $filter, runs: $runs, partial: $partial, published: $published, first: 100) {
    totalCount leftOut nodes { model { name } inputs ${ENTRY} } } }`;

interface Cell {
  readonly value: number;
  readonly rank: number;
}
interface Row {
  readonly model: { readonly name: string };
  readonly inputs: readonly string[];
  readonly run?: { readonly id: string } | undefined;
  readonly overall: Cell | null;
  readonly cells: readonly (Cell | null)[];
}
interface Table {
  readonly columns: readonly {
    readonly keys: readonly { dimension: string; key: string; label: string }[];
    readonly questions: number;
  }[];
  readonly nodes: readonly Row[];
  readonly totalCount: number;
  readonly questions: number;
  readonly leftOut: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}
type Entry = Omit<Row, "overall" | "cells"> & Cell;

/** The filter that selects the questions of a column. */
const FIELD: Readonly<Record<string, (key: string) => object>> = {
  TASK: (key) => ({ tasks: [key] }),
  CATEGORY: (key) => ({ categories: [key] }),
  SUBCATEGORY: (key) => ({ subcategories: [key] }),
  LEVEL: (key) => ({ levels: [key] }),
  AUDIO_TYPE: (key) => ({ audioTypes: { any: [key] } }),
  DURATION: (key) => ({ durationBuckets: [key] }),
  ANSWER_FORMAT: (key) => ({ answerFormats: [key] }),
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
    `{ questions(filter: { benchmarks: ["omnidex-demo"] }, first: 1000) { nodes { key } } }`,
  );
  // This run leaves out most questions of some columns, but less than half of all questions.
  const predictions = questions.nodes
    .slice(0, 0.6 * questions.nodes.length)
    .map(({ key }) => ({ question: key, response: "A" }));
  await server.submit({ model: { name: "half" }, visibility: "PUBLIC", predictions });
});
afterAll(() => server.close());

const table = async (variables: object): Promise<Table> =>
  (await server.data<{ scoreTable: Table }>(TABLE, variables)).scoreTable;

const named = ({ model, inputs, run }: Pick<Row, "model" | "inputs" | "run">): string =>
  run?.id ?? `${model.name} ${inputs.join("+")}`;

/** The leaderboard of a column, by contestant. */
async function boardOf(variables: object, filter: object | undefined): Promise<Record<string, Cell>> {
  const { leaderboard } = await server.data<{ leaderboard: { nodes: Entry[]; totalCount: number } }>(BOARD, {
    ...variables,
    filter,
  });
  expect(leaderboard.totalCount).toBe(leaderboard.nodes.length);
  return Object.fromEntries(
    leaderboard.nodes.map(({ model, inputs, run, ...cell }) => [named({ model, inputs, run }), cell]),
  );
}

const columnOf = ({ nodes }: Table, cellOf: (row: Row) => Cell | null | undefined): Record<string, Cell> =>
  Object.fromEntries(nodes.flatMap((row) => (cellOf(row) == null ? [] : [[named(row), cellOf(row) as Cell]])));

describe.each([
  { by: ["TASK"] },
  { by: ["AUDIO_TYPE"] },
  { by: ["DURATION"], partial: true },
  { by: ["LEVEL", "AUDIO_TYPE"] },
  { by: ["CATEGORY"], filter: { levels: ["REASONING"] } },
])("a table of the demo by $by", ({ filter, ...variables }) => {
  it("has the leaderboard's scores for each column's questions", async () => {
    const found = await table({ benchmark: "omnidex-demo", filter, ...variables });
    expect(found.columns.length).toBeGreaterThan(2);
    expect(columnOf(found, ({ overall }) => overall)).toEqual(
      await boardOf({ benchmark: "omnidex-demo", ...variables }, filter),
    );
    for (const [place, { keys }] of found.columns.entries()) {
      const parts = keys.map(({ dimension, key }) => FIELD[dimension]?.(key) ?? {});
      const over = { and: [...parts, ...(filter === undefined ? [] : [filter])] };
      const board = await boardOf({ benchmark: "omnidex-demo", ...variables }, over);
      expect(columnOf(found, ({ cells }) => cells[place])).toEqual(board);
    }
  });
});

it("tiesWithBest marks the scores that are not significantly worse than the best of their column", async () => {
  const { scoreTable, board } = await server.data<{
    scoreTable: {
      nodes: {
        overall: { rank: number; tiesWithBest: boolean };
        cells: ({ rank: number; tiesWithBest: boolean } | null)[];
      }[];
    };
    board: { nodes: { tiesWithBest: boolean }[] };
  }>(`{
    scoreTable(benchmark: "omnidex-demo", by: [TASK], first: 1000, published: false) {
      nodes { overall { rank tiesWithBest } cells { rank tiesWithBest } } }
    board: leaderboard(benchmark: "omnidex-demo", first: 100, published: false) { nodes { tiesWithBest } } }`);
  const ties = scoreTable.nodes.map(({ overall }) => overall.tiesWithBest);
  expect(ties).toEqual(board.nodes.map(({ tiesWithBest }) => tiesWithBest));
  expect(ties).toContain(false);
  for (const { cells } of scoreTable.nodes)
    for (const cell of cells) if (cell?.rank === 1) expect(cell.tiesWithBest).toBe(true);
});

it("tiesWithBest is null if a figure without a printed number of questions may tie", async () => {
  const { scoreTable } = await server.data<{
    scoreTable: { nodes: { cells: ({ tiesWithBest: boolean | null } | null)[] }[] };
  }>(`{ scoreTable(benchmark: "worldsense", by: [AUDIO_TYPE]) { nodes { cells { tiesWithBest } } } }`);
  expect(scoreTable.nodes.flatMap(({ cells }) => cells.map((cell) => cell?.tiesWithBest))).toContain(null);
});

it("a table leaves a cell empty if a run has predictions for less than half of the column's questions", async () => {
  const variables = { benchmark: "omnidex-demo", by: ["SUBCATEGORY"] };
  const [strict, partial] = [await table(variables), await table({ ...variables, partial: true })];
  const cells = ({ nodes }: Table) => nodes.find(({ model }) => model.name === "half")?.cells ?? [];
  expect(cells(strict)).toContain(null);
  expect(cells(partial)).not.toContain(null);
});

describe("a table of a paper's figures", () => {
  it.each([
    ["worldsense", "CATEGORY", 8],
    ["worldsense", "AUDIO_TYPE", 3],
    ["omnivideobench", "DURATION", 4],
    ["mmworld", "CATEGORY", 7],
  ])("for %s by %s has a column for each value that the paper reports", async (benchmark, dimension, columns) => {
    const found = await table({ benchmark, by: [dimension] });
    expect(found.columns).toHaveLength(columns);
    expect(columnOf(found, ({ overall }) => overall)).toEqual(await boardOf({ benchmark }, {}));
    for (const [place, { keys }] of found.columns.entries()) {
      const filter = FIELD[dimension]?.(keys[0]?.key ?? "");
      expect(columnOf(found, ({ cells }) => cells[place])).toEqual(await boardOf({ benchmark }, filter));
    }
  });

  it("lists AVI-Bench's models with their overall figures and those of all tasks", async () => {
    const { nodes, columns } = await table({ benchmark: "avi-bench", by: ["TASK"] });
    expect([columns.length, nodes.length]).toEqual([14, 28]);
    for (const { overall, cells, run } of nodes) {
      expect([overall === null, run]).toEqual([false, undefined]);
      expect(cells.every((cell) => cell !== null)).toBe(true);
    }
  });

  it("has no columns over two dimensions, over a narrower slice, or if published figures are not requested", async () => {
    for (const variables of [{ by: ["TASK", "LEVEL"] }, { by: ["TASK"], published: false }])
      expect(await table({ benchmark: "worldsense", ...variables })).toMatchObject({ columns: [] });
    const sliced = await table({
      benchmark: "worldsense",
      by: ["TASK"],
      filter: { levels: ["REASONING"], categories: ["film-tv"] },
    });
    expect(sliced).toMatchObject({ columns: [], nodes: [] });
  });
});

describe("the rows of a table", () => {
  const variables = { benchmark: "omnidex-demo", by: ["TASK"] };

  it.each([
    undefined,
    { field: "SCORE", direction: "ASC" },
    { field: "MODEL", direction: "ASC" },
    { field: "MODEL", direction: "DESC" },
  ])("are in the order %j on every page", async (orderBy) => {
    const whole = await table({ ...variables, orderBy });
    const rows: Row[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await table({ ...variables, orderBy, first: 2, after });
      expect(page.columns).toEqual(whole.columns);
      rows.push(...page.nodes);
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(rows).toEqual(whole.nodes);
    expect(rows).toHaveLength(whole.totalCount);
    const values = rows.map(({ overall }) => overall?.value ?? -1);
    if (orderBy?.field !== "MODEL")
      expect(values).toEqual(values.toSorted((a, b) => (orderBy === undefined ? b - a : a - b)));
    else {
      const names = rows.map(({ model }) => model.name);
      expect(names).toEqual(orderBy.direction === "ASC" ? names.toSorted() : names.toSorted().reverse());
    }
  });

  it.each([
    [{ by: [] }, "'by' must name 1 to 2 dimensions; got 0."],
    [{ by: ["TASK", "LEVEL", "DURATION"] }, "'by' must name 1 to 2 dimensions; got 3."],
    [{ by: ["TASK", "TASK"] }, "'by' names TASK twice."],
    [{ first: 1001 }, "'first' must be from 0 to 1000; got 1001."],
    [{ after: "x" }, expect.stringContaining("'after'")],
    [{ benchmark: "omnidex" }, expect.stringContaining("omnidex")],
  ])("are refused with %j", async (wrong, message) => {
    const { errors } = await server.request(TABLE, { ...variables, ...wrong });
    expect(errors?.[0]?.message).toEqual(message);
  });

  it("are refused with a cursor from a table in another order", async () => {
    const { pageInfo } = await table({ ...variables, first: 1 });
    const { errors } = await server.request(TABLE, {
      ...variables,
      after: pageInfo.endCursor,
      orderBy: { field: "MODEL", direction: "ASC" },
    });
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  it("leave out other owners' private runs", async () => {
    const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
      `{ questions(filter: { benchmarks: ["omnidex-demo"] }, first: 1) { nodes { key } } }`,
    );
    const predictions = questions.nodes.map(({ key }) => ({ question: key, response: "A" }));
    await server.submit({ model: { name: "secret" }, visibility: "PRIVATE", predictions });
    const own = await table({ ...variables, partial: true });
    expect(own.nodes.map(({ model }) => model.name)).toContain("secret");
    const { data } = await server.request<{ scoreTable: Table }>(TABLE, { ...variables, partial: true }, { key: null });
    expect(data.scoreTable.nodes.map(({ model }) => model.name)).not.toContain("secret");
  });
});
