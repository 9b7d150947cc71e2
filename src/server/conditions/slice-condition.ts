import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { DURATION_BUCKETS } from "../../domain/duration-buckets.ts";
import { UnreachableCaseError } from "../../domain/errors.ts";
import { byFlag } from "../../domain/question-flags.ts";
import { type Bound, byNumber } from "../../domain/question-numbers.ts";
import { conditionWords, type FlagName, type RangeName, type SetName } from "../../domain/slice/conditions.ts";
import {
  type NamedCondition,
  namedCondition,
  type Slice,
  type StatisticSlice,
} from "../../domain/slice/question-slice.ts";
import { AUDIO_TYPES, type AudioType } from "../../domain/vocabulary.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { benchmarks, categories, type questions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import { itemSnapshots, itemStatistics } from "../db/tables/item-tables.ts";
import { answersSeenByAll } from "./answer-visibility.ts";
import { latestVerdict } from "./key-review-queries.ts";
import { numberExpression, stepModalities } from "./trace-expressions.ts";

/** The table of questions, or an alias of it. */
export type QuestionRow = typeof questions;

/**
 * A slice as a condition on a row of questions. The condition can be NULL, so use it only in a WHERE, which treats NULL
 * as false. It does not restrict the release; see `inCurrentRelease`.
 */
export function sliceCondition(slice: Slice, q: QuestionRow): SQL {
  switch (slice.kind) {
    case "everything":
      return sql`true`;
    case "nothing":
      return sql`false`;
    case "and":
      return combined(slice.of, sql` and `, q);
    case "or":
      return combined(slice.of, sql` or `, q);
    case "not":
      return sql`(${sliceCondition(slice.of, q)}) is not true`;
    default:
      return singleCondition(namedCondition(slice), q);
  }
}

function singleCondition(condition: NamedCondition, q: QuestionRow): SQL {
  switch (condition.kind) {
    case "set":
      return SETS[condition.name](condition.values, q);
    case "range": {
      const { name, bound, value } = condition;
      const within = sql`${RANGES[name](q)} ${OPERATORS[bound]} ${value}::float8`;
      return conditionWords(name).secret ? sql`(${within} and ${answersSeenByAll(q.releaseId)})` : within;
    }
    case "flag":
      return sql`${FLAGS[condition.name](q)} = ${condition.value}::boolean`;
    case "audio":
      return audioCondition(condition.quantifier, audioMask(condition.values), q.audioMask);
    case "statistic":
      return statisticCondition(condition, q);
    case "text":
      return sql`${q.search} @@ websearch_to_tsquery('english'::regconfig, ${condition.query}::text)`;
    default:
      throw new UnreachableCaseError(condition);
  }
}

const statisticCondition = ({ snapshot, field, bound, value }: StatisticSlice, q: QuestionRow): SQL =>
  inSnapshot(snapshot, sql`${itemStatistics[field]} ${OPERATORS[bound]} ${value}::float8`, q);

/**
 * Whether a condition is true for a question's statistics in a snapshot. The statistics reveal answers, so the result
 * is false if the release hides its answers.
 */
const inSnapshot = (snapshot: number, condition: SQL, q: QuestionRow): SQL => sql`(exists (
    select from ${itemStatistics} join ${itemSnapshots} on ${itemSnapshots.id} = ${itemStatistics.snapshotId}
    where ${itemStatistics.snapshotId} = ${snapshot}::int and ${itemStatistics.ordinal} = ${q.ordinal}
      and ${itemSnapshots.releaseId} = ${q.releaseId} and ${condition})
  and ${answersSeenByAll(q.releaseId)})`;

export const inCurrentRelease = (q: { readonly releaseId: AnyPgColumn }): SQL =>
  sql`${q.releaseId} in (select ${releases.id} from ${releases} where ${releases.isCurrent})`;

const combined = (parts: readonly Slice[], word: SQL, q: QuestionRow): SQL =>
  sql.join(
    parts.map((part) => sql`(${sliceCondition(part, q)})`),
    word,
  );

/** The bits of audio types: SPEECH 1, SOUND 2, MUSIC 4. */
export const audioMask = (types: readonly AudioType[]): number =>
  types.reduce((mask, type) => mask | (1 << AUDIO_TYPES.indexOf(type)), 0);

export function audioCondition(quantifier: "any" | "all" | "none", mask: number, column: AnyPgColumn): SQL {
  const common = sql`(${column} & ${mask}::smallint)`;
  if (quantifier === "any") return sql`${common} <> 0`;
  return quantifier === "all" ? sql`${common} = ${mask}::smallint` : sql`${common} = 0`;
}

/** The operators of the bounds of a range. */
export const OPERATORS: Readonly<Record<Bound, SQL>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

export const durationCondition = (bound: Bound, seconds: number, column: AnyPgColumn): SQL =>
  sql`${column} ${OPERATORS[bound]} ${seconds}::float8`;

/** Whether a duration is in one of these buckets of the domain. */
export function bucketCondition(keys: readonly string[], column: AnyPgColumn): SQL {
  const ranges = DURATION_BUCKETS.filter((bucket) => keys.includes(bucket.key)).map((bucket) =>
    bucket.to === null
      ? durationCondition("gte", bucket.from, column)
      : sql`(${durationCondition("gte", bucket.from, column)} and ${durationCondition("lt", bucket.to, column)})`,
  );
  return sql`(${sql.join([sql`false`, ...ranges], sql` or `)})`;
}

/** The key of a duration's bucket; NULL for a duration that is NULL. */
export const bucketKey = (column: AnyPgColumn): SQL =>
  sql`case ${sql.join(
    DURATION_BUCKETS.map(({ key }) => sql`when ${bucketCondition([key], column)} then ${sql.raw(`'${key}'`)}::text`),
    sql` `,
  )} end`;

/** Whether a category has one of these slugs or is below a category that has one. */
export const categoryCondition = (slugs: readonly string[], column: AnyPgColumn): SQL => sql`${column} in (
  select ${categories.id} from ${categories} where exists (
    select from unnest(${textArray(slugs)}) wanted
    where ${categories.slug} = wanted or starts_with(${categories.slug}, wanted || '/')))`;

export const benchmarkCondition = (slugs: readonly string[], column: AnyPgColumn): SQL => sql`${column} in (
  select ${releases.id} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
  where ${benchmarks.slug} = any(${textArray(slugs)}))`;

/** Whether a text is in a list. */
export const oneOf = (value: SQL | AnyPgColumn, values: readonly string[]): SQL =>
  sql`${value} = any(${textArray(values)})`;

/** For each set, whether a question's value is one of a list. */
const SETS: Readonly<Record<SetName, (values: readonly string[], q: QuestionRow) => SQL>> = {
  benchmarks: (slugs, q) => benchmarkCondition(slugs, q.releaseId),
  levels: (values, q) => oneOf(q.level, values),
  tasks: (slugs, q) => sql`${q.taskId} in (select ${tasks.id} from ${tasks} where ${oneOf(tasks.slug, slugs)})`,
  durationBuckets: (keys, q) => bucketCondition(keys, q.durationSeconds),
  categories: (slugs, q) => categoryCondition(slugs, q.categoryId),
  durationLabels: (values, q) => oneOf(q.durationLabel, values),
  dominances: (values, q) =>
    sql`${q.taskId} in (select ${tasks.id} from ${tasks} where ${oneOf(tasks.dominance, values)})`,
  stepModalities: (values, q) => oneOf(stepModalities(q), values),
  answerFormats: (values, q) => oneOf(q.answerFormat, values),
  subsets: (values, q) => oneOf(q.subset, values),
  keys: (values, q) => oneOf(q.key, values),
  videos: (ids, q) => sql`${q.videoId} = any(${integerArray(ids.map(Number))})`,
};

/** For each range, the number that is bounded. */
const RANGES: Readonly<Record<RangeName, (q: QuestionRow) => SQL>> = {
  durationSeconds: (q) => sql`${q.durationSeconds}`,
  ...byNumber((name) => (q: QuestionRow) => numberExpression(name, q)),
};

/** For each flag, its value; NULL if the benchmark does not state it. */
const FLAGS: Readonly<Record<FlagName, (q: QuestionRow) => SQL>> = {
  ...byFlag((name) => (q: QuestionRow) => sql`${q[name]}`),
  keyAmbiguous: (q) => sql`(${latestVerdict(q.releaseId, q.ordinal)} is not distinct from 'AMBIGUOUS')`,
};
