import { sql } from "drizzle-orm";
import type { ByFlag } from "../../domain/question-flags.ts";
import type { ByNumber } from "../../domain/question-numbers.ts";
import type { AnswerFormat, AudioType, Dominance, Level, StepModalities } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { audioTypes, benchmarks, categories, questions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import { answersSeenByAll, whereSeen } from "./answer-visibility.ts";
import { nativeLevel } from "./dimension-expressions.ts";
import { forEachFlag } from "./flag-columns.ts";
import { forEachNumber, stepModalities } from "./trace-expressions.ts";

/** A release that queries read. */
export interface CurrentRelease {
  readonly release: number;
  readonly benchmark: string;
  readonly contentHash: string;
}

/** All releases that queries read now, by benchmark. */
export function fetchCurrentReleases(database: Queryable): Promise<CurrentRelease[]> {
  return database.query<CurrentRelease>(sql`
    select ${releases.id} as release, ${benchmarks.slug} as benchmark, ${releases.contentHash} as "contentHash"
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.isCurrent} order by ${benchmarks.slug} collate "C"`);
}

/** What stands for a number in the columns of a release: its row's id, its key, its label. */
export type Named = readonly [id: number, slug: string, name: string];

/** A release's questions by column, each in the order of the ordinals, and the words that the columns name by id. */
export interface CatalogRow extends ByFlag<readonly (boolean | null)[]>, ByNumber<readonly (number | null)[]> {
  readonly release: number;
  readonly contentHash: string;
  readonly benchmark: string;
  readonly title: string;
  readonly ids: readonly number[];
  readonly keys: readonly string[];
  readonly videos: readonly (number | null)[];
  readonly levels: readonly Level[];
  readonly formats: readonly AnswerFormat[];
  readonly audioMasks: readonly number[];
  readonly audioTypes: readonly (readonly number[])[];
  readonly durations: readonly (number | null)[];
  readonly tasks: readonly number[];
  readonly categories: readonly (number | null)[];
  readonly topCategories: readonly (number | null)[];
  readonly subsets: readonly (string | null)[];
  readonly chances: readonly (number | null)[];
  /** The benchmark's own words for levels and durations. */
  readonly nativeLevels: readonly (string | null)[];
  readonly durationLabels: readonly (string | null)[];
  readonly stepModalities: readonly (StepModalities | null)[];
  readonly taskNames: readonly (readonly [...Named, Dominance | null])[];
  /** With whether it is below another. */
  readonly categoryNames: readonly (readonly [...Named, boolean])[];
  readonly audioNames: readonly (readonly [id: number, type: AudioType, native: string])[];
}

/** The catalogs of the releases that are there, in one statement. */
export function fetchCatalogs(database: Queryable, ids: readonly number[]): Promise<CatalogRow[]> {
  const ofBenchmark = sql`where x.benchmark_id = ${releases.benchmarkId}`;
  return database.query<CatalogRow>(sql`
    with columns as (
      select q.release_id, json_agg(q.id) as ids, json_agg(q.key) as keys, json_agg(q.video_id) as videos,
        json_agg(q.level) as levels, json_agg(q.answer_format) as formats, json_agg(q.audio_mask) as "audioMasks",
        json_agg(q.audio_type_ids) as "audioTypes", json_agg(q.duration_seconds) as durations,
        json_agg(q.task_id) as tasks, json_agg(q.category_id) as categories,
        json_agg(q.top_category_id) as "topCategories", json_agg(q.subset) as subsets,
        ${forEachFlag((flag, column) => sql`json_agg(q.${column}) as ${flag}`)}, json_agg(q.chance) as chances,
        json_agg(q.native_level) as "nativeLevels", json_agg(q.duration_label) as "durationLabels",
        json_agg(q.step_modalities) as "stepModalities",
        ${forEachNumber((name) => sql`json_agg(q.${name}) as ${name}`)}
      from (
        select ${questions.releaseId}, ${questions.id}, ${questions.key}, ${questions.videoId}, ${questions.level},
          ${questions.answerFormat}, ${questions.audioMask}, ${questions.audioTypeIds}, ${questions.durationSeconds},
          ${questions.taskId}, ${questions.categoryId}, ${questions.topCategoryId}, ${questions.subset},
          ${forEachFlag((_, column) => sql`${questions}.${column}`)},
          case when ${questions.answerFormat} = 'MULTIPLE_CHOICE' and jsonb_array_length(${questions.options}) > 0
            then 1.0 / jsonb_array_length(${questions.options}) else ${tasks.chance} end as chance,
          ${nativeLevel(questions)} as native_level, ${questions.durationLabel},
          ${stepModalities(questions)} as step_modalities,
          ${forEachNumber((name, value) => sql`${whereSeen(answersSeenByAll(questions.releaseId), value)} as ${name}`)}
        from ${questions} join ${tasks} on ${tasks.id} = ${questions.taskId}
        where ${questions.releaseId} = any(${integerArray(ids)})
        order by ${questions.releaseId}, ${questions.ordinal}) q
      group by q.release_id)
    select ${releases.id} as release, ${releases.contentHash} as "contentHash", ${benchmarks.slug} as benchmark,
      ${benchmarks.title} as title, columns.*,
      (select coalesce(json_agg(json_build_array(x.id, x.slug, x.name, x.dominance)), '[]') from ${tasks} x ${ofBenchmark})
        as "taskNames",
      (select coalesce(json_agg(json_build_array(x.id, x.slug, x.name, x.parent_id is not null)), '[]')
        from ${categories} x ${ofBenchmark}) as "categoryNames",
      (select coalesce(json_agg(json_build_array(x.id, x.type, x.native_label)), '[]')
        from ${audioTypes} x ${ofBenchmark}) as "audioNames"
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
      join columns on columns.release_id = ${releases.id}`);
}

/** A full-text query's questions in a release. */
export interface TextMatches {
  readonly release: number;
  readonly query: string;
  readonly ordinals: readonly number[];
}

/** The questions of the releases that match each of the full-text queries, in one statement. What matches none is not there. */
export function fetchTextMatches(
  database: Queryable,
  ids: readonly number[],
  queries: readonly string[],
): Promise<TextMatches[]> {
  return database.query<TextMatches>(sql`
    select ${questions.releaseId} as release, wanted.query as query, json_agg(${questions.ordinal}) as ordinals
    from unnest(${textArray(queries)}) as wanted(query) cross join ${questions}
    where ${questions.releaseId} = any(${integerArray(ids)})
      and ${questions.search} @@ websearch_to_tsquery('english'::regconfig, wanted.query)
    group by ${questions.releaseId}, wanted.query`);
}
