import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { withheldFor } from "../../../src/scoring/items/evidence.ts";
import { familyName, numberFamilies } from "../../../src/scoring/items/family-effect.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { optionAnalysis } from "../../../src/scoring/items/option-analysis.ts";
import { type AnswerMatrix, answerRun, checkMatrix } from "../../../src/scoring/items/outcome-matrix.ts";
import { BANDS, questionStatistics } from "../../../src/scoring/items/question-statistics.ts";
import { runOf } from "../metrics/vectors.ts";
import { naiveStatistics } from "./naive-statistics.ts";
import { simulateAnswers } from "./simulated-answers.ts";

/** The same matrix, but each run lacks a different tenth of the questions, and one run has graded scores. */
function withGaps(matrix: AnswerMatrix): AnswerMatrix {
  return {
    ...matrix,
    runs: matrix.runs.map((run, index) => {
      const asked = Bitset.where(matrix.questions, (question) => (question * 7 + index * 3) % 10 !== 0).words;
      const graded = index === 1 ? Float32Array.from({ length: matrix.questions }, (_, at) => (at % 3) / 2) : null;
      return { ...run, asked, graded };
    }),
  };
}

const closeTo = (found: number, expected: number): void => {
  if (Number.isNaN(expected)) expect(found).toBeNaN();
  else expect(found).toBeCloseTo(expected, 5);
};

describe("statistics of questions", () => {
  it.each(["complete", "with gaps"])("equal their definitions: %s", (kind) => {
    const { matrix: complete } = simulateAnswers({ questions: 90 }, 3);
    const matrix = kind === "complete" ? complete : withGaps(complete);
    const found = questionStatistics(scoreTable(matrix), matrix);
    for (let question = 0; question < matrix.questions; question++) {
      const expected = naiveStatistics(matrix, question);
      expect(found.asked[question]).toBe(expected.asked);
      closeTo(found.share[question] ?? 0, expected.share);
      closeTo(found.itemRest[question] ?? 0, expected.itemRest);
      closeTo(found.unparsed[question] ?? 0, expected.unparsed);
      closeTo(found.agreement[question] ?? 0, expected.agreement);
      for (const [band, share] of expected.shareByBand.entries())
        closeTo(found.shareByBand[question * BANDS + band] ?? 0, share);
      expect(found.lower[question]).toBeLessThanOrEqual(expected.share);
      expect(found.upper[question]).toBeGreaterThanOrEqual(expected.share);
    }
  });

  it("include the correlation of errors within families", () => {
    const apart = simulateAnswers({ questions: 2_000, familySpread: 0 }, 5).matrix;
    const together = simulateAnswers({ questions: 2_000, familySpread: 2 }, 5).matrix;
    const [alone, kin] = [apart, together].map((matrix) => questionStatistics(scoreTable(matrix), matrix));
    expect(alone?.familyCorrelation).toBeLessThan(0.03);
    expect(kin?.familyCorrelation).toBeGreaterThan(0.2);
  });

  it("count the runs that pick each option", () => {
    const { matrix } = simulateAnswers({ questions: 300, runs: 30 }, 7);
    const statistics = questionStatistics(scoreTable(matrix), matrix);
    const abilities = Float64Array.from(matrix.runs, (run) => Bitset.ofWords(run.correct, matrix.questions).count());
    const uses = Array.from({ length: 300 }, (_, question) =>
      optionAnalysis(matrix, question, { bandOf: statistics.bandOf, abilities }),
    );
    for (const [question, options] of uses.entries()) {
      expect(options.reduce((sum, { count }) => sum + count, 0)).toBe(30);
      expect(options.filter(({ isKey }) => isKey).map(({ option }) => option)).toEqual([matrix.key[question]]);
      expect(options.find(({ isKey }) => isKey)?.share).toBeCloseTo(statistics.share[question] ?? 0, 9);
    }
    const correlations = uses.map((options) => options.find(({ isKey }) => isKey)?.correlation ?? 0);
    expect(correlations.filter((correlation) => correlation > 0).length).toBeGreaterThan(270);
  });

  it("count missing, failed and unscored questions of a run as not asked", () => {
    const vectors = runOf(["CORRECT", "WRONG", "UNPARSED", "MISSING", "ERRORED", "UNSCORED"]);
    const run = answerRun(vectors, Uint8Array.of(1, 2, 0, 0, 0, 1), 0);
    expect([...Bitset.ofWords(run.asked, 6).ordinals()]).toEqual([0, 1, 2]);
    expect(() => answerRun(vectors, new Uint8Array(5), 0)).toThrow("5 choices for 6 questions");
    const matrix = simulateAnswers({ questions: 40 }, 1).matrix;
    expect(() => checkMatrix(matrix)).not.toThrow();
    expect(() => checkMatrix({ ...matrix, key: new Uint8Array(39) })).toThrow("key has the length 39; expected 40");
    expect(() => checkMatrix({ ...matrix, options: new Uint8Array(41) })).toThrow("options has the length 41");
    expect(() => checkMatrix({ ...matrix, clusters: new Int32Array(1) })).toThrow("clusters has the length 1");
    const [first, ...others] = matrix.runs;
    if (first === undefined) throw new Error("no run");
    for (const [name, change] of [
      ["choices", { choices: new Uint8Array(39) }],
      ["graded", { graded: new Float32Array(39) }],
      ["asked", { asked: new Int32Array(1) }],
      ["correct", { correct: new Int32Array(3) }],
      ["unparsed", { unparsed: new Int32Array(0) }],
    ] as const)
      expect(() => checkMatrix({ ...matrix, runs: [...others, { ...first, ...change }] })).toThrow(
        `runs[${others.length}].${name} has the length`,
      );
    expect(() => checkMatrix({ ...matrix, runs: [{ ...first, choices: null }] })).not.toThrow();
  });

  it("count families by organization, or by the first word of the model's name", () => {
    const names = ["Qwen2.5-Omni-7B", "qwen-vl-max", "Meta-Llama-3-8B", "Llama-2-7b-hf"];
    expect(names.map((name) => familyName(name))).toEqual(["qwen", "qwen", "llama", "llama"]);
    expect(familyName("mathstral-7B", "Mistral AI")).toBe("mistral ai");
    expect(numberFamilies(["a", "b", "a"])).toEqual([0, 1, 0]);
  });

  it("leave out a figure if there are too few runs or families", () => {
    expect(withheldFor("fit", { runs: 29, families: 10 })).toBeNull();
    expect(withheldFor("fit", { runs: 29, families: 2 })).toMatchObject({ withheld: "fit", needs: { families: 3 } });
  });

  it.each([
    ["share right", ["share"]],
    ["shares by band", ["bands"]],
    ["discrimination, 2PL model", ["discrimination", "fit", "ability"]],
    ["suspected keys: the runs that chose an option", ["key-suspects"]],
    ["questions that all runs or no runs answer correctly", ["health"]],
    ["questions answered without video or audio", ["health"]],
    ["subsets", ["subset"]],
    ["plans", ["plan"]],
  ] as const)("need the evidence that docs/item-analysis.md lists: %s", (label, figures) => {
    const page = readFileSync("docs/item-analysis.md", "utf8");
    const row = page.split("\n").find((line) => line.startsWith(`| ${label}`)) ?? "";
    const [runs = 0, families = 0] = row.split("|").slice(-3, -1).map(Number);
    expect(runs).toBeGreaterThan(0);
    for (const figure of figures) {
      expect(withheldFor(figure, { runs, families })).toBeNull();
      expect(withheldFor(figure, { runs: runs - 1, families })?.needs).toEqual({ runs, families });
      expect(withheldFor(figure, { runs, families: families - 1 })?.has).toEqual({ runs, families: families - 1 });
    }
  });
});
