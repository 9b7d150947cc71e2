import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { ANSWER_FORMATS, AUDIO_TYPES, DOMINANCES, LEVELS, STEP_MODALITIES } from "../../../src/domain/vocabulary.ts";
import { contradictionFaults } from "../../../src/server/catalog/contradictions/filter-contradiction.ts";
import { cases } from "../../support/cases.ts";
import { anyFilter } from "../arbitrary-filter.ts";
import { type FlatQuestion, matches } from "../reference-slice.ts";

const faultsOf = (type: string, value: object, benchmark: string | null = null) =>
  contradictionFaults({ type, argument: "filter", field: "", value, benchmark, runs: [], anyRelease: false });

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

/** The length of filters, as JSON, whose contradictions are all found. */
const LONGEST_SEARCHED_WHOLE = 800;

const VOCABULARY = fc.sample(anyQuestion, { numRuns: 60, seed: 1 });

describe("a filter of questions whose conditions contradict each other", () => {
  it("matches no question, whatever the data", () => {
    const questions = fc.sample(anyQuestion, 300);
    let contradictions = 0;
    fc.assert(
      fc.property(anyFilter(VOCABULARY), (filter) => {
        if (faultsOf("QuestionFilter", filter).length === 0) return;
        contradictions += 1;
        expect(questions.find((question) => matches(filter, question))).toBeUndefined();
      }),
      { numRuns: cases(300) },
    );
    expect(contradictions).toBeGreaterThan(50);
  });

  it("can match something without the conditions that the faults name", () => {
    const corrected = (filter: object, faults = faultsOf("QuestionFilter", filter)) =>
      faults.reduce<unknown>((whole, { path }) => withoutPlace(whole, path), filter) as object;
    fc.assert(
      fc.property(anyFilter(VOCABULARY), (filter) => {
        let [left, corrections] = [filter as object, 0];
        for (; faultsOf("QuestionFilter", left).length > 0 && corrections < 5; corrections += 1) left = corrected(left);
        expect(faultsOf("QuestionFilter", left)).toEqual([]);
        // The search of a large filter ends when it has done its work, so what it has not found is in the next error.
        if (JSON.stringify(filter).length <= LONGEST_SEARCHED_WHOLE) expect(corrections).toBeLessThanOrEqual(1);
      }),
      { numRuns: cases(100) },
    );
  });
});

function withoutPlace(filter: unknown, path: string): unknown {
  const copy: unknown = structuredClone(filter);
  const parts = path.match(/\w+/g)?.slice(1) ?? [];
  const last = parts.pop() ?? "";
  const parent = parts.reduce<unknown>((found, part) => Reflect.get(found as object, part), copy);
  Reflect.deleteProperty(parent as object, last);
  return copy;
}

const A = { tasks: ["a"] };
const LONG = { durationSeconds: { gte: 600 } };

describe("contradictions are found", () => {
  it.each<[string, QuestionFilter, string, RegExp]>([
    ["an empty list", { tasks: [] }, "filter.tasks", /empty list matches nothing. Leave 'tasks' out/],
    ["an empty 'or'", { ...A, or: [] }, "filter.or", /Leave 'or' out/],
    ["an empty 'any'", { audioTypes: { any: [] } }, "filter.audioTypes.any", /Leave 'any' out/],
    ["two lists", { and: [A, { tasks: ["b"] }] }, "filter.and[1].tasks", /together with 'filter.and\[0\].tasks'/],
    ["a list and its negation", { ...A, not: A }, "filter.not", /together with 'filter.tasks'/],
    [
      "lists of two levels",
      { levels: ["REASONING"], not: { or: [{ levels: ["REASONING"] }, A] } },
      "filter.not",
      /levels/,
    ],
    [
      "two ranges",
      { and: [LONG, { durationSeconds: { lt: 60 } }] },
      "filter.and[1].durationSeconds",
      /'filter.and\[0\]/,
    ],
    [
      "a range and a bucket",
      { ...LONG, durationBuckets: ["1m-5m"] },
      "filter.durationBuckets",
      /filter.durationSeconds/,
    ],
    [
      "two whole numbers",
      { stepCount: { gt: 2 }, and: [{ stepCount: { lt: 3 } }] },
      "filter.and[0].stepCount",
      /stepC/,
    ],
    ["a flag", { requiresAudio: true, and: [{ requiresAudio: false }] }, "filter.and[0].requiresAudio", /together/],
    [
      "neither ambiguous nor not",
      { not: { or: [{ keyAmbiguous: true }, { keyAmbiguous: false }] } },
      "filter.not",
      /No/,
    ],
    [
      "a category",
      { categories: ["music"], and: [{ categories: ["sports/ball"] }] },
      "filter.and[0].categories",
      /tog/,
    ],
    ["a category below", { categories: ["music/jazz"], not: { categories: ["music"] } }, "filter.not", /categories/],
    [
      "audio",
      { audioTypes: { all: ["MUSIC"], none: ["MUSIC"] } },
      "filter.audioTypes.none",
      /together with 'filter.audioTypes.all'/,
    ],
    [
      "some audio and no audio",
      { audioTypes: { any: ["MUSIC"] }, and: [{ audioTypes: { none: [...AUDIO_TYPES] } }] },
      "filter.and[0].audioTypes.none",
      /together/,
    ],
    ["a text", { text: "ink", not: { text: "ink" } }, "filter.not", /filter.text/],
    ["everything", { not: {} }, "filter.not", /No question can meet this condition\./],
    ["every part of 'or'", { ...A, or: [{ tasks: ["b"] }, { keys: [] }] }, "filter.or[1].keys", /together with/],
    [
      "a negated range",
      { durationSeconds: { gt: 60 }, not: { durationSeconds: { gte: 0 } } },
      "filter.not",
      /durationS/,
    ],
  ])("%s", (_, filter, path, reason) => {
    expect(faultsOf("QuestionFilter", filter)).toEqual([
      expect.objectContaining({ path, reason: expect.stringMatching(reason) }),
    ]);
  });

  it("all of them, if a filter has several", () => {
    const paths = faultsOf("QuestionFilter", { tasks: [], keys: [], levels: ["REASONING"] }).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(["filter.keys", "filter.tasks"]);
  });

  it("between a filter and the benchmark that another argument names", () => {
    expect(faultsOf("QuestionFilter", { benchmarks: ["b"] }, "a")).toMatchObject([
      { path: "filter.benchmarks", reason: "No question can meet this condition in the benchmark 'a'." },
    ]);
    expect(faultsOf("QuestionFilter", { benchmarks: ["b", "a"] }, "a")).toEqual([]);
  });

  it.each<[string, string, object, string]>([
    ["RunFilter", "models", { models: [] }, "filter.models"],
    ["RunFilter", "inputs", { inputs: ["AUDIO"], and: [{ inputs: ["AUDIO", "VIDEO"] }] }, "filter.and[0].inputs"],
    ["RunFilter", "seeds", { seeds: [1], not: { seeds: [2, 1] } }, "filter.not"],
    ["RunFilter", "mine", { not: { mine: true }, and: [{ not: { mine: false } }] }, "filter.and[0].not"],
    [
      "RunFilter",
      "times",
      { createdAt: { lt: "2026-01-01T00:00:00Z" }, and: [{ createdAt: { gte: new Date("2026-01-01T00:00:00Z") } }] },
      "filter.and[0].createdAt",
    ],
    ["VideoFilter", "questions", { questions: { tasks: [] } }, "filter.questions.tasks"],
    [
      "VideoFilter",
      "buckets",
      { durationSeconds: { lt: 60 }, durationBuckets: ["over-10m"] },
      "filter.durationBuckets",
    ],
    ["PredictionFilter", "outcomes", { outcomes: [] }, "filter.outcomes"],
    ["PublishedResultFilter", "metrics", { metrics: [] }, "filter.metrics"],
    ["AuditLogFilter", "owners", { owners: [] }, "filter.owners"],
  ])("in a %s: %s", (type, _, filter, path) => {
    expect(faultsOf(type, filter).map((fault) => fault.path)).toEqual([path]);
  });
});

describe("no contradiction is found in", () => {
  it.each<[string, QuestionFilter]>([
    ["an empty list in one part of 'or'", { or: [{ tasks: [] }, A] }],
    ["the negation of an empty list", { not: { tasks: [] } }],
    ["an empty 'and'", { and: [] }],
    [
      "audio types that a question can have together",
      { and: [{ audioTypes: { any: ["MUSIC"] } }, { audioTypes: { all: ["SPEECH"] } }] },
    ],
    ["empty 'all' and 'none'", { audioTypes: { all: [], none: [] } }],
    ["a flag that is not stated", { not: { or: [{ requiresAudio: true }, { requiresAudio: false }] } }],
    ["a category and one below it", { categories: ["music"], and: [{ categories: ["music/jazz"] }] }],
    ["a category without one below it", { categories: ["music"], not: { categories: ["music/jazz"] } }],
    ["a category with the same prefix", { categories: ["musical"], not: { categories: ["music"] } }],
    ["ranges that share one number", { and: [LONG, { durationSeconds: { lte: 600 } }] }],
    ["an unknown duration", { not: { or: [{ durationSeconds: { gte: 60 } }, { durationSeconds: { lt: 60 } }] } }],
    ["two texts", { text: "ink", not: { text: "oak" } }],
    ["two snapshots", { and: [statistic("snapshot_1", { gt: 0.5 }), statistic("snapshot_2", { lt: 0.5 })] }],
    ["no value of an enum", { not: { levels: [...LEVELS] } }],
  ])("%s", (_, filter) => expect(faultsOf("QuestionFilter", filter)).toEqual([]));

  it("a filter of runs and its inverse in 'or'", () => {
    const filter = {
      or: [{ mine: true }, { mine: false }],
      inputs: ["VIDEO", "AUDIO"],
      and: [{ inputs: ["AUDIO", "VIDEO"] }],
    };
    expect(faultsOf("RunFilter", filter)).toEqual([]);
  });
});

function statistic(snapshot: string, difficulty: object): QuestionFilter {
  return { statistics: { snapshot, difficulty } };
}

it.each<[string, object]>([
  ["VideoFilter", { durationBuckets: ["over-10m", "long"], durationSeconds: { lt: 60 } }],
  ["VideoFilter", { questions: { durationBuckets: ["long"] } }],
  ["PredictionFilter", { questions: { durationBuckets: ["long"] } }],
])("an unknown bucket is no contradiction, because it has its own error: %s %j", (type, filter) => {
  expect(faultsOf(type, filter)).toEqual([]);
});

it("a filter that is too large to be accepted is not searched for contradictions", () => {
  const wide = { and: Array.from({ length: 150_000 }, () => ({})), models: [] };
  let deep: object = { models: [] };
  for (let level = 0; level < 4_000; level += 1) deep = { and: [deep] };
  for (const filter of [wide, { ...deep, models: [] }]) expect(faultsOf("RunFilter", filter)).toEqual([]);
});

it("the search ends when it has done its work, although a filter has more choices than can be tried", () => {
  const parts = Array.from({ length: 100 }, (_, at) => ({
    or: [{ not: { keys: [`${at}`] } }, { not: { tasks: [`${at}`] } }],
  }));
  // A search through all choices would go through 2^100 of them.
  expect(faultsOf("QuestionFilter", { and: [...parts, { or: [A, { tasks: ["b"] }] }, { tasks: ["c"] }] })).toHaveLength(
    1,
  );
});
