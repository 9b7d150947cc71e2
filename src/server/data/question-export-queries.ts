import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ExportedQuestion } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import { byFlag } from "../../domain/question-flags.ts";
import { byNumber } from "../../domain/question-numbers.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { STEP_MODALITIES } from "../../domain/vocabulary.ts";
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
import {
  float,
  int,
  jsonListFrom,
  jsonObject,
  like,
  list,
  nullable,
  oneOf,
  pick,
  scalar,
  text,
  typed,
  when,
} from "../db/typed-sql.ts";
import { accessOf, answersSeenBy, contentHashWhereSeen, nativeWhereSeen, whereSeen } from "./answer-visibility.ts";
import { numberExpression, stepModalities } from "./trace-expressions.ts";

/** An instant in ISO 8601, in UTC. */
export const isoInstant = (instant: AnyPgColumn | SQL) =>
  text(sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const exportedRelease = {
  id: releases.id,
  benchmark: benchmarks.slug,
  ...pick(benchmarks, "title", "description", "license", "homepage"),
  ...pick(releases, "version", "answerAccess"),
  questions: releases.questionCount,
  importedAt: isoInstant(releases.importedAt),
  // Every release has revision 1.
  keyRevision: int(sql`(
    select max(${keyRevisions.revision}) from ${keyRevisions} where ${keyRevisions.releaseId} = ${releases.id})`),
};

/** The releases with the fields that an export for the viewer contains, in the order of their ids. */
export const fetchExportedReleases = (
  database: Queryable,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ExportedRelease[]> =>
  database.query(typed`
    select ${list({ ...exportedRelease, contentHash: text(contentHashWhereSeen(answersSeenBy(viewer), releases)) })} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.id} = any(${integerArray(ids)}) order by ${releases.id}`);

/** The audio labels of these ids, in the order of the types. */
export const audioLabelList = (ids: AnyPgColumn) =>
  jsonListFrom(
    jsonObject(pick(audioTypes, "type", "nativeLabel")),
    sql`from ${audioTypes} where ${audioTypes.id} = any(${ids})`,
    { order: sql`order by ${audioTypes.bit}, ${audioTypes.nativeLabel} collate "C"` },
  );

/** The answer key of a question in a given revision of its release's key. */
export const keyAsOf = (revision: SQL) =>
  scalar(
    answers.key,
    sql`from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.revision} <= ${revision}
      order by ${answers.revision} desc limit 1`,
  );

/** The files of a question: its video's, then its own. */
const mediaList = jsonListFrom(
  jsonObject(pick(media, "kind", "path")),
  sql`from ${media} where ${media.questionId} = ${questions.id} or ${media.videoId} = ${questions.videoId}`,
  { order: sql`order by ${media.videoId} is null, ${media.position}` },
);

export const taskName = jsonObject(pick(tasks, "slug", "name"));

const openColumns = {
  release: questions.releaseId,
  ...pick(questions, "id", "key", "ordinal", "text", "options", "answerFormat", "level", "subset"),
  task: jsonObject(pick(tasks, "slug", "name", "dominance")),
  audioTypes: audioLabelList(questions.audioTypeIds),
  category: when(sql`${categories.id} is not null`, jsonObject(pick(categories, "slug", "name"))),
  video: when(
    sql`${videos.id} is not null`,
    jsonObject(pick(videos, "key", "durationSeconds", "durationLabel", "url", "subset", "caption")),
  ),
  media: mediaList,
  ...byFlag((flag) => questions[flag]),
  stepModalities: nullable(oneOf(STEP_MODALITIES, stepModalities(questions))),
};

/** The revision of the release's key at the start of the export. Corrections during an export are not included. */
const keyRevisionOf = (pinned: readonly ExportedRelease[]): SQL => sql`(
  select pinned.revision from unnest(${integerArray(pinned.map(({ id }) => id))},
    ${integerArray(pinned.map(({ keyRevision }) => keyRevision))}) as pinned(release, revision)
  where pinned.release = ${questions.releaseId})`;

/**
 * The questions with these ids, by release and ordinal, with the answers that the viewer may see. The permission is
 * checked again for each piece of an export, so answers that are hidden meanwhile are not sent.
 */
export function fetchQuestionRows(
  database: Queryable,
  pinned: readonly ExportedRelease[],
  ids: readonly number[],
  viewer: Viewer,
): Promise<ExportedQuestion[]> {
  const seen = answersSeenBy(viewer);
  const columns = {
    ...openColumns,
    answer: when(seen, keyAsOf(keyRevisionOf(pinned))),
    ...byNumber((field) => when(seen, float(numberExpression(field, questions)))),
    native: like(questions.native, nativeWhereSeen(seen, "question", questions)),
    answerAccess: like(releases.answerAccess, accessOf(seen)),
    reasoningSteps: like(
      questions.reasoningSteps,
      sql`coalesce(${whereSeen(seen, sql`${questions.reasoningSteps}`)}, '[]')`,
    ),
  };
  return database.query(typed`
    select ${list(columns)} from ${questions} join ${releases} on ${releases.id} = ${questions.releaseId}
      join ${tasks} on ${tasks.id} = ${questions.taskId}
      left join ${videos} on ${videos.id} = ${questions.videoId}
      left join ${categories} on ${categories.id} = ${questions.categoryId}
    where ${questions.id} = any(${integerArray(ids)}) order by ${questions.releaseId}, ${questions.ordinal}`);
}
