import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

interface Reference {
  readonly kind: string;
  readonly value: number;
  readonly inputs: readonly string[];
  readonly model: { readonly name: string };
  readonly publishedResult: { readonly modelName: string; readonly source: string; readonly condition: string };
}

describe("the figures beside a leaderboard that take no rank", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  async function board(benchmark: string, filter: object, published = true) {
    const { leaderboard } = await server.data<{
      leaderboard: {
        nodes: { publishedResult: { id: string } }[];
        references: (Reference & { publishedResult: { id: string } })[];
      };
    }>(
      `query ($benchmark: String!, $filter: QuestionFilter, $published: Boolean!) {
        leaderboard(benchmark: $benchmark, filter: $filter, published: $published, first: 100) {
          nodes { ... on RankedFigure { publishedResult { id } } }
          references { kind value inputs model { name } publishedResult { id modelName source condition } } } }`,
      { benchmark, filter, published },
    );
    return leaderboard;
  }

  /** How many figures of each kind are from each table. */
  function counted(references: readonly Reference[]): object {
    const names = references.map(({ kind, publishedResult: { source } }) => `${kind}: ${source}`);
    return Object.fromEntries(names.map((name) => [name, names.filter((one) => one === name).length]));
  }

  it.each([
    ["mmworld", {}, { "HUMAN: MMWorld, Table 2": 3, "HUMAN: MMWorld, Table 6": 3, "JUDGE: MMWorld, Table 3": 8 }],
    [
      "mmworld",
      { categories: ["science"] },
      { "HUMAN: MMWorld, Table 2": 3, "HUMAN: MMWorld, Table 6": 3, "JUDGE: MMWorld, Table 3": 8 },
    ],
    ["worldsense", {}, { "PROMPT: WorldSense, Table 5": 3 }],
    ["avi-bench", { tasks: ["avh"] }, { "HUMAN: AVI-Bench, Table 4": 1, "UNIMODAL: AVI-Bench, Table 7": 27 }],
    ["omnivideobench", {}, {}],
    ["worldsense", { categories: ["music"], levels: ["REASONING"] }, {}],
  ])("are those of %s over %j", async (benchmark, filter, expected) => {
    const { nodes, references } = await board(benchmark, filter);
    expect(counted(references)).toEqual(expected);
    const ranked = new Set(nodes.map(({ publishedResult }) => publishedResult.id));
    expect(references.filter(({ publishedResult }) => ranked.has(publishedResult.id))).toEqual([]);
  });

  it("have the printed values and say how they were measured", async () => {
    const { references } = await board("mmworld", {});
    const human = references.find(({ publishedResult }) => publishedResult.modelName === "Human Evaluation");
    expect(human).toMatchObject({
      kind: "HUMAN",
      value: 0.43758,
      publishedResult: { source: "MMWorld, Table 6", condition: "subset of 75 videos" },
    });
    const { references: prompts } = await board("worldsense", {});
    expect(prompts.map(({ value, publishedResult }) => [publishedResult.condition, value])).toEqual([
      ["Prompt 1", 0.24],
      ["Prompt 2", 0.248],
      ["Prompt Ours", 0.254],
    ]);
  });

  it("are left out together with the ranked figures", async () => {
    expect(await board("mmworld", {}, false)).toEqual({ nodes: [], references: [] });
  });
});
