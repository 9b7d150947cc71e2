import fc from "fast-check";
import { DURATION_BUCKETS } from "../../src/domain/duration-buckets.ts";
import { ITEM_STATISTIC_NAMES } from "../../src/domain/item-statistics.ts";
import { BOUNDS } from "../../src/domain/question-numbers.ts";
import type { QuestionFilter } from "../../src/domain/slice/question-filter.ts";
import { ANSWER_FORMATS, AUDIO_TYPES, DOMINANCES, LEVELS, STEP_MODALITIES } from "../../src/domain/vocabulary.ts";
import { rangeFaults } from "../../src/server/memory/check-filter.ts";
import { emptyListFaults } from "../../src/server/memory/empty-lists.ts";
import { filterParts } from "../../src/server/memory/filter-values.ts";
import type { FlatQuestion } from "./reference-slice.ts";

/** Some of these values, possibly repeated, or none. */
const some = <T>(values: readonly T[], maxLength = 4): fc.Arbitrary<readonly T[] | null> =>
  values.length === 0
    ? fc.constantFrom(null, [])
    : fc.option(fc.array(fc.constantFrom(...values), { maxLength }), { freq: 12 });

const of = <T extends string>(questions: readonly FlatQuestion[], value: (q: FlatQuestion) => T | null) =>
  some([...new Set(questions.flatMap((question) => value(question) ?? []))]);

const seconds = fc.option(fc.constantFrom(0, 12.5, 60, 60.0001, 300, 599.9, 600, 1e308), { freq: 2 });
const flag = fc.option(fc.boolean(), { freq: 6 });

const steps = fc.option(fc.integer({ min: -1, max: 5 }), { freq: 2 });
const stepRange = fc.record({ gt: steps, gte: steps, lt: steps, lte: steps });
const share = fc.option(fc.constantFrom(0, 1 / 3, 0.5, 2 / 3, 1), { freq: 2 });

const figure = fc.constantFrom(-1, 0, 0.25, 0.4, 0.5, 0.6, 2 / 3, 0.9, 1);
const figureRange = fc
  .tuple(fc.subarray([...BOUNDS], { maxLength: 2 }), figure, figure)
  .map(([bounds, ...values]) => Object.fromEntries(bounds.map((bound, index) => [bound, values[index]])));

/** Conditions on the statistics of item snapshots. */
export const statisticsConditions = (snapshots: readonly string[]): fc.Arbitrary<QuestionFilter> =>
  fc
    .tuple(
      fc.constantFrom(...snapshots),
      fc.subarray([...ITEM_STATISTIC_NAMES], { maxLength: 2 }),
      figureRange,
      figureRange,
    )
    .map(([snapshot, names, one, other]) => ({
      statistics: { snapshot, ...Object.fromEntries(names.map((name, at) => [name, [one, other][at]])) },
    }));

/** Filters with one condition, so that each condition is tested alone. `and`, `or` and `not` combine them. */
const conditions = (questions: readonly FlatQuestion[]): readonly fc.Arbitrary<QuestionFilter>[] => [
  of(questions, (q) => q.benchmark).map((benchmarks) => ({ benchmarks })),
  of(questions, (q) => q.task).map((tasks) => ({ tasks })),
  of(questions, (q) => q.category).map((categories) => ({ categories })),
  of(questions, (q) => q.category?.split("/")[0] ?? null).map((categories) => ({ categories })),
  of(questions, (q) => q.subset).map((subsets) => ({ subsets })),
  of(questions, (q) => q.key).map((keys) => ({ keys })),
  some([...new Set(questions.flatMap(({ video }) => video ?? []))]).map((videos) => ({ videos })),
  some(LEVELS).map((levels) => ({ levels })),
  some(ANSWER_FORMATS).map((answerFormats) => ({ answerFormats })),
  some(DURATION_BUCKETS.map(({ key }) => key)).map((durationBuckets) => ({ durationBuckets })),
  fc.record({ gt: seconds, gte: seconds, lt: seconds, lte: seconds }).map((durationSeconds) => ({ durationSeconds })),
  fc
    .record({ any: some(AUDIO_TYPES), all: some(AUDIO_TYPES, 2), none: some(AUDIO_TYPES, 2) }, { requiredKeys: [] })
    .map((audioTypes) => ({ audioTypes })),
  of(questions, (q) => q.durationLabel).map((durationLabels) => ({ durationLabels })),
  some(DOMINANCES).map((dominances) => ({ dominances })),
  some(STEP_MODALITIES).map((stepModalities) => ({ stepModalities })),
  stepRange.map((stepCount) => ({ stepCount })),
  stepRange.map((audioStepCount) => ({ audioStepCount })),
  stepRange.map((visionStepCount) => ({ visionStepCount })),
  fc.record({ gt: share, gte: share, lt: share, lte: share }).map((audioStepShare) => ({ audioStepShare })),
  flag.map((requiresAudio) => ({ requiresAudio })),
  flag.map((requiresVisual) => ({ requiresVisual })),
  flag.map((questionOnly) => ({ questionOnly })),
  flag.map((requiresDomainKnowledge) => ({ requiresDomainKnowledge })),
  flag.map((keyAmbiguous) => ({ keyAmbiguous })),
];

/**
 * Whether the server accepts a filter: no list and no range is empty, and values exist in
 * the benchmarks to which the filter is limited.
 * @param benchmark the benchmark that another argument of the field names; null if none does
 */
export function isAccepted(
  filter: QuestionFilter,
  questions: readonly FlatQuestion[],
  benchmark: string | null = null,
): boolean {
  const asked = {
    type: "QuestionFilter",
    argument: "filter",
    field: "",
    value: filter,
    benchmark,
    runs: [],
    anyRelease: false,
  };
  if (emptyListFaults(asked).length > 0) return false;
  if (benchmark !== null && filter.benchmarks != null && !filter.benchmarks.includes(benchmark)) return false;
  return filterParts(asked).every((part) => {
    if ("bounds" in part) return rangeFaults(part).length === 0;
    if ("text" in part) return true; // The generator makes no full-text queries.
    const { noun, value, within } = part;
    const left = questions.filter(({ benchmark }) => within === null || within.includes(benchmark));
    return (left.length === 0 ? questions : left).some((question) => {
      if (noun === "question") return question.key === value;
      if (noun === "duration label") return question.durationLabel === value;
      // The other nouns belong to filters of runs, videos and figures.
      if (noun !== "benchmark" && noun !== "task" && noun !== "category" && noun !== "subset" && noun !== "video")
        return false;
      const own = question[noun];
      return own === value || (noun === "category" && own?.startsWith(`${value}/`) === true);
    });
  });
}

/** Filters over values of these questions, nested at most four deep. The server may refuse them. */
export function anyFilter(questions: readonly FlatQuestion[]): fc.Arbitrary<QuestionFilter> {
  const condition = fc.oneof(...conditions(questions));
  const leaf = fc.array(condition, { maxLength: 3 }).map((parts): QuestionFilter => Object.assign({}, ...parts));
  const level = (inner: fc.Arbitrary<QuestionFilter>): fc.Arbitrary<QuestionFilter> => {
    const list = fc.array(inner, { maxLength: 3 });
    return fc
      .tuple(leaf, fc.record({ and: list, or: list, not: inner }, { requiredKeys: [] }))
      .map(([own, nested]) => ({ ...own, ...nested }));
  };
  return fc.oneof(leaf, level(leaf), level(level(leaf)));
}

/**
 * Filters that the server accepts, over values of these questions and nested at most four deep.
 * @param benchmark the benchmark that another argument of the field names; null if none does
 */
export const arbitraryFilter = (
  questions: readonly FlatQuestion[],
  benchmark: string | null = null,
): fc.Arbitrary<QuestionFilter> => anyFilter(questions).filter((filter) => isAccepted(filter, questions, benchmark));

/** An equivalent filter: lists in another order with repeats, conditions wrapped, `not` doubled. */
export function rewritten(filter: QuestionFilter, random: (below: number) => number): QuestionFilter {
  const shuffled = <T>(values: readonly T[]): T[] => {
    const again = values.length > 0 ? [values[random(values.length)] as T] : [];
    return [...values, ...again].toSorted(() => random(3) - 1);
  };
  const inner = (part: QuestionFilter): QuestionFilter => rewritten(part, random);
  const entries = Object.entries(filter).map(([field, value]) => {
    if (field === "and" || field === "or") return [field, shuffled((value as QuestionFilter[]).map(inner))];
    if (field === "not") return [field, inner(value as QuestionFilter)];
    return [field, Array.isArray(value) ? shuffled(value) : value];
  });
  const same = Object.fromEntries(entries) as QuestionFilter;
  const ways = [same, { and: [same] }, { or: [same] }, { not: { not: same } }, { and: [same, {}], or: [same, same] }];
  return ways[random(ways.length)] ?? same;
}
