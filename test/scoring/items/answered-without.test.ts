import { describe, expect, it } from "vitest";
import {
  type GivenRun,
  isAnsweredWithout,
  type ModalityPair,
  modalityPairs,
  testModality,
} from "../../../src/scoring/items/answered-without.ts";
import { type AnswerRun, hasBit, runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { discoveryAdjusted } from "../../../src/scoring/metrics/multiple-comparisons.ts";
import { randomOf } from "../metrics/vectors.ts";

const [QUESTIONS, OPTIONS] = [400, 4];
const key = new Uint8Array(QUESTIONS).fill(1);
const options = new Uint8Array(QUESTIONS).fill(OPTIONS);

/** A run that chooses the right option of the questions for which `rightAt` holds, and otherwise the second option. */
const drawRun = (family: number, rightAt: (question: number) => boolean): AnswerRun =>
  runOfChoices(
    Uint8Array.from({ length: QUESTIONS }, (_, question) => (rightAt(question) ? 1 : 2)),
    key,
    family,
  );

/** Models that are mostly right with the picture. Without it, they guess, except on the first `leaking` questions. */
function drawPairs(models: number, leaking: number, random: () => number): ModalityPair[] {
  return Array.from({ length: models }, (_, family) => {
    const given = drawRun(family, () => random() < 0.75);
    const without = drawRun(family, (question) =>
      question < leaking ? hasBit(given.correct, question) || random() < 0.1 : random() < 1 / OPTIONS,
    );
    return { given, without };
  });
}

/** The probability of at least k successes in n attempts, as a sum of binomial probabilities. */
function binomialTail(k: number, n: number, chance: number): number {
  let [sum, ways] = [0, 1];
  for (let hits = 0; hits <= n; hits++) {
    if (hits >= k) sum += ways * chance ** hits * (1 - chance) ** (n - hits);
    ways = (ways * (n - hits)) / (hits + 1);
  }
  return sum;
}

const listed = (pairs: readonly ModalityPair[]): number[] =>
  testModality({ questions: QUESTIONS, options }, "VIDEO", pairs)
    .questions.filter(isAnsweredWithout)
    .map(({ question }) => question);

describe("questions that models answer without a modality", () => {
  it("have the p-values that a plain count and the definition of the binomial distribution give", () => {
    const pairs = drawPairs(9, 40, randomOf(5));
    const plain = Array.from({ length: QUESTIONS }, (_, question) => {
      const right = pairs.filter(({ given }) => given.choices?.[question] === 1);
      const kept = right.filter(({ without }) => without.choices?.[question] === 1).length;
      return binomialTail(kept, right.length, 1 / OPTIONS);
    });
    const naive = plain.map((p) =>
      Math.min(1, ...plain.filter((q) => q >= p).map((q) => (q * QUESTIONS) / plain.filter((r) => r <= q).length)),
    );
    const tested = testModality({ questions: QUESTIONS, options }, "VIDEO", pairs);
    expect(tested.withheld).toBeNull();
    for (const { question, pValue } of tested.questions) expect(pValue).toBeCloseTo(naive[question] ?? -1, 10);
  });

  it("are found in at most 5 % of the benchmarks in which every question needs the modality", () => {
    const random = randomOf(17);
    const falsely = Array.from({ length: 100 }, () => listed(drawPairs(10, 0, random))).filter(
      (found) => found.length > 0,
    );
    expect(falsely.length).toBeLessThanOrEqual(5);
  });

  it("are found, with few false findings, if a tenth of the questions can be answered without the modality", () => {
    const random = randomOf(23);
    const found = Array.from({ length: 20 }, () => listed(drawPairs(10, 40, random))).flat();
    const leaking = found.filter((question) => question < 40).length;
    expect(leaking / (20 * 40)).toBeGreaterThan(0.85);
    expect((found.length - leaking) / found.length).toBeLessThan(0.05);
  });

  it("are not listed with too few models; models of one family count as fewer", () => {
    const pairs = drawPairs(10, 40, randomOf(3));
    const few = testModality({ questions: QUESTIONS, options }, "AUDIO", pairs.slice(0, 5));
    expect(few).toMatchObject({
      questions: [],
      withheld: { has: { runs: 5, families: 5 }, needs: { runs: 6, families: 3 } },
    });
    const siblings = pairs.flatMap((pair) => [pair, pair]);
    const [one, twice] = [pairs, siblings].map((some) =>
      testModality({ questions: QUESTIONS, options }, "VIDEO", some),
    );
    const of = (test: typeof one): number[] => test?.questions.map(({ pValue }) => pValue) ?? [];
    // A copy of a run always agrees with the run, so the copies add almost no evidence.
    expect(Math.min(...of(twice))).toBeGreaterThan(Math.min(...of(one)) / 3);
  });

  it("include no question without options", () => {
    const some = options.slice().fill(0, 0, 390);
    const { questions } = testModality({ questions: QUESTIONS, options: some }, "VIDEO", drawPairs(8, 0, randomOf(2)));
    expect(questions.map(({ question }) => question)).toEqual([390, 391, 392, 393, 394, 395, 396, 397, 398, 399]);
  });
});

describe("pairs of runs with and without a modality", () => {
  const runs: GivenRun[] = (
    [
      [1, ["VIDEO", "AUDIO", "TEXT"]],
      [1, ["TEXT"]],
      [1, ["AUDIO", "TEXT"]],
      [1, ["VIDEO", "TEXT"]],
      [2, ["VIDEO", "AUDIO"]],
      [2, ["CAPTION"]],
      [2, ["VIDEO", "SUBTITLES"]],
      [3, ["AUDIO"]],
      [4, ["IMAGE", "AUDIO"]],
      [4, ["AUDIO"]],
      [4, ["AUDIO"]],
    ] as const
  ).map(([model, inputs], index) => ({ model, inputs, answers: drawRun(index, () => true) }));
  const numbers = (modality: "VIDEO" | "AUDIO"): number[][] =>
    modalityPairs(runs, modality).map(({ given, without }) => [given.family, without.family]);

  it("are of one model, as alike as possible, and the latest", () => {
    expect(numbers("VIDEO")).toEqual([
      [0, 2],
      [8, 10],
    ]);
    expect(numbers("AUDIO")).toEqual([[0, 3]]);
  });
});

describe("p-values adjusted for false discoveries", () => {
  it("are at most 0.05 for four tests of table 1 of Benjamini and Hochberg (1995), as in the paper", () => {
    const published = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ];
    expect(discoveryAdjusted(published).filter((p) => p <= 0.05)).toHaveLength(4);
    expect(discoveryAdjusted(published.toReversed()).toReversed()).toEqual(discoveryAdjusted(published));
    expect(discoveryAdjusted([])).toEqual([]);
  });
});
