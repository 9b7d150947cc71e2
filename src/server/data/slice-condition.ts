import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { DURATION_BUCKETS } from "../../domain/duration-buckets.ts";
import { UnreachableCaseError } from "../../domain/errors.ts";
import type { Bound } from "../../domain/question-numbers.ts";
import type { ListField, Slice, StatisticSlice } from "../../domain/slice/slice.ts";
import { AUDIO_TYPES, type AudioType } from "../../domain/vocabulary.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { benchmarks, categories, type questions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import { itemSnapshots, itemStatistics } from "../db/tables/item-snapshot-tables.ts";
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
    case "in":
      return listCondition(slice.field, slice.values, q);
    case "level":
      return sql`${q.level} = any(${textArray(slice.values)})`;
    case "answerFormat":
      return sql`${q.answerFormat} = any(${textArray(slice.values)})`;
    case "audio":
      return audioCondition(slice.quantifier, audioMask(slice.values), q.audioMask);
    case "duration":
      return durationCondition(slice.bound, slice.seconds, q.durationSeconds);
    case "number":
      return sql`(${numberExpression(slice.field, q)} ${OPERATORS[slice.bound]} ${slice.value}::float8
        and ${answersSeenByAll(q.releaseId)})`;
    case "dominance":
      return sql`${q.taskId} in (
        select ${tasks.id} from ${tasks} where ${tasks.dominance} = any(${textArray(slice.values)}))`;
    case "stepModalities":
      return sql`${stepModalities(q)} = any(${textArray(slice.values)})`;
    case "flag":
      return sql`${q[slice.field]} = ${slice.value}::boolean`;
    case "keyAmbiguous":
      return sql`(${latestVerdict(q.releaseId, q.ordinal)} is not distinct from 'AMBIGUOUS') = ${slice.value}::boolean`;
    case "statistic":
      return statisticCondition(slice, q);
    case "text":
      return sql`${q.search} @@ websearch_to_tsquery('english'::regconfig, ${slice.query}::text)`;
    case "and":
      return combined(slice.of, sql` and `, q);
    case "or":
      return combined(slice.of, sql` or `, q);
    case "not":
      return sql`(${sliceCondition(slice.of, q)}) is not true`;
    default:
      throw new UnreachableCaseError(slice);
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

function listCondition(field: ListField, values: readonly string[], q: QuestionRow): SQL {
  switch (field) {
    case "benchmarks":
      return benchmarkCondition(values, q.releaseId);
    case "tasks":
      return sql`${q.taskId} in (select ${tasks.id} from ${tasks} where ${tasks.slug} = any(${textArray(values)}))`;
    case "categories":
      return categoryCondition(values, q.categoryId);
    case "durationBuckets":
      return bucketCondition(values, q.durationSeconds);
    case "durationLabels":
      return sql`${q.durationLabel} = any(${textArray(values)})`;
    case "subsets":
      return sql`${q.subset} = any(${textArray(values)})`;
    case "keys":
      return sql`${q.key} = any(${textArray(values)})`;
    case "videos":
      return sql`${q.videoId} = any(${integerArray(values.map(Number))})`;
    default:
      throw new UnreachableCaseError(field);
  }
}
