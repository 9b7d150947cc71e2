import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ExportedQuestion } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import type { ImportAudioLabel } from "../../domain/import-batch.ts";
import { byFlag } from "../../domain/question-flags.ts";
import { byNumber } from "../../domain/question-numbers.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { STEP_MODALITIES } from "../../domain/vocabulary.ts";
import {
  accessOf,
  answersSeenBy,
  contentHashWhereSeen,
  nativeWhereSeen,
  whereSeen,
} from "../conditions/answer-visibility.ts";
import { numberExpression, stepModalities } from "../conditions/trace-expressions.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { answers, benchmarks, keyRevisions, questions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import {
  float,
  int,
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
import { type ExportNames, fetchExportedFiles } from "./export-parts-queries.ts";

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
  // Never NULL, because every release has revision 1.
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

/** The answer key of a question in a given revision of the release's answer key. */
export const keyAsOf = (revision: SQL) =>
  scalar(
    answers.key,
    sql`from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.revision} <= ${revision}
      order by ${answers.revision} desc limit 1`,
  );

export const taskName = jsonObject(pick(tasks, "slug", "name", "levelSource"));

const openColumns = {
  release: questions.releaseId,
  ...pick(questions, "id", "key", "ordinal", "text", "options", "answerFormat", "level", "subset"),
  // Primary keys, which `fetchQuestionRows` replaces by the objects that they identify.
  task: questions.taskId,
  category: questions.categoryId,
  video: questions.videoId,
  audioTypes: questions.audioTypeIds,
  ...byFlag((flag) => questions[flag]),
  group: questions.groupName,
  stepModalities: nullable(oneOf(STEP_MODALITIES, stepModalities(questions))),
};

/** The releases of an export, with the revisions of their answer keys and the names that their questions share. */
export interface PinnedReleases {
  readonly releases: readonly ExportedRelease[];
  readonly names: ExportNames;
}

/** The revision of the release's answer key at the start of the export. Later corrections are not included. */
const keyRevisionOf = (pinned: readonly ExportedRelease[]): SQL =>
  sql`case ${questions.releaseId} ${sql.join(
    pinned.map(({ id, keyRevision }) => sql`when ${id}::int then ${keyRevision}::int`),
    sql` `,
  )} end`;

/**
 * The columns of a question, with the answers that the viewer may see. Tasks, categories, videos and audio types are
 * primary keys.
 */
export function columnsFor(pinned: readonly ExportedRelease[], viewer: Viewer) {
  const seen = answersSeenBy(viewer);
  return {
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
}

/** The rows of the questions with these ids, by release and ordinal. */
export const fromQuestions = (ids: readonly number[]): SQL =>
  sql`from ${questions} join ${releases} on ${releases.id} = ${questions.releaseId}
      where ${questions.id} = any(${integerArray(ids)}) order by ${questions.releaseId}, ${questions.ordinal}`;

/**
 * The questions with these ids, by release and ordinal, with the answers that the viewer may see. Each piece of an
 * export checks the permission again. The server never changes the access to a release's answers, but an operator may
 * change it in the database during an export.
 */
export async function fetchQuestionRows(
  database: Queryable,
  { releases: pinned, names }: PinnedReleases,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ExportedQuestion[]> {
  const [rows, files] = await Promise.all([
    database.query(typed`select ${list(columnsFor(pinned, viewer))} ${fromQuestions(ids)}`),
    fetchExportedFiles(database, ids),
  ]);
  const labelsOf = audioLabels(names);
  return rows.map((row) => {
    const video = row.video === null ? null : entry(files.videos, row.video);
    const named = {
      task: entry(names.tasks, row.task),
      audioTypes: labelsOf(row.audioTypes),
      category: row.category === null ? null : entry(names.categories, row.category),
      video: video?.video ?? null,
      // The video's files, then the question's own.
      media: [...(video?.media ?? []), ...(files.media.get(row.id) ?? [])],
    };
    // The row is changed in place, because copying rows of so many columns takes as long as reading them.
    return Object.assign<Omit<typeof row, keyof typeof named>, typeof named>(row, named);
  });
}

/**
 * Returns a function that finds the labels with given ids, in the order of the types. Questions with the same labels
 * share a list.
 */
export function audioLabels({ audioTypes: all }: ExportNames) {
  const lists = new Map<string, readonly ImportAudioLabel[]>();
  return (ids: readonly number[]): readonly ImportAudioLabel[] => {
    const name = ids.join();
    const labels = lists.get(name) ?? [...all].flatMap(([id, label]) => (ids.includes(id) ? [label] : []));
    lists.set(name, labels);
    return labels;
  };
}

/** @throws if the export has no entry with this id */
export function entry<T>(entries: ReadonlyMap<number, T>, id: number): T {
  const found = entries.get(id);
  if (found === undefined) throw new Error(`a task, category or video of an export was not found: ${id}`);
  return found;
}
