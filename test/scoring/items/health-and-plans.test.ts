import { describe, expect, it } from "vitest";
import { planComparison } from "../../../src/scoring/items/comparison-plan.ts";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { healthFindings } from "../../../src/scoring/items/health-findings.ts";
import { type ScoreTable, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { nearDuplicates, repeatedQuestions } from "../../../src/scoring/items/near-duplicates.ts";
import { questionStatistics } from "../../../src/scoring/items/question-statistics.ts";
import { fastGrowth } from "../../support/counted-growth.ts";
import { drawNormal } from "../metrics/simulated/distributions.ts";
import { randomOf } from "../metrics/vectors.ts";
import { simulateAnswers } from "./simulated-answers.ts";

/** A table in which all runs have question 0 right, no run has question 1 right, and only the weaker half has 2 right. */
function withExtremes({ runs, scores, ...rest }: ScoreTable, abilities: Float64Array): ScoreTable {
  const changed = scores.slice();
  const middle = abilities.toSorted()[abilities.length >> 1] ?? 0;
  for (let run = 0; run < runs; run++) {
    changed[run] = 1;
    changed[runs + run] = 0;
    changed[2 * runs + run] = Number((abilities[run] ?? 0) < middle);
  }
  return { runs, scores: changed, ...rest };
}

describe("health findings", () => {
  const { matrix, abilities } = simulateAnswers({ questions: 300, runs: 30 }, 41);
  const table = withExtremes(scoreTable(matrix), abilities);
  const statistics = questionStatistics(table, matrix);
  const counts = { asked: 10, right: 9, kept: 9, gained: 0, lost: 1 };
  const evidence = { runs: 10, families: 4 };

  it("name the questions that have each problem, in the order of the questions", () => {
    const findings = healthFindings({
      statistics,
      fit: fitItems(table),
      suspects: [],
      ambiguous: [{ question: 4, evidence: 1.5 }],
      duplicates: [{ question: 9, other: 8, similarity: 1 }],
      repeated: [{ question: 11, other: 2, similarity: 0.95 }],
      modalities: [
        {
          modality: "VIDEO",
          evidence,
          withheld: null,
          questions: [
            { question: 5, ...counts, pValue: 0.05 },
            { question: 6, ...counts, pValue: 0.06 },
            { question: 7, ...counts, gained: 2, pValue: 0.001 },
          ],
        },
        { modality: "AUDIO", evidence, withheld: null, questions: [{ question: 6, ...counts, pValue: 0 }] },
      ],
    });
    const of = (problem: string): number[] =>
      findings.filter((found) => found.problem === problem).map(({ question }) => question);
    expect(of("ALL_RIGHT")).toContain(0);
    expect(of("ALL_WRONG")).toContain(1);
    expect(of("NEGATIVE_DISCRIMINATION")).toEqual([2]);
    expect(of("ANSWERED_WITHOUT_VIDEO")).toEqual([5]);
    expect(of("ANSWERED_WITHOUT_AUDIO")).toEqual([6]);
    expect(of("AMBIGUOUS_KEY")).toEqual([4]);
    expect(of("DUPLICATE")).toEqual([9]);
    expect(of("REPEATED")).toEqual([11]);
    expect(findings.map(({ question }) => question)).toEqual(
      findings.map(({ question }) => question).toSorted((a, b) => a - b),
    );
  });

  it("include near-duplicates within one video, the same ones as a comparison of all pairs", () => {
    const random = randomOf(3);
    const words = "who what where red blue green car dog cat left right first last man woman door".split(" ");
    const texts = Array.from({ length: 120 }, () => words.filter(() => random() < 0.8).join(" "));
    const clusters = Int32Array.from(texts, (_, index) => (index % 4) - 1);
    const similarity = (a: string, b: string): number => {
      const [one, other] = [new Set(a.split(" ")), new Set(b.split(" "))];
      const shared = [...one].filter((word) => other.has(word)).length;
      return shared / (one.size + other.size - shared);
    };
    const expected = texts.flatMap((text, question) =>
      texts
        .slice(0, question)
        .some((other, at) => clusters[at] === clusters[question] && similarity(text, other) >= 0.9)
        ? [question]
        : [],
    );
    expect(expected.length).toBeGreaterThan(3);
    expect(nearDuplicates(texts, clusters).map(({ question }) => question)).toEqual(expected);
  });
});

describe("repeated questions", () => {
  const question = (place: string): string => `What does the person carry in the ${place} left hand? a cup a book`;

  it("are counted across videos only, not within one video or without a video", () => {
    const texts = [question("very"), question("very"), question("very"), "Why?", question("far"), question("very")];
    const repeated = repeatedQuestions(texts, Int32Array.of(0, 0, 1, 2, 3, -1), 0.8);
    expect(repeated.map(({ question: at, other }) => [at, other])).toEqual([
      [2, 0],
      [4, 0],
    ]);
    expect(repeated[0]?.similarity).toBe(1);
  });

  it("are found without comparing every pair of uses of one template", async () => {
    const load = async () => {
      const { repeatedQuestions } = await import("../../../src/scoring/items/near-duplicates.ts");
      return (count: number): void => {
        const texts = Array.from({ length: count }, () => question("very"));
        expect(repeatedQuestions(texts, Int32Array.from(texts.keys()))).toHaveLength(count - 1);
      };
    };
    expect(await fastGrowth(load, [1_000, 4_000])).toEqual([]);
  });
});

describe("planned comparisons", () => {
  /**
   * Two runs whose scores differ by `difference` on average. The differences within a video are correlated.
   */
  function drawPair(videos: number, perVideo: number, difference: number, random: () => number): ScoreTable {
    const scores = new Float32Array(2 * videos * perVideo);
    for (let video = 0, at = 0; video < videos; video++) {
      const shift = 0.15 * drawNormal(random);
      for (let index = 0; index < perVideo; index++) {
        scores[at++] = Number(random() < 0.5 + difference / 2 + shift);
        scores[at++] = Number(random() < 0.5 - difference / 2 - shift);
      }
    }
    return { questions: videos * perVideo, runs: 2, scores, families: Int32Array.of(0, 1) };
  }
  const clustersOf = (videos: number, perVideo: number): Int32Array =>
    Int32Array.from({ length: videos * perVideo }, (_, at) => Math.floor(at / perVideo));
  const all = (length: number): Int32Array => Int32Array.from({ length }, (_, at) => at);

  it("reach the promised power in simulations", () => {
    const random = randomOf(9);
    const perVideo = 5;
    const plan = planComparison(drawPair(4_000, perVideo, 0.05, random), clustersOf(4_000, perVideo), all(20_000), {
      difference: 0.05,
    });
    expect(plan.intraclass).toBeGreaterThan(0.05);
    expect(plan.videos).toBe(Math.ceil(plan.questions / perVideo));
    expect(plan.questions).toBeGreaterThan(plan.independentQuestions);
    let significant = 0;
    for (let trial = 0; trial < 600; trial++) {
      const { scores } = drawPair(plan.videos, perVideo, 0.05, random);
      const sums = Array.from({ length: plan.videos }, (_, video) => {
        let sum = 0;
        for (let at = 2 * perVideo * video; at < 2 * perVideo * (video + 1); at += 2)
          sum += (scores[at] ?? 0) - (scores[at + 1] ?? 0);
        return sum;
      });
      const mean = sums.reduce((total, sum) => total + sum, 0) / plan.videos;
      const error = Math.sqrt(sums.reduce((total, sum) => total + (sum - mean) ** 2, 0)) / plan.videos;
      if (Math.abs(mean) > 1.96 * error) significant += 1;
    }
    expect(significant / 600).toBeGreaterThan(0.75);
    expect(significant / 600).toBeLessThan(0.86);
  });

  it("count videos by their mean size, even if the sizes differ a lot", () => {
    const table = drawPair(10, 2, 0, randomOf(1));
    // One video of eleven questions and nine of one.
    const clusters = Int32Array.from({ length: 20 }, (_, question) => Math.max(0, question - 10));
    const plan = planComparison(table, clusters, all(20), { difference: 0.1 });
    expect(plan.perVideo).toBeCloseTo((11 ** 2 + 9) / 20);
    expect(plan.videos).toBe(Math.ceil(plan.questions / 2));
  });

  it("need fewer questions for less power, even for a power below one half", () => {
    const table = drawPair(200, 2, 0, randomOf(1));
    const [low, half, usual] = [0.3, 0.5, 0.8].map(
      (power) => planComparison(table, clustersOf(200, 2), all(400), { difference: 0.1, power }).independentQuestions,
    );
    // (z(0.025) + z(1 − power))²: 1.4356², 1.96² and 2.8016².
    expect((low ?? 0) / (half ?? 1)).toBeCloseTo((1.4356 / 1.96) ** 2, 1);
    expect((usual ?? 0) / (half ?? 1)).toBeCloseTo((2.8016 / 1.96) ** 2, 1);
    expect(() => planComparison(table, clustersOf(200, 2), all(400), { difference: 0.1, power: 0.02 })).toThrow(
      "power is 0.02",
    );
  });

  it("are refused if no finite size suffices", () => {
    const table = drawPair(10, 2, 0, randomOf(1));
    expect(() => planComparison(table, clustersOf(10, 2), all(20), { difference: 0 })).toThrow(
      "difference is 0; expected more than 0, at most 1",
    );
  });
});
