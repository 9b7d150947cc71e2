import { describe, expect, it } from "vitest";
import { type Interval, wilsonInterval, Z_95 } from "../../../src/scoring/metrics/score-interval.ts";
import { compareOverSlice } from "../../../src/scoring/metrics/slice-comparison.ts";
import { clusteredStandardError } from "./naive/cluster-sums.ts";
import { allOf, questionsOf, randomOf, runOf, sliceOf } from "./vectors.ts";

/** Each video has five questions, and a hard video is hard in all of them. */
const VIDEOS = 120;
const PER_VIDEO = 5;
const N = VIDEOS * PER_VIDEO;
const RUNS = 2000;
const VIDEO_OF = Array.from({ length: N }, (_, question) => Math.floor(question / PER_VIDEO));
const MEAN = 0.5;

/** How easy a video is: 0.1 to 0.9, and 0.5 on average. */
const ease = (random: () => number): number => 0.1 + 0.8 * random();

function simulate(random: () => number): number[] {
  const videos = Array.from({ length: VIDEOS }, () => ease(random));
  return VIDEO_OF.map((video) => (random() < (videos[video] ?? 0) ? 1 : 0));
}

const mean = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0) / scores.length;

/** The share of the simulated runs in which the 95 % interval holds the true mean. */
function coverage(intervalOf: (scores: readonly number[]) => Interval): number {
  const random = randomOf(7);
  let covered = 0;
  for (let run = 0; run < RUNS; run++) {
    const { lower, upper } = intervalOf(simulate(random));
    if (lower <= MEAN && MEAN <= upper) covered += 1;
  }
  return covered / RUNS;
}

/** The normal interval, with the error clustered by `clusters`. */
const clusteredBy = (clusters: readonly number[]) => {
  const indices = Int32Array.from(clusters);
  return (scores: readonly number[]): Interval => {
    const [value, spread] = [mean(scores), Z_95 * clusteredStandardError(scores, indices)];
    return { lower: value - spread, upper: value + spread, level: 0.95 };
  };
};

/** How often two equally good models differ significantly at 5 %. Each model finds different videos hard. */
function rejections(clusters: readonly number[]): number {
  const random = randomOf(11);
  const slice = sliceOf(questionsOf(clusters), allOf(N));
  let rejected = 0;
  for (let run = 0; run < RUNS; run++) {
    const comparison = compareOverSlice(runOf(simulate(random)), runOf(simulate(random)), slice);
    if ((comparison?.pValue ?? 1) < 0.05) rejected += 1;
  }
  return rejected / RUNS;
}

const EACH_ITS_OWN = allOf(N);

describe("over 2,000 simulated runs with questions clustered in videos", () => {
  it("the clustered 95 % interval contains the true score in 93 to 97 %", () => {
    const covered = coverage(clusteredBy(VIDEO_OF));
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThan(0.97);
  });

  it("the unclustered interval contains the true score clearly less often", () => {
    expect(coverage(clusteredBy(EACH_ITS_OWN))).toBeLessThan(0.92);
  });

  it("Wilson's interval, which assumes independent questions, also contains the true score less often", () => {
    expect(coverage((scores) => wilsonInterval(mean(scores) * N, N))).toBeLessThan(0.92);
  });

  it("the clustered paired test rejects a true null hypothesis in 3 to 7 %", () => {
    const rejected = rejections(VIDEO_OF);
    expect(rejected).toBeGreaterThan(0.03);
    expect(rejected).toBeLessThan(0.07);
  });

  it("the unclustered test rejects a true null hypothesis clearly more often", () => {
    expect(rejections(EACH_ITS_OWN)).toBeGreaterThan(0.09);
  });
});
