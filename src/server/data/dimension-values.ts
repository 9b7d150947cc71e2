import { type SQL, sql } from "drizzle-orm";
import { UnreachableCaseError } from "../../domain/errors.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { audioTypes, benchmarks, categories, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { bucketKey, type QuestionRow } from "./slice-condition.ts";

/**
 * The values that a question has in a dimension, as a query of rows (key, label, native). Only AUDIO_TYPE can have several.
 * `native` is the benchmark's own word, NULL where it has none.
 */
export function dimensionValues(dimension: Dimension, q: QuestionRow): SQL {
  switch (dimension) {
    case "BENCHMARK":
      return sql`select ${benchmarks.slug} as key, ${benchmarks.title} as label, ${benchmarks.title} as native
        from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId} where ${releases.id} = ${q.releaseId}`;
    case "CATEGORY":
      return category(sql`${categories.id} = ${q.topCategoryId}`);
    case "SUBCATEGORY":
      return category(sql`${categories.id} = ${q.categoryId} and ${categories.parentId} is not null`);
    case "TASK":
      return sql`select ${tasks.slug} as key, ${tasks.name} as label, ${tasks.name} as native
        from ${tasks} where ${tasks.id} = ${q.taskId}`;
    case "AUDIO_TYPE":
      return sql`select ${audioTypes.type} as key, ${audioTypes.type} as label, ${audioTypes.nativeLabel} as native
        from ${audioTypes} where ${audioTypes.id} = any(${q.audioTypeIds})`;
    case "LEVEL":
      return own(q.level, nativeLevel(q));
    case "DURATION":
      return own(bucketKey(q.durationSeconds), ofVideo(q));
    case "ANSWER_FORMAT":
      return own(q.answerFormat, sql`null::text`);
    case "SUBSET":
      return own(q.subset, q.subset);
    default:
      throw new UnreachableCaseError(dimension);
  }
}

/** WorldSense's records name their level `task_domain`; AVI-Bench's come in a folder for each `stage`. */
export const nativeLevel = (q: QuestionRow): SQL => sql`coalesce(${q.native} ->> 'task_domain', ${q.native} ->> 'stage')`;

/** Only WorldSense's records name a bucket (`1-2min`); elsewhere `duration` is the duration itself. */
export const nativeDurationBucket = (v: typeof videos): SQL =>
  sql`case when ${v.native} ->> 'duration' like '%min' then ${v.native} ->> 'duration' end`;

const ofVideo = (q: QuestionRow): SQL =>
  sql`(select ${nativeDurationBucket(videos)} from ${videos} where ${videos.id} = ${q.videoId})`;

const category = (where: SQL): SQL =>
  sql`select ${categories.slug} as key, ${categories.name} as label, ${categories.name} as native from ${categories} where ${where}`;

type Expression = SQL | QuestionRow["level"] | QuestionRow["subset"] | QuestionRow["answerFormat"];

/** The one value of a column; no row where it is NULL. */
const own = (key: Expression, native: Expression): SQL =>
  sql`select own.key, own.key as label, ${native} as native from (select ${key} as key) own where own.key is not null`;
