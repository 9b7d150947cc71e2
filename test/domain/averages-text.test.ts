import { expect, it } from "vitest";
import { averagesText } from "../../src/domain/averages-text.ts";

const UNKNOWN = { durationSeconds: null, questionWords: null, optionCount: null, answerWords: null, stepCount: null };

it.each([
  [1, 1, "4143 s of video, 15 words of question, 4 options, 1 reasoning steps"],
  [160, 480, "4143 s of video, 15 words of question, 3.9 options, 1.4 reasoning steps"],
  [3_000, 12_000, "4143 s of video, 15.0 words of question, 3.85 options, 1.39 reasoning steps"],
])(
  "means over %i videos and %i questions have the digits that these numbers justify",
  (videoCount, questionCount, text) => {
    const averages = {
      ...UNKNOWN,
      durationSeconds: 4143.26,
      questionWords: 15.004,
      optionCount: 3.854,
      stepCount: 1.391,
    };
    expect(averagesText(averages, { videoCount, questionCount })).toEqual([`on average ${text}`]);
  },
);

it("a release without any known mean has no text", () => {
  expect(averagesText(UNKNOWN, { videoCount: 1, questionCount: 1 })).toEqual([]);
  expect(averagesText(null, { videoCount: 1, questionCount: 1 })).toEqual([]);
});
