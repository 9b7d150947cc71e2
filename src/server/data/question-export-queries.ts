import { type SQL, sql } from "drizzle-orm";
import type { ExportedQuestion } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import {
  answers,
  audioTypes,
  benchmarks,
  categories,
  keyRevisions,
  media,
  questions,
  releases,
  tasks,
  videos,
} from "../db/tables/benchmark-tables.ts";
import { accessOf, answersSeenBy, whereSeen } from "./answer-visibility.ts";
import { forEachFlag } from "./flag-columns.ts";
import { forEachNumber, stepModalities } from "./trace-expressions.ts";

const isoInstant = sql`to_char(${releases.importedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What an export says of the releases, in the order of their ids. */
export function fetchExportedReleases(database: Queryable, ids: readonly number[]): Promise<ExportedRelease[]> {
  return database.query<ExportedRelease>(sql`
    select ${releases.id} as id, ${benchmarks.slug} as benchmark, ${benchmarks.title} as title,
      ${benchmarks.description} as description, ${benchmarks.license} as license, ${benchmarks.homepage} as homepage,
      ${releases.version} as version, ${releases.contentHash} as "contentHash", ${releases.answerAccess} as "answerAccess",
      ${releases.questionCount} as questions, ${isoInstant} as "importedAt",
      (select max(${keyRevisions.revision}) from ${keyRevisions} where ${keyRevisions.releaseId} = ${releases.id})
        as "keyRevision"
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.id} = any(${integerArray(ids)}) order by ${releases.id}`);
}

/** The audio labels of these ids, in the order of the types. */
export const audioLabelList = (ids: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('type', ${audioTypes.type}, 'nativeLabel', ${audioTypes.nativeLabel})
    order by ${audioTypes.bit}, ${audioTypes.nativeLabel} collate "C"), '[]'::json)
  from ${audioTypes} where ${audioTypes.id} = any(${ids}))`;

/** The key of a question as of a revision of its release's keys. */
const keyAsOf = (revision: SQL): SQL => sql`(
  select ${answers.key} from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.revision} <= ${revision}
  order by ${answers.revision} desc limit 1)`;

/** A revision for each release: what corrects a key in the middle of an export is in the next one. */
const keyRevisionOf = (pinned: readonly ExportedRelease[]): SQL => sql`(
  select pinned.revision from unnest(${integerArray(pinned.map(({ id }) => id))},
    ${integerArray(pinned.map(({ keyRevision }) => keyRevision))}) as pinned(release, revision)
  where pinned.release = ${questions.releaseId})`;

/**
 * These questions, by release and ordinal, with the answers that the release shows, or all of them for an administrator.
 * Whether they may be seen is asked again with each piece: answers that are hidden in the middle of an export are not sent.
 */
export function fetchQuestionRows(
  database: Queryable,
  pinned: readonly ExportedRelease[],
  ids: readonly number[],
  viewer: Viewer,
): Promise<ExportedQuestion[]> {
  const seen = answersSeenBy(viewer);
  return database.query<ExportedQuestion>(sql`
    select ${questions.releaseId} as release, ${questions.id} as id, ${questions.key} as key,
      ${questions.ordinal} as ordinal, ${questions.text} as text, ${questions.options} as options,
      ${questions.answerFormat} as "answerFormat",
      ${whereSeen(seen, keyAsOf(keyRevisionOf(pinned)))} as answer,
      ${accessOf(seen)} as "answerAccess",
      json_build_object('slug', ${tasks.slug}, 'name', ${tasks.name}, 'dominance', ${tasks.dominance}) as task, ${questions.level} as level,
      ${audioLabelList(sql`${questions.audioTypeIds}`)} as "audioTypes",
      case when ${categories.id} is not null
        then json_build_object('slug', ${categories.slug}, 'name', ${categories.name}) end as category,
      case when ${videos.id} is not null then json_build_object('key', ${videos.key},
        'durationSeconds', ${videos.durationSeconds}, 'durationLabel', ${videos.durationLabel}, 'url', ${videos.url}, 'subset', ${videos.subset},
        'caption', ${videos.caption}) end as video,
      (select coalesce(json_agg(json_build_object('kind', ${media.kind}, 'path', ${media.path})
          order by ${media.videoId} is null, ${media.position}), '[]'::json)
        from ${media} where ${media.questionId} = ${questions.id} or ${media.videoId} = ${questions.videoId}) as media,
      ${forEachFlag((flag, column) => sql`${questions}.${column} as ${flag}`)},
      ${questions.subset} as subset,
      coalesce(${whereSeen(seen, sql`${questions.reasoningSteps}`)}, '[]'::jsonb) as "reasoningSteps",
      ${forEachNumber((name, number) => sql`${whereSeen(seen, number)} as ${name}`)},
      ${stepModalities(questions)} as "stepModalities",
      ${questions.native} as native
    from ${questions} join ${releases} on ${releases.id} = ${questions.releaseId}
      join ${tasks} on ${tasks.id} = ${questions.taskId}
      left join ${videos} on ${videos.id} = ${questions.videoId}
      left join ${categories} on ${categories.id} = ${questions.categoryId}
    where ${questions.id} = any(${integerArray(ids)}) order by ${questions.releaseId}, ${questions.ordinal}`);
}
