import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { findSharedDataset } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { type GeneratedPrediction, generateRun } from "./generated-run.ts";
import {
  type PlainQuestion,
  type PlainVideo,
  plainAverages,
  plainFacet,
  plainQuestions,
} from "./plain-omnivideobench.ts";

const DIMENSIONS = ["BENCHMARK", "CATEGORY", "TASK", "LEVEL", "AUDIO_TYPE", "DURATION", "ANSWER_FORMAT"];
const BREAKDOWN = `score { value n correct unparsed missing errored }`;
const real = findSharedDataset("omnivideobench/data.json");

interface Cell {
  keys: { key: string }[];
  score: { value: number; n: number; correct: number; unparsed: number; missing: number; errored: number };
}

const sources = [
  { name: "the real file", file: real, skipped: real === null && "omnivideobench/data.json is not there" },
  { name: "a synthetic file", file: omniVideoBenchJson(omniVideoBenchFixture()), skipped: false },
];

describe.each(sources)("OmniVideoBench from $name", ({ file, skipped }) => {
  if (skipped !== false || file === null) {
    it.skip(`is skipped: ${skipped}`, () => {});
    return;
  }
  const records: readonly PlainVideo[] = JSON.parse(new TextDecoder().decode(file.bytes));
  const questions = plainQuestions(records);
  const predictions = generateRun(questions, 7);
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "omnivideobench", [file]);
  });
  afterAll(() => server.close());

  it("has the questions and videos of the file", async () => {
    const { benchmark } = await server.data<{ benchmark: object }>(
      `{ benchmark(slug: "omnivideobench") { questionCount videoCount } }`,
    );
    expect(benchmark).toEqual({
      questionCount: questions.length,
      videoCount: new Set(questions.map(({ video }) => video)).size,
    });
  });

  it.each(DIMENSIONS)("counts the facets of %s as a plain script does", async (dimension) => {
    const { facets } = await server.data<{
      facets: [{ values: { key: string; questions: number; videos: number }[] }];
    }>(
      `query ($by: [Dimension!]!) {
        facets(filter: { benchmarks: ["omnivideobench"] }, by: $by) { values { key questions videos } } }`,
      { by: [dimension] },
    );
    const counted = facets[0].values.map(({ key, ...counts }) => [key, counts]);
    expect(Object.fromEntries(counted)).toEqual(plainFacet(questions, dimension));
  });

  it.each(["SPEECH", "SOUND", "MUSIC"])(
    "finds the %s reasoning questions about videos over ten minutes",
    async (audio) => {
      const { questions: found } = await server.data<{ questions: { totalCount: number; nodes: { key: string }[] } }>(
        `query ($any: [AudioType!]) {
        questions(first: 1000, filter: { benchmarks: ["omnivideobench"], audioTypes: { any: $any },
          levels: [REASONING], durationSeconds: { gt: 600 } }) { totalCount nodes { key } } }`,
        { any: [audio] },
      );
      const expected = questions.filter(
        ({ values, seconds }) => values.AUDIO_TYPE === audio && values.LEVEL === "REASONING" && seconds > 600,
      );
      expect(found.nodes.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
      expect(found.totalCount).toBe(expected.length);
    },
  );

  it("scores a run in each cell as a plain script does, whether it is submitted at once or in pieces", async () => {
    const whole = await submitWhole(server, predictions);
    const pieces = await submitInPieces(server, predictions);
    for (const run of [whole, pieces]) {
      for (const by of [["TASK", "AUDIO_TYPE"], ["DURATION"], ["CATEGORY", "LEVEL"]]) {
        const { run: read } = await server.data<{ run: { breakdown: Cell[] } }>(
          `query ($id: ID!, $by: [Dimension!]!) { run(id: $id) { breakdown(by: $by) { keys { key } ${BREAKDOWN} } } }`,
          { id: run, by },
        );
        const cells = read.breakdown.map(({ keys, score }) => [keys.map(({ key }) => key).join(" × "), score]);
        expect(Object.fromEntries(cells)).toEqual(plainBreakdown(questions, predictions, by));
      }
    }
  });

  it("has the averages of the paper's table 1, except for the mean duration and the steps", async () => {
    const { benchmark } = await server.data<{ benchmark: { release: { averages: Record<string, number> } } }>(
      `{ benchmark(slug: "omnivideobench") { release { averages {
        durationSeconds questionWords optionCount answerWords stepCount } } } }`,
    );
    const { averages } = benchmark.release;
    for (const [field, mean] of Object.entries(plainAverages(records)))
      expect([field, averages[field]]).toEqual([field, expect.closeTo(mean, 9)]);
    if (file === real)
      expect([averages.questionWords?.toFixed(2), averages.answerWords?.toFixed(2)]).toEqual(["14.68", "4.92"]);
  });

  it("says in facets, breakdowns and tables that the paper has no levels", async () => {
    const { facets, scoreTable } = await server.data<{
      facets: [{ values: { label: string }[] }];
      scoreTable: { columns: { keys: { label: string }[] }[] };
    }>(`{ facets(filter: { benchmarks: ["omnivideobench"] }, by: [LEVEL]) { values { label } }
      scoreTable(benchmark: "omnivideobench", by: [LEVEL], first: 1) { columns { keys { label } } } }`);
    const labels = ["Perception", "Understanding", "Reasoning"].map((level) => `${level} (assigned by Omnidex)`);
    expect(facets[0].values.map(({ label }) => label).toSorted()).toEqual(labels.toSorted());
    expect(scoreTable.columns.flatMap(({ keys }) => keys.map(({ label }) => label))).toEqual(labels);
  });

  it("narrows a score and a breakdown to a slice", async () => {
    const id = await submitWhole(server, predictions);
    const { run } = await server.data<{ run: { score: Cell["score"]; breakdown: Cell[] } }>(
      `query ($id: ID!, $filter: QuestionFilter) { run(id: $id) {
        score(filter: $filter) { value n correct unparsed missing errored }
        breakdown(by: [LEVEL], filter: $filter) { keys { key } ${BREAKDOWN} } } }`,
      { id, filter: { audioTypes: { any: ["SPEECH"] }, durationSeconds: { gte: 300 } } },
    );
    const slice = questions.filter(({ values, seconds }) => values.AUDIO_TYPE === "SPEECH" && seconds >= 300);
    expect(run.score).toEqual(plainScore(slice, predictions));
    const cells = run.breakdown.map(({ keys, score }) => [keys[0]?.key, score]);
    expect(Object.fromEntries(cells)).toEqual(plainBreakdown(slice, predictions, ["LEVEL"]));
  });
});

describe.skipIf(real === null)("the published figures of OmniVideoBench's real file", () => {
  const questions = real === null ? [] : plainQuestions(JSON.parse(new TextDecoder().decode(real.bytes)));
  const longReasoning = (audio: string) =>
    questions.filter(
      ({ values, seconds }) => values.AUDIO_TYPE === audio && values.LEVEL === "REASONING" && seconds > 600,
    );

  // The test above shows that the server and the plain script agree, so these figures hold for both.
  it("are 628 videos and 1,000 questions: 762 speech, 147 sound, 91 music", () => {
    expect([new Set(questions.map(({ video }) => video)).size, questions.length]).toEqual([628, 1000]);
    expect(plainFacet(questions, "AUDIO_TYPE")).toMatchObject({
      SPEECH: { questions: 762 },
      SOUND: { questions: 147 },
      MUSIC: { questions: 91 },
    });
  });

  it("include reasoning questions about videos over ten minutes: 1 with music, 7 with sound, 73 with speech", () => {
    expect(longReasoning("MUSIC").map(({ key }) => key)).toEqual(["video_273/0"]);
    expect([longReasoning("SOUND").length, longReasoning("SPEECH").length]).toEqual([7, 73]);
  });
});

/** The score of questions, computed one by one from the generated data. */
function plainScore(questions: readonly PlainQuestion[], predictions: readonly GeneratedPrediction[]) {
  const outcomes = new Map(predictions.map(({ row, outcome }) => [row.question, outcome]));
  const count = (wanted: string | undefined) => questions.filter(({ key }) => outcomes.get(key) === wanted).length;
  return {
    value: count("CORRECT") / questions.length,
    n: questions.length,
    correct: count("CORRECT"),
    unparsed: count("UNPARSED"),
    missing: count(undefined),
    errored: count("ERRORED"),
  };
}

function plainBreakdown(
  questions: readonly PlainQuestion[],
  predictions: readonly GeneratedPrediction[],
  by: readonly string[],
) {
  const name = ({ values }: PlainQuestion) => by.map((dimension) => values[dimension]).join(" × ");
  const names = [...new Set(questions.map(name))];
  return Object.fromEntries(
    names.map((cell) => [
      cell,
      plainScore(
        questions.filter((question) => name(question) === cell),
        predictions,
      ),
    ]),
  );
}

const about = { benchmark: "omnivideobench", model: { name: "generated" }, inputs: ["VIDEO", "AUDIO"] };

async function submitWhole(server: TestServer, predictions: readonly GeneratedPrediction[]): Promise<string> {
  const rows = predictions.map(({ row }) => row);
  const input = { ...about, idempotencyKey: "whole", predictions: rows };
  return (await server.submit(input)).id;
}

/** Submits a run in chunks of uneven size. The last chunk is sent first, and one chunk is sent twice. */
async function submitInPieces(server: TestServer, predictions: readonly GeneratedPrediction[]): Promise<string> {
  const { createRun } = await server.data<{ createRun: { run: { id: string } } }>(
    `mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }`,
    { input: { ...about, idempotencyKey: "pieces" } },
  );
  const run = createRun.run.id;
  const rows = predictions.map(({ row }) => row);
  const chunks = [rows.slice(700), rows.slice(0, 13), rows.slice(13, 700), rows.slice(0, 13)];
  for (const chunk of chunks.filter((piece) => piece.length > 0)) {
    await server.data(`mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { added } }`, {
      input: { run, predictions: chunk },
    });
  }
  await server.data(`mutation ($input: FinalizeRunInput!) { finalizeRun(input: $input) { run { status } } }`, {
    input: { run },
  });
  return run;
}
