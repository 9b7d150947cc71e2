import { type SQL, sql } from "drizzle-orm";
import type {
  ExportedBenchmarkQuestion,
  ExportedVideoRow,
  ExportedVocabulary,
} from "../../domain/exported-question.ts";
import { TAXONOMIES } from "../../domain/taxonomy.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { answersSeenBy } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import {
  answers,
  audioTypes,
  benchmarks,
  categories,
  questions,
  releases,
  tasks,
  videos,
} from "../db/tables/benchmark-tables.ts";
import { jsonListFrom, jsonObject, like, list, nullable, pick, scalar, typed, when } from "../db/typed-sql.ts";
import { ownAudioIds } from "./question-writes.ts";

/** The primary key of a benchmark's current release; undefined if it has none. */
export async function fetchReleaseOf(database: Queryable, slug: string): Promise<number | undefined> {
  const [row] = await database.query(typed`
    select ${list({ id: releases.id })}
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${benchmarks.slug} = ${slug}::text and ${releases.isCurrent}`);
  return row?.id;
}

/** The categories and tasks of a release, in the order in which its import listed them, and its oddities. */
export async function fetchExportedVocabulary(database: Queryable, release: number): Promise<ExportedVocabulary> {
  const [row] = await database.query(
    typed`select ${list(pick(releases, "oddities"))} from ${releases} where ${releases.id} = ${release}::int`,
  );
  return {
    categories: await database.query(categoriesOf(release)),
    tasks: await database.query(tasksOf(release)),
    oddities: row?.oddities ?? [],
  };
}

/**
 * Whether the benchmark of a release `r` has an importer of its own. Such an importer lists the categories and tasks
 * that a release uses, in the order of their first use. The files of other benchmarks list their categories and tasks
 * themselves, in any order and including unused ones. The ids of these categories and tasks have the order of the
 * file's list.
 */
const listedByUse = sql`(
  select b.slug = any(${textArray(TAXONOMIES.map(({ slug }) => slug))}) from ${benchmarks} b where b.id = r.benchmark_id)`;

/** All releases of the benchmark that a release belongs to. */
const releasesBeside = (release: number): SQL => sql`(
  select o.id from ${releases} o where o.benchmark_id = (
    select r.benchmark_id from ${releases} r where r.id = ${release}::int))`;

const categoryColumns = {
  slug: like(categories.slug, sql`c.slug`),
  name: like(categories.name, sql`c.name`),
  parent: nullable(like(categories.slug, sql`parent.slug`)),
};

const categoriesOf = (release: number) => typed`
  with used as materialized (
    select v.category_id as id, min(v.position) filter (where v.release_id = ${release}::int) as first, count(*) as videos
    from ${videos} v where v.release_id in ${releasesBeside(release)} group by v.category_id)
  select ${list(categoryColumns)}
  from ${releases} r join ${categories} c on c.benchmark_id = r.benchmark_id
    left join ${categories} parent on parent.id = c.parent_id
    cross join lateral (
      select min(used.first) as first, coalesce(sum(used.videos), 0) as videos
      from used join ${categories} k on k.id = used.id where c.id in (k.id, k.parent_id)) uses
  where r.id = ${release}::int and (uses.first is not null or (uses.videos = 0 and not ${listedByUse}))
  order by case when ${listedByUse} then uses.first end, case when ${listedByUse} then c.parent_id is not null end, c.id`;

const taskColumns = {
  slug: like(tasks.slug, sql`t.slug`),
  name: like(tasks.name, sql`t.name`),
  level: like(tasks.level, sql`t.level`),
  levelSource: like(tasks.levelSource, sql`t.level_source`),
  dominance: like(tasks.dominance, sql`t.dominance`),
  chance: like(tasks.chance, sql`t.chance`),
  metric: like(tasks.metric, sql`t.metric`),
};

const tasksOf = (release: number) => typed`
  with used as materialized (
    select q.task_id as id, min(q.ordinal) filter (where q.release_id = ${release}::int) as first
    from ${questions} q where q.release_id in ${releasesBeside(release)} group by q.task_id)
  select ${list(taskColumns)}
  from ${releases} r join ${tasks} t on t.benchmark_id = r.benchmark_id left join used on used.id = t.id
  where r.id = ${release}::int and (used.first is not null or (used.id is null and not ${listedByUse}))
  order by case when ${listedByUse} then used.first end, t.id`;

/** The audio labels with these ids, in the order in which the ids are listed. */
const audioLabelsInOrder = (ids: SQL) =>
  jsonListFrom(
    jsonObject(pick(audioTypes, "type", "nativeLabel")),
    sql`from unnest(${ids}) with ordinality as x(id, place) join ${audioTypes} on ${audioTypes.id} = x.id`,
    { order: sql`order by x.place` },
  );

/** Up to `limit` of the release's videos, starting at position `from`, in the order of their positions. */
export function fetchExportedVideos(
  database: Queryable,
  release: number,
  from: number,
  limit: number,
): Promise<ExportedVideoRow[]> {
  const { key, durationSeconds, url, subset, caption, native } = videos;
  const audioTypes = audioLabelsInOrder(ownAudioIds(sql`${videos.audioTypeIds}`));
  const category = nullable(categories.slug);
  const hasOwnLabel = sql`${videos.durationLabel} is distinct from ${videos.native} ->> 'duration'`;
  const durationLabel = when(hasOwnLabel, videos.durationLabel);
  return database.query(typed`
    select ${list({ key, category, durationSeconds, durationLabel, audioTypes, url, subset, caption, native })}
    from ${videos} left join ${categories} on ${categories.id} = ${videos.categoryId}
    where ${videos.releaseId} = ${release}::int and ${videos.position} >= ${from}::int
    order by ${videos.position} limit ${limit}::int`);
}

/** The fields of a question that only the export of a whole benchmark contains. */
export interface ExportedDetails extends Pick<ExportedBenchmarkQuestion, "id" | "audioTypes" | "confirmation"> {}

/**
 * The details of these questions, in any order. The confirmation comes from revision 1 of the answer key, because
 * corrections do not change it.
 */
export function fetchExportedDetails(
  database: Queryable,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ExportedDetails[]> {
  const confirmation = scalar(
    answers.confirmation,
    sql`from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.revision} = 1`,
  );
  const columns = {
    id: questions.id,
    audioTypes: audioLabelsInOrder(sql`${questions.audioTypeIds}`),
    confirmation: when(answersSeenBy(viewer), confirmation),
  };
  return database.query(typed`
    select ${list(columns)}
    from ${questions} join ${releases} on ${releases.id} = ${questions.releaseId}
    where ${questions.id} = any(${integerArray(ids)})`);
}
