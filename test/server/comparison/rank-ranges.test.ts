import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const VIDEOS = 30;
const PER_VIDEO = 4;
const keysOf = (videos: number): string[] =>
  Array.from({ length: videos * PER_VIDEO }, (_, index) => `q${Math.floor(index / PER_VIDEO)}/${index % PER_VIDEO}`);

interface Range {
  readonly best: number;
  readonly worst: number;
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const content = {
    benchmark: { slug: "lamps", title: "Lamps" },
    tasks: [{ name: "Seeing", level: "PERCEPTION" }],
    videos: Array.from({ length: VIDEOS }, (_, index) => ({ key: `v${index}` })),
    questions: keysOf(VIDEOS).map((key) => ({
      key,
      text: `Which colour has ${key}?`,
      options: ["Red", "Blue"],
      answer: "B",
      task: "Seeing",
      video: `v${key.slice(1).split("/")[0]}`,
    })),
  };
  await importFiles(server.database, "lamps", [jsonFile("lamps.json", content)]);
  for (const label of ["A", "B"]) {
    const input = {
      benchmark: "lamps",
      model: { name: `All ${label}` },
      inputs: ["VIDEO"],
      visibility: "PUBLIC",
      idempotencyKey: label,
      predictions: keysOf(VIDEOS).map((question) => ({ question, response: label })),
    };
    await server.submit(input);
  }
});
afterAll(() => server.close());

it.each([
  [1, 2],
  [2, 2],
  [3, 1],
  [VIDEOS, 1],
])(
  "over %i videos, the rank range of a run that answers everything right reaches down to %i",
  async (videos, worst) => {
    const { leaderboard } = await server.data<{ leaderboard: { nodes: { rankRange: Range }[] } }>(
      `query ($filter: QuestionFilter) {
      leaderboard(benchmark: "lamps", filter: $filter) { nodes { rankRange { best worst } } } }`,
      { filter: { keys: keysOf(videos) } },
    );
    expect(leaderboard.nodes.map(({ rankRange }) => rankRange)).toEqual([
      { best: 1, worst },
      { best: 3 - worst, worst: 2 },
    ]);
  },
);
