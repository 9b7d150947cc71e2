import { describe, expect, it } from "vitest";
import type { ImportQuestion } from "../../src/domain/import-batch.ts";
import { demoBatch } from "../../src/formats/demo/demo-benchmark.ts";
import { type DemoRun, demoRuns } from "../../src/formats/demo/demo-runs.ts";
import { DEFAULT_EXTRACTOR } from "../../src/reading/extractor-registry.ts";
import { scorePrediction } from "../../src/scoring/score-prediction.ts";

const QUESTIONS = new Map(demoBatch().questions.map((question) => [question.key, question]));
const RUNS = demoRuns();

/** The outcome of each question in a run; MISSING for a question without a prediction. */
function outcomes(run: DemoRun, questions: readonly ImportQuestion[] = [...QUESTIONS.values()]): string[] {
  const predictions = new Map(run.predictions.map((prediction) => [prediction.question, prediction]));
  return questions.map((question) => {
    const prediction = predictions.get(question.key);
    if (prediction === undefined) return "MISSING";
    const output = { ...prediction, confirmation: null };
    return scorePrediction(output, { ...question, key: question.answer }, DEFAULT_EXTRACTOR).outcome;
  });
}

const share = (values: readonly string[], value: string): number =>
  values.filter((one) => one === value).length / values.length;

describe.each([
  ["demo-small", 0.35],
  ["demo-medium", 0.55],
  ["demo-large", 0.75],
])("%s", (name, accuracy) => {
  const run = RUNS.find(({ model }) => model.name === name);
  if (run === undefined) throw new Error(`there is no ${name}`);
  const found = outcomes(run);

  it(`is right in about ${accuracy} of all questions`, () => {
    expect(share(found, "CORRECT")).toBeGreaterThan(accuracy - 0.03);
    expect(share(found, "CORRECT")).toBeLessThan(accuracy + 0.03);
  });

  it("contains every kind of failure", () => {
    expect(new Set(found)).toEqual(new Set(["CORRECT", "WRONG", "UNPARSED", "MISSING", "ERRORED"]));
  });

  it("contains only responses that the extractor reads as intended", () => {
    const unparsed = share(found, "UNPARSED") * found.length;
    const meant = run.predictions.filter(({ response }) => response !== null && MEANT_AS_NONE.test(response)).length;
    expect(unparsed).toBe(meant);
  });

  it("has at most one prediction for each question, with either a response or an error", () => {
    expect(new Set(run.predictions.map(({ question }) => question)).size).toBe(run.predictions.length);
    for (const { question, response, error } of run.predictions) {
      expect(QUESTIONS.has(question)).toBe(true);
      expect((response === null) !== (error === null)).toBe(true);
    }
  });
});

const MEANT_AS_NONE =
  /^(It could be A or C|The video shows several|<think>\nLet me listen|Both A|I'm sorry|As an AI|There is not)/;

it("the runs find the same questions hard", () => {
  const [small = [], , large = []] = RUNS.map((run) => outcomes(run));
  const where = (verdict: string) => small.filter((_, index) => large[index] === verdict);
  expect(share(where("CORRECT"), "CORRECT")).toBeGreaterThan(share(where("WRONG"), "CORRECT") + 0.05);
});

it("each run scores lower on reasoning than on perception", () => {
  const ofLevel = (level: string) => [...QUESTIONS.values()].filter((question) => question.level === level);
  for (const run of RUNS) {
    expect(share(outcomes(run, ofLevel("REASONING")), "CORRECT")).toBeLessThan(
      share(outcomes(run, ofLevel("PERCEPTION")), "CORRECT"),
    );
  }
});
