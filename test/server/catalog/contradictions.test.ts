import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { ANSWER_FORMATS, AUDIO_TYPES, DOMINANCES, LEVELS, STEP_MODALITIES } from "../../../src/domain/vocabulary.ts";
import { contradictions } from "../../../src/server/memory/contradictions.ts";
import { cases } from "../../support/cases.ts";
import { anyFilter } from "../arbitrary-filter.ts";
import { type FlatQuestion, matches } from "../reference-slice.ts";

const orNull = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(null, ...values);
const flag = orNull([true, false]);
const count = orNull([0, 1, 2, 3, 4, 5, 6]);

/** Questions with every combination of a few values, most of which no benchmark has. */
const anyQuestion: fc.Arbitrary<FlatQuestion> = fc.record({
  name: fc.constant("a:1"),
  benchmark: fc.constantFrom("a", "b"),
  key: fc.constantFrom("1", "2"),
  task: fc.constantFrom("counting", "order"),
  level: fc.constantFrom(...LEVELS),
  answerFormat: fc.constantFrom(...ANSWER_FORMATS),
  audio: fc.subarray([...AUDIO_TYPES]),
  video: orNull(["video_1", "video_2"]),
  category: orNull(["music", "music/jazz", "musical", "sports/ball", "sports"]),
  duration: orNull([0, 12.5, 59.999, 60, 60.00005, 60.0001, 300, 599.9, 600, 601, 1e308]),
  requiresAudio: flag,
  requiresVisual: flag,
  questionOnly: flag,
  requiresDomainKnowledge: flag,
  keyAmbiguous: fc.boolean(),
  subset: orNull(["test", "val"]),
  durationLabel: orNull(["1-2min", "0-1min"]),
  dominance: orNull([...DOMINANCES]),
  stepCount: count,
  audioStepCount: count,
  visionStepCount: count,
  audioStepShare: orNull([0, 1 / 3, 0.4, 0.5, 2 / 3, 1]),
  stepModalities: orNull([...STEP_MODALITIES]),
});

const VOCABULARY = fc.sample(anyQuestion, { numRuns: 60, seed: 1 });

it("a filter with a contradiction matches no question, whatever the data", () => {
  const questions = fc.sample(anyQuestion, 300);
  let found = 0;
  const pair = fc
    .tuple(anyFilter(VOCABULARY), anyFilter(VOCABULARY))
    .map(([a, b]): QuestionFilter => ({ and: [a, b] }));
  fc.assert(
    fc.property(pair, (filter) => {
      if (contradictions(filter).length === 0) return;
      found += 1;
      expect(questions.find((question) => matches(filter, question))).toBeUndefined();
    }),
    { numRuns: cases(600) },
  );
  expect(found).toBeGreaterThan(30);
});

const LONG = { durationSeconds: { gte: 600 } };

describe("a contradiction is named", () => {
  it.each<[string, QuestionFilter, string, string]>([
    ["two lists", { and: [{ tasks: ["a"] }, { tasks: ["b"] }] }, "filter.and[1].tasks", "filter.and[0].tasks"],
    [
      "the filter and its 'and'",
      { tasks: ["a"], and: [{ and: [{ tasks: ["b"] }] }] },
      "filter.and[0].and[0].tasks",
      "filter.tasks",
    ],
    [
      "two ranges",
      { and: [LONG, { durationSeconds: { lt: 60 } }] },
      "filter.and[1].durationSeconds",
      "filter.and[0].durationSeconds",
    ],
    [
      "a flag",
      { requiresAudio: true, and: [{ requiresAudio: false }] },
      "filter.and[0].requiresAudio",
      "filter.requiresAudio",
    ],
    [
      "audio that all have and none has",
      { audioTypes: { all: ["MUSIC"], none: ["MUSIC"] } },
      "filter.audioTypes.none",
      "filter.audioTypes.all",
    ],
    [
      "three lists",
      { tasks: ["a", "b"], and: [{ tasks: ["b", "c"] }, { tasks: ["a", "c"] }] },
      "filter.and[1].tasks",
      "filter.and[0].tasks",
    ],
    [
      "a range and the bound on its other side",
      { durationSeconds: { gte: 600 }, and: [{ durationSeconds: { lt: 5000 } }, { durationSeconds: { lte: 60 } }] },
      "filter.and[1].durationSeconds",
      "filter.durationSeconds",
    ],
    [
      "some audio and no audio",
      { audioTypes: { any: ["MUSIC"] }, and: [{ audioTypes: { none: [...AUDIO_TYPES] } }] },
      "filter.and[0].audioTypes.none",
      "filter.audioTypes.any",
    ],
  ])("%s", (_, filter, path, other) => {
    expect(contradictions(filter)).toEqual([
      {
        path,
        benchmark: null,
        message: `No question can meet '${path}' together with '${other}', so the filter matches nothing.`,
      },
    ]);
  });
});

it("is found among 10,000 conditions by looking at each of them once", () => {
  let read = 0;
  const part = (tasks: readonly string[]): QuestionFilter =>
    Object.defineProperty({}, "tasks", {
      enumerable: true,
      get: () => {
        read += 1;
        return tasks;
      },
    });
  const and = [...Array.from({ length: 10_000 }, () => part(["a", "b"])), part(["c"])];
  expect(contradictions({ and })).toMatchObject([{ path: "filter.and[10000].tasks" }]);
  expect(read).toBe(and.length);
});

describe("there is none in", () => {
  it.each<[string, QuestionFilter]>([
    ["parts of 'or'", { or: [{ tasks: ["a"] }, { tasks: ["b"] }] }],
    ["ranges that share one number", { and: [LONG, { durationSeconds: { lte: 600 } }] }],
    [
      "audio types that a question can have together",
      { and: [{ audioTypes: { any: ["MUSIC"] } }, { audioTypes: { all: ["SPEECH"] } }] },
    ],
    ["audio of which one kind is left", { audioTypes: { any: ["MUSIC", "SPEECH"], none: ["MUSIC"] } }],
    ["a category and one below it", { categories: ["music"], and: [{ categories: ["music/jazz"] }] }],
    ["equal flags", { requiresAudio: true, and: [{ requiresAudio: true }] }],
  ])("%s", (_, filter) => expect(contradictions(filter)).toEqual([]));
});
