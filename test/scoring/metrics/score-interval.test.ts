import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wilsonInterval } from "../../../src/scoring/metrics/score-interval.ts";
import { allOf, questionsOf, runOf, scoreOver } from "./vectors.ts";

/** The score of questions whose videos are given by index. */
function scoreOf(scores: readonly number[], videos: readonly number[]) {
  const score = scoreOver(runOf(scores), questionsOf(videos), allOf(scores.length));
  if (score === null) throw new Error("there are questions");
  return score;
}

/** `right` of `perVideo` questions are right in each video. */
const evenly = (videos: number, perVideo: number, right: number) =>
  scoreOf(
    allOf(videos * perVideo).map((index) => (index % perVideo < right ? 1 : 0)),
    allOf(videos * perVideo).map((index) => Math.floor(index / perVideo)),
  );

describe("the interval of a score", () => {
  it("is 0 to 1 for one video with any answers", () => {
    for (const right of [0, 3, 10]) expect(evenly(1, 10, right).interval).toEqual({ lower: 0, upper: 1, level: 0.95 });
  });

  it("counts only the videos as independent if all answers are right or all are wrong", () => {
    expect(evenly(20, 5, 5).interval).toEqual(wilsonInterval(20, 20));
    expect(evenly(20, 5, 0).interval).toEqual(wilsonInterval(0, 20));
  });

  it("is at least as wide as for independent questions if all videos happen to be alike", () => {
    const { value, interval, standardError } = evenly(100, 4, 2);
    expect([value, standardError]).toEqual([0.5, 0]);
    const { lower, upper } = wilsonInterval(200, 400);
    expect(interval.lower).toBeLessThanOrEqual(lower);
    expect(interval.upper).toBeGreaterThanOrEqual(upper);
  });

  it("approaches Wilson's interval if there are many questions, each with its own video", () => {
    const scores = allOf(2000).map((index) => (index % 10 < 7 ? 1 : 0));
    const { interval } = scoreOf(scores, allOf(2000));
    expect(interval.lower).toBeCloseTo(wilsonInterval(1400, 2000).lower, 4);
    expect(interval.upper).toBeCloseTo(wilsonInterval(1400, 2000).upper, 4);
  });

  it("is the same for questions without a video as for questions with separate videos", () => {
    const scores = allOf(30).map((index) => (index % 3 === 0 ? 1 : 0));
    const [own, none] = [scoreOf(scores, allOf(30)), scoreOf(scores, new Array<number>(30).fill(-1))];
    expect(none.clusters).toBe(30);
    expect(none.interval.lower).toBeCloseTo(own.interval.lower, 9);
    expect(none.interval.upper).toBeCloseTo(own.interval.upper, 9);
  });

  it("stays within 0 and 1, contains the score, and is mirrored if all scores are mirrored, over any videos", () => {
    const grade = fc.oneof(fc.constantFrom(0, 1), fc.constantFrom(0.25, 0.5, 0.9));
    const question = fc.tuple(grade, fc.integer({ min: -1, max: 6 }));
    fc.assert(
      fc.property(fc.array(question, { minLength: 2, maxLength: 60 }), (questions) => {
        const [scores, videos] = [questions.map(([score]) => score), questions.map(([, video]) => video)];
        const { value, interval } = scoreOf(scores, videos);
        expect(interval.lower).toBeGreaterThanOrEqual(0);
        expect(interval.upper).toBeLessThanOrEqual(1);
        expect(interval.lower).toBeLessThanOrEqual(value + 1e-6);
        expect(interval.upper).toBeGreaterThanOrEqual(value - 1e-6);
        const mirrored = scoreOf(
          scores.map((score) => 1 - score),
          videos,
        ).interval;
        expect(mirrored.lower).toBeCloseTo(1 - interval.upper, 4);
        expect(mirrored.upper).toBeCloseTo(1 - interval.lower, 4);
      }),
      {
        numRuns: 500,
        // The degrees of freedom are exactly at a tenth; the mirrored scores give a value that is lower in the last bits.
        examples: [
          [
            [
              [0.5, 4],
              [1, 0],
              [0.5, 2],
              [0.25, 0],
              [0.25, 0],
              [1, 0],
              [0.25, 0],
              [0.5, 2],
              [1, -1],
              [0.25, 3],
              [1, 0],
              [0.5, 2],
            ],
          ],
        ],
      },
    );
  });
});
