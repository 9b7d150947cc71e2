import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aviBenchFiles, VSQA_IMAGES } from "../../fixtures/avi-bench-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { generateAviRun, isUnscored } from "./generated-avi-run.ts";
import { type PlainRecord, plainMean, plainRecords, withoutSomeSizes } from "./plain-avi-bench.ts";

const Z_95 = 1.959963984540054;
const files = withoutSomeSizes(aviBenchFiles());
const records = plainRecords(files);
const generated = generateAviRun(records, 11);
const byKey = new Map(generated.map((prediction) => [prediction.row.question, prediction]));
const counted = records.filter((record) => !isUnscored(record));

interface Report {
  readonly ok: boolean;
  readonly missing: number;
  readonly warningCount: number;
  readonly issues: readonly { readonly question: string; readonly code: string; readonly message: string }[];
}
interface Score {
  readonly value: number;
  readonly n: number;
  readonly standardError: number;
  readonly interval: { readonly lower: number; readonly upper: number };
}
interface Prediction {
  readonly question: { readonly key: string };
  readonly outcome: string;
  readonly score: number | null;
  readonly extraction: { readonly rule: string };
}

describe("an AVI-Bench run with every answer format", () => {
  let server: TestServer;
  let run: string;
  let report: Report;

  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "avi-bench", files);
    const predictions = generated.map(({ row }) => row);
    const about = { benchmark: "avi-bench", model: { name: "generated" }, inputs: ["VIDEO", "AUDIO"] };
    const { submitRun } = await server.data<{ submitRun: { run: { id: string }; report: Report } }>(
      `mutation ($input: SubmitRunInput!) { submitRun(input: $input) {
        run { id } report { ok missing warningCount issues { question code message } } } }`,
      { input: { ...about, idempotencyKey: "all", predictions } },
    );
    run = submitRun.run.id;
    report = submitRun.report;
  });
  afterAll(() => server.close());

  it("covers most records; the public fields of a record do not contain the answer to its confirming question", async () => {
    expect(records).toHaveLength(5864);
    expect(generated.length).toBeGreaterThan(5500);
    const { questions } = await server.data<{ questions: { nodes: { native: object }[] } }>(
      `{ questions(first: 1000, filter: { benchmarks: ["avi-bench"], tasks: ["vsqa"] }) { nodes { native } } }`,
    );
    expect(questions.nodes).toHaveLength(1000);
    expect(JSON.stringify(questions.nodes)).toContain("pre_question");
    expect(JSON.stringify(questions.nodes)).not.toContain("pre_answer");
  });

  it("has the scores that a plain script computes or, for graded answers, that the format's own scorer does", async () => {
    const stored = await allPredictions(server, run);
    expect(stored.map(({ question }) => question.key)).toEqual(generated.map(({ row }) => row.question));
    const different = stored.filter(({ question, outcome, score }) => {
      const expected = byKey.get(question.key);
      const near = Math.abs((score ?? -1) - (expected?.score ?? -1)) < 1e-6;
      return outcome !== expected?.outcome || !near;
    });
    expect(different.map((prediction) => ({ ...prediction, expected: byKey.get(prediction.question.key) }))).toEqual(
      [],
    );
    const outcomes = new Set(stored.map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(["CORRECT", "ERRORED", "PARTIAL", "UNPARSED", "UNSCORED", "WRONG"]);
  });

  it("loses the score of an answer only if its confirmation is wrong", async () => {
    const spoilt = (await allPredictions(server, run)).filter(
      ({ extraction }) => extraction.rule === "wrong-confirmation",
    );
    const checks = spoilt.map(({ question }) => byKey.get(question.key));
    expect(spoilt.length).toBeGreaterThan(100);
    for (const check of checks) {
      const truth = check?.record.check?.answer;
      expect(check?.row.confirmation?.toLowerCase()).not.toBe(`${truth}.`);
    }
  });

  it("reports what is wrong with each malformed row, and accepts the others", () => {
    expect(report).toMatchObject({ ok: true, missing: 5864 - generated.length });
    const malformed = generated.filter(({ issue }) => issue === "MALFORMED_ANSWER");
    expect(malformed.length).toBeGreaterThan(200);
    expect(report.warningCount).toBeGreaterThan(1000);
    expect(report.issues).toHaveLength(1000);
    const unlike = report.issues.filter(({ question, code }) => byKey.get(question)?.issue !== code);
    expect(unlike.filter(({ code }) => code !== "AMBIGUOUS_RESPONSE")).toEqual([]);
  });

  it.each([
    ["AMIC", /not INSTANCE_COUNTS: (it contains no object|the count of '.+' is not a whole number)/],
    ["VAR", /not RETRIEVAL: (its list contains an index that is|it contains no list)/],
    ["AVL", /not BOXES: (it contains no object|none of its boxes)/],
    ["AVLG", /not FRAME_BOXES: it contains no object/],
  ])("reports why each answer to %s is malformed", async (task, reason) => {
    const predictions = generated.filter(({ record }) => record.task === task).map(({ row }) => row);
    const { validateRun } = await server.data<{ validateRun: { report: Report } }>(
      "mutation ($input: SubmitRunInput!) { validateRun(input: $input) { report { issues { question code message } } } }",
      { input: { benchmark: "avi-bench", model: { name: "m" }, inputs: ["VIDEO"], idempotencyKey: "v", predictions } },
    );
    const found = validateRun.report.issues.filter(({ code }) => code === "MALFORMED_ANSWER");
    const expected = generated.filter(({ record, issue }) => record.task === task && issue === "MALFORMED_ANSWER");
    expect(found.map(({ question }) => question)).toEqual(expected.map(({ row }) => row.question));
    expect(found.filter(({ message }) => !reason.test(message))).toEqual([]);
  });

  it("has a score with Wilson's interval for the effective number of questions, clustered by video", async () => {
    const { run: read } = await server.data<{ run: { score: Score; counts: Record<string, number> } }>(
      `query ($id: ID!) { run(id: $id) { score { value n standardError interval { lower upper } }
        counts { total correct wrong partial unparsed missing errored unscored } } }`,
      { id: run },
    );
    const { value, n, standardError } = plainMean(counted.map(scored));
    expect(read.score.n).toBe(n);
    expect(read.score.value).toBeCloseTo(value, 6);
    expect(read.score.standardError).toBeCloseTo(standardError, 6);
    // The server corrects for few videos, too; with this many, the correction is less than 0.0005.
    const { lower, upper } = wilson(value, (value * (1 - value)) / standardError ** 2);
    expect(read.score.interval.lower).toBeCloseTo(lower, 3);
    expect(read.score.interval.upper).toBeCloseTo(upper, 3);
    expect(read.counts).toEqual(plainCounts());
  });

  it("has the scores of VSQA's images and videos apart", async () => {
    const { run: read } = await server.data<{ run: { breakdown: { keys: { key: string }[]; score: Score }[] } }>(
      `query ($id: ID!, $filter: QuestionFilter) { run(id: $id) {
        breakdown(by: [SUBSET], filter: $filter) { keys { key } score { value n } } } }`,
      { id: run, filter: { tasks: ["vsqa"] } },
    );
    const isImage = ({ key }: PlainRecord): boolean => Number(key.split("/")[1]) < VSQA_IMAGES;
    const vsqa = counted.filter(({ task }) => task === "VSQA");
    const halves = [vsqa.filter(isImage), vsqa.filter((one) => !isImage(one))].map((half) =>
      plainMean(half.map(scored)),
    );
    expect(read.breakdown.map(({ keys, score }) => [keys[0]?.key, score.n])).toEqual([
      ["VSQA_I", halves[0]?.n],
      ["VSQA_V", halves[1]?.n],
    ]);
    for (const [place, { score }] of read.breakdown.entries())
      expect(score.value).toBeCloseTo(halves[place]?.value ?? -1, 6);
  });

  it("has a breakdown by task, without cells for tasks that cannot be scored", async () => {
    const { run: read } = await server.data<{ run: { breakdown: { keys: { key: string }[]; score: Score }[] } }>(
      "query ($id: ID!) { run(id: $id) { breakdown(by: [TASK]) { keys { key } score { value n } } } }",
      { id: run },
    );
    const tasks = [...new Set(counted.map(({ task }) => task))];
    expect(read.breakdown.map(({ keys }) => keys[0]?.key).sort()).toEqual(
      tasks.map((task) => task.toLowerCase()).sort(),
    );
    for (const { keys, score } of read.breakdown) {
      const { n, value } = plainMean(counted.filter(({ task }) => task.toLowerCase() === keys[0]?.key).map(scored));
      expect(score.n).toBe(n);
      expect(score.value).toBeCloseTo(value, 6);
    }
  });
});

/** Wilson's 95 % interval of a share of `n` independent questions. */
function wilson(value: number, n: number): { lower: number; upper: number } {
  const center = (value + Z_95 ** 2 / (2 * n)) / (1 + Z_95 ** 2 / n);
  const half = (Z_95 * Math.sqrt((value * (1 - value)) / n + (Z_95 / (2 * n)) ** 2)) / (1 + Z_95 ** 2 / n);
  return { lower: center - half, upper: center + half };
}

const scored = ({ key, video }: PlainRecord) => ({ video, score: byKey.get(key)?.score ?? 0 });

function plainCounts() {
  const of = (outcome: string): number => generated.filter((prediction) => prediction.outcome === outcome).length;
  return {
    total: 5864,
    correct: of("CORRECT"),
    wrong: of("WRONG"),
    partial: of("PARTIAL"),
    unparsed: of("UNPARSED"),
    errored: of("ERRORED"),
    missing: counted.filter(({ key }) => !byKey.has(key)).length,
    // The unscored questions include unanswered ones. Otherwise, runs would have different denominators.
    unscored: records.length - counted.length,
  };
}

async function allPredictions(server: TestServer, id: string): Promise<readonly Prediction[]> {
  const found: Prediction[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { run }: { run: { predictions: PredictionPage } } = await server.data(
      `query ($id: ID!, $after: String) { run(id: $id) { predictions(first: 1000, after: $after) {
        nodes { question { key } outcome score extraction { rule } } pageInfo { hasNextPage endCursor } } } }`,
      { id, after },
    );
    found.push(...run.predictions.nodes);
    ({ hasNextPage: more, endCursor: after } = run.predictions.pageInfo);
  }
  return found;
}

interface PredictionPage {
  readonly nodes: readonly Prediction[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
