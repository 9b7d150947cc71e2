import { describe, expect, it } from "vitest";
import { pairVariance, planComparison } from "../../../src/scoring/items/comparison-plan.ts";
import { type ScoreTable, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { normalQuantile } from "../../../src/scoring/metrics/distributions.ts";
import { simulateAnswers } from "./simulated-answers.ts";

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The scores of one run over a slice, `NaN` where it was not asked. */
const columnOf = ({ runs, scores }: ScoreTable, run: number, slice: Int32Array): number[] =>
  Array.from(slice, (question) => scores[question * runs + run] ?? Number.NaN);

/** The sample variance of the differences of two runs, and their mean product over pairs of questions of one video. */
function naivePair(one: readonly number[], other: readonly number[], videos: readonly number[]): [number, number] {
  const known = one.flatMap((score, at) => {
    const difference = score - (other[at] ?? 0);
    return Number.isNaN(difference) ? [] : [{ difference, video: videos[at] ?? -1 }];
  });
  const mean = meanOf(known.map(({ difference }) => difference));
  const residuals = known.map(({ difference, video }) => ({ residual: difference - mean, video }));
  const products = residuals.flatMap(({ residual, video }, at) =>
    residuals
      .slice(0, at)
      .filter((earlier) => video >= 0 && earlier.video === video)
      .map((earlier) => residual * earlier.residual),
  );
  const squares = residuals.reduce((sum, { residual }) => sum + residual ** 2, 0);
  return [squares / (residuals.length - 1), products.length === 0 ? 0 : meanOf(products)];
}

function naiveMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** Simulated scores with gaps; the last tenth of the questions has no video. */
function setting(runs: number): { table: ScoreTable; clusters: Int32Array; slice: Int32Array } {
  const { matrix } = simulateAnswers({ questions: 120, runs, familySpread: 1 }, 61 + runs);
  const table = scoreTable(matrix);
  const scores = table.scores.map((score, at) => (at % 17 === 3 ? Number.NaN : score));
  return {
    table: { ...table, scores },
    clusters: matrix.clusters.map((video, question) => (question < 108 ? video : -1)),
    slice: Int32Array.from({ length: 100 }, (_, at) => at + 15),
  };
}

describe("the variance of paired differences", () => {
  it.each([4, 5, 6])("is the median over the pairs of runs with neighbouring scores, among %i runs", (runs) => {
    const { table, clusters, slice } = setting(runs);
    const all = Int32Array.from({ length: 120 }, (_, question) => question);
    const means = Array.from({ length: runs }, (_, run) =>
      meanOf(columnOf(table, run, all).filter((score) => !Number.isNaN(score))),
    );
    const order = [...means.keys()].sort((a, b) => (means[a] ?? 0) - (means[b] ?? 0));
    const videos = Array.from(slice, (question) => clusters[question] ?? -1);
    const pairs = order
      .slice(1)
      .map((run, at) => naivePair(columnOf(table, run, slice), columnOf(table, order[at] ?? 0, slice), videos));
    const [variance, product] = [
      naiveMedian(pairs.map(([first]) => first)),
      naiveMedian(pairs.map(([, second]) => second)),
    ];
    const found = pairVariance(table, clusters, slice);
    expect(found.variance).toBeCloseTo(variance, 9);
    expect(found.intraclass).toBeCloseTo(Math.min(1, Math.max(0, product / variance)), 9);
    const sizes = new Map<number, number>();
    for (const video of videos.filter((one) => one >= 0)) sizes.set(video, (sizes.get(video) ?? 0) + 1);
    const alone = videos.filter((video) => video < 0).length;
    expect(alone).toBe(7);
    expect(found.clusters).toBe(sizes.size + alone);
    const squares = [...sizes.values()].reduce((sum, size) => sum + size ** 2, alone);
    expect(found.perVideo).toBeCloseTo(squares / 100, 9);
  });

  it("is unknown for runs without a common question; if it is 0 or unknown, the correlation is 0", () => {
    const { table, clusters, slice } = setting(4);
    const equal = { ...table, scores: new Float32Array(table.scores.length).fill(1) };
    expect(pairVariance(equal, clusters, slice)).toMatchObject({ variance: 0, intraclass: 0 });
    const apart = {
      ...table,
      scores: table.scores.map((_, at) => (at % 4 === Math.floor(at / 4) % 4 ? 1 : Number.NaN)),
    };
    expect(pairVariance(apart, clusters, slice)).toMatchObject({ variance: Number.NaN, intraclass: 0 });
  });
});

describe("the number of questions of a comparison", () => {
  it("is that of the normal approximation with the design effect of the videos", () => {
    const { table, clusters, slice } = setting(6);
    const { variance, intraclass, perVideo, clusters: videos } = pairVariance(table, clusters, slice);
    for (const [difference, power, level] of [
      [0.05, 0.8, 0.05],
      [0.1, 0.9, 0.01],
    ] as const) {
      const plan = planComparison(table, clusters, slice, { difference, power, level });
      const distance = normalQuantile(level / 2) + normalQuantile(1 - power);
      const single = (distance ** 2 * variance) / difference ** 2;
      expect(plan.independentQuestions).toBe(Math.ceil(single));
      expect(plan.questions).toBe(Math.ceil(single * (1 + (perVideo - 1) * intraclass)));
      expect(plan.videos).toBe(Math.ceil((plan.questions * videos) / 100));
      expect(plan.evidence).toEqual({ runs: 6, families: 2 });
    }
    const usual = planComparison(table, clusters, slice, { difference: 0.05 });
    expect(usual).toMatchObject({ power: 0.8, level: 0.05, difference: 0.05 });
    expect(usual.questions).toBe(
      planComparison(table, clusters, slice, { difference: 0.05, power: 0.8, level: 0.05 }).questions,
    );
  });

  it("is the size of the slice for the smallest difference that the slice can detect", () => {
    const { table, clusters, slice } = setting(5);
    const { detectable } = planComparison(table, clusters, slice, { difference: 0.3 });
    expect(detectable).toBeLessThan(1);
    const { questions } = planComparison(table, clusters, slice, { difference: detectable });
    expect(questions).toBeGreaterThanOrEqual(100);
    expect(questions).toBeLessThanOrEqual(101);
    expect(planComparison(table, clusters, slice.slice(0, 3), { difference: 0.3 }).detectable).toBeLessThanOrEqual(1);
  });

  it("is refused outside the ranges of difference, power and level", () => {
    const { table, clusters, slice } = setting(4);
    const plan = (options: { difference: number; power?: number; level?: number }) => () =>
      planComparison(table, clusters, slice, options);
    expect(plan({ difference: 1 })).not.toThrow();
    expect(plan({ difference: 1.01 })).toThrow("difference is 1.01; expected more than 0, at most 1");
    expect(plan({ difference: 0.1, power: 0 })).toThrow("power is 0; expected more than 0, at most 1");
    expect(plan({ difference: 0.1, level: Number.NaN })).toThrow("level is NaN; expected more than 0, at most 1");
  });
});
