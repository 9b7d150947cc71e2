import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonFile } from "../fixtures/file-writing.ts";
import { importFiles } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const STRUCTURES = { relevance: null, logic: "[1, [2, 3], 4]" } as const;
const METRICS = { relevance: "quadratic", logic: "chain" } as const;

/** Groups of four questions with the answer B: two that are scored by the square, and two chains. */
const content = (slug: string) => ({
  benchmark: { slug, title: "Groups" },
  tasks: Object.entries(METRICS).map(([name, metric]) => ({ name, level: "REASONING", metric })),
  questions: (["relevance", "logic", "relevance", "logic"] as const).flatMap((task, group) =>
    [1, 2, 3, 4].map((step) => ({
      key: `${group}-${step}`,
      task,
      group: `v${group}`,
      text: `Step ${step} of ${group}?`,
      options: ["Yes", "No", "Both"],
      answer: "B",
      native: { group_structure: STRUCTURES[task] },
    })),
  ),
});

/** Which questions of each group are right. */
const RIGHT = ["1111", "1010", "0110", "1111"];
const predictions = RIGHT.flatMap((steps, group) =>
  [...steps].map((right, step) => ({ question: `${group}-${step + 1}`, response: right === "1" ? "B" : "A" })),
);
const GROUPS = "groupScores { groups right value interval { lower upper level } graded }";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importFiles(server.database, "groups", [jsonFile("groups.json", content("groups"))]);
  await importFiles(server.database, "hidden-groups", [jsonFile("hidden-groups.json", content("hidden-groups"))], {
    answers: "HIDDEN",
  });
});
afterAll(() => server.close());

it("a run has the share of groups with every question right, and the benchmark's own score of groups", async () => {
  const run = await server.submit<{ groupScores: object }>({ benchmark: "groups", predictions }, { fields: GROUPS });
  expect(run.groupScores).toEqual({
    groups: 4,
    right: 2,
    value: 0.5,
    interval: { lower: expect.closeTo(0.15, 2), upper: expect.closeTo(0.85, 2), level: 0.95 },
    graded: expect.closeTo((1 + 4 / 12 + 4 / 16 + 1) / 4, 12),
  });
});

it("a question without a prediction is not right", async () => {
  const run = await server.submit<{ groupScores: object }>(
    { benchmark: "groups", predictions: predictions.slice(1) },
    { fields: GROUPS },
  );
  expect(run.groupScores).toMatchObject({ groups: 4, right: 1, graded: (9 / 16 + 4 / 12 + 4 / 16 + 1) / 4 });
});

it("a run over a benchmark without groups has no scores over them", async () => {
  const { runs } = await server.data<{ runs: object }>(
    `{ runs(filter: { benchmarks: ["omnidex-demo"] }, first: 1) { nodes { score { n } ${GROUPS} } } }`,
  );
  expect(runs).toEqual({ nodes: [{ score: { n: expect.any(Number) }, groupScores: null }] });
});

it("nobody sees them where answers are hidden, while everyone sees which questions belong together", async () => {
  const { id } = await server.submit({ benchmark: "hidden-groups", predictions, visibility: "PUBLIC" });
  const query = `query ($id: ID!) {
    run(id: $id) { ${GROUPS} }
    questions(filter: { benchmarks: ["hidden-groups"] }, first: 5) { nodes { group } } }`;
  const seen = await server.data<{ run: object; questions: object }>(query, { id }, { key: null });
  expect(seen).toEqual({
    run: { groupScores: null },
    questions: { nodes: ["v0", "v0", "v0", "v0", "v1"].map((group) => ({ group })) },
  });
});
