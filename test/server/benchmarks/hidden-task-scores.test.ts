import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const counted = (index: number, answer: object) => ({
  id: `${index}`,
  task: "AMIC",
  subtask: null,
  input: {
    question: { prompt: "prompt_amic", text: "Count.", options: null },
    video: `./input/videos/${index}.mp4`,
  },
  output: { question_answer: answer },
});
const FILE = jsonFile("levels/perception/AMIC/data.json", [
  counted(0, { dog: 3, cat: 4 }),
  counted(1, { tuba: 1 }),
  counted(2, { dog: 1 }),
]);
const SCORES = `taskScores { task { slug } metric value n valueStrict nStrict mean parts { name value }
  partsStrict { name value } reason }
  levels { taskAdaptive } official: levels(denominators: OFFICIAL) { taskAdaptive }`;
const HIDDEN = {
  taskScores: [
    {
      task: { slug: "amic" },
      metric: "COUNTING",
      value: null,
      n: 0,
      valueStrict: null,
      nStrict: 0,
      mean: null,
      parts: [],
      partsStrict: [],
      reason: "The release hides its answers.",
    },
  ],
  levels: null,
  official: null,
};

let server: TestServer;
let id: string;

beforeAll(async () => {
  server = await createTestServer();
  await importFiles(server.database, "avi-bench", [FILE]);
  const input = {
    benchmark: "avi-bench",
    model: { name: "m" },
    inputs: ["AUDIO"],
    visibility: "PUBLIC",
    idempotencyKey: "hidden",
    predictions: [{ question: "AMIC/0", response: "nothing readable" }],
  };
  id = (await server.submit(input)).id;
});
afterAll(() => server.close());

async function read(key?: null): Promise<object> {
  const options = key === null ? { key } : {};
  const { run, runs } = await server.data<{ run: object; runs: { nodes: object[] } }>(
    `query ($id: ID!) { run(id: $id) { ${SCORES} }
      runs(filter: { benchmarks: ["avi-bench"] }) { nodes { ${SCORES} } } }`,
    { id },
    options,
  );
  expect(runs.nodes).toEqual([run]);
  const alone = await server.data(`query ($id: ID!) { run(id: $id) { levels { taskAdaptive } } }`, { id }, options);
  expect(alone).toEqual({ run: { levels: (run as { levels: object | null }).levels } });
  return run;
}

it("task scores and levels are visible to everybody if the answers are visible", async () => {
  const seen = await read(null);
  // The error of an unreadable answer is the mean of the counts in the answer key, so the figure of a single prediction
  // reveals a part of the answer key.
  expect(seen).toMatchObject({
    taskScores: [{ n: 1, nStrict: 3, reason: null, parts: expect.arrayContaining([{ name: "RMSE", value: 3.5 }]) }],
    levels: { taskAdaptive: null },
  });
  expect(await read()).toEqual(seen);
});

it("task scores and levels are visible only to administrators if the answers are hidden", async () => {
  const seen = await read();
  await server.database.query({ text: "update releases set answer_access = 'HIDDEN'", params: [] });
  expect(await read(null)).toEqual(HIDDEN);
  expect(await read()).toEqual(seen);
});

it("leaderboards and tables over hidden answers are means over questions, without the paper's other figures", async () => {
  const read = (key?: null) =>
    server.data<{ leaderboard: { measure: string; nodes: object[] }; scoreTable: { measure: string } }>(
      `{ leaderboard(benchmark: "avi-bench", partial: true, first: 100) { measure nodes {
          ... on RankedRun { taskScore { value } taskMean { value partial missing } } ... on RankedFigure { value } } }
         scoreTable(benchmark: "avi-bench", by: [TASK], partial: true) { measure columns { measure } } }`,
      {},
      key === null ? { key } : {},
    );
  const hidden = await read(null);
  expect([hidden.leaderboard.measure, hidden.scoreTable]).toEqual([
    "QUESTIONS",
    { measure: "QUESTIONS", columns: [{ measure: "QUESTIONS" }] },
  ]);
  for (const node of hidden.leaderboard.nodes) expect(node).toEqual({ taskScore: null, taskMean: null });
  const seen = await read();
  expect(seen.scoreTable).toEqual({ measure: "TASKS", columns: [{ measure: "TASK" }] });
  expect(seen.leaderboard.measure).toBe("TASKS");
  expect(seen.leaderboard.nodes).toHaveLength(29);
  expect(seen.leaderboard.nodes.at(-1)).toEqual({
    ...{ taskScore: null },
    taskMean: { value: expect.any(Number), partial: true, missing: expect.arrayContaining(["vmic"]) },
  });
});
