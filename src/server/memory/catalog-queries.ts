import { type SQL, sql } from "drizzle-orm";
import { byFlag } from "../../domain/question-flags.ts";
import { byNumber } from "../../domain/question-numbers.ts";
import { STEP_MODALITIES } from "../../domain/vocabulary.ts";
import { answersSeenByAll } from "../conditions/answer-visibility.ts";
import { questionChance } from "../conditions/question-chance.ts";
import type { QuestionRow } from "../conditions/slice-condition.ts";
import { numberExpression, stepModalities } from "../conditions/trace-expressions.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { audioTypes, benchmarks, categories, questions, releases, tasks } from "../db/tables/benchmark-tables.ts";
import {
  boolean,
  collected,
  columnsOf,
  float,
  innerList,
  jsonList,
  jsonListFrom,
  jsonTuple,
  list,
  nullable,
  oneOf,
  pick,
  type RowOf,
  text,
  typed,
  when,
} from "../db/typed-sql.ts";

/** The benchmark's own word for the level: `task_domain` in WorldSense's records, `stage` for AVI-Bench's folders. */
export const nativeLevel = (q: QuestionRow): SQL =>
  sql`coalesce(${q.native} ->> 'task_domain', ${q.native} ->> 'stage')`;

const currentRelease = { release: releases.id, benchmark: benchmarks.slug, contentHash: releases.contentHash };

/** The current release of a benchmark. Queries read only this release. */
export type CurrentRelease = RowOf<typeof currentRelease>;

/** All current releases, by benchmark. */
export const fetchCurrentReleases = (database: Queryable): Promise<CurrentRelease[]> =>
  database.query(typed`
    select ${list(currentRelease)} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.isCurrent} order by ${benchmarks.slug} collate "C"`);

/** A value of a dimension: the primary key of its row, its slug, its name. */
export type Named = readonly [id: number, slug: string, name: string];

/** The columns of the subquery `q`, which has one row for each question. */
const questionColumns = {
  ...pick(
    questions,
    "releaseId",
    "id",
    "ordinal",
    "key",
    "videoId",
    "taskId",
    "categoryId",
    "topCategoryId",
    "subset",
    "level",
  ),
  ...pick(questions, "answerFormat", "audioMask", "audioTypeIds", "durationSeconds"),
  ...byFlag((flag) => questions[flag]),
  chance: nullable(float(questionChance(questions, tasks))),
  nativeLevel: nullable(text(nativeLevel(questions))),
  durationLabel: questions.durationLabel,
  groupName: questions.groupName,
  metric: tasks.metric,
  structure: nullable(text(sql`${questions.native} ->> 'group_structure'`)),
  stepModalities: nullable(oneOf(STEP_MODALITIES, stepModalities(questions))),
  ...byNumber((field) => when(answersSeenByAll(questions.releaseId), float(numberExpression(field, questions)))),
};
const q = columnsOf("q", questionColumns);

/**
 * The columns of the subquery `columns`, which has one row for each release. Each column lists one property of the
 * release's questions, by ordinal.
 */
const vectors = {
  ids: jsonList(q.id),
  keys: jsonList(q.key),
  videos: jsonList(q.videoId),
  levels: jsonList(q.level),
  formats: jsonList(q.answerFormat),
  audioMasks: jsonList(q.audioMask),
  audioTypes: jsonList(q.audioTypeIds),
  durations: jsonList(q.durationSeconds),
  tasks: jsonList(q.taskId),
  categories: jsonList(q.categoryId),
  topCategories: jsonList(q.topCategoryId),
  subsets: jsonList(q.subset),
  ...byFlag((flag) => jsonList(q[flag])),
  chances: jsonList(q.chance),
  /** The benchmark's own words for levels and durations. */
  nativeLevels: jsonList(q.nativeLevel),
  durationLabels: jsonList(q.durationLabel),
  stepModalities: jsonList(q.stepModalities),
  /** The questions that are scored in groups, in order. */
  grouped: collected(jsonTuple(q.groupName, q.ordinal, q.metric, q.structure), sql`${q.groupName} is not null`),
  ...byNumber((field) => jsonList(q[field])),
};

const catalogColumns = {
  ...currentRelease,
  title: benchmarks.title,
  synthetic: benchmarks.synthetic,
  ...columnsOf("columns", vectors),
  taskNames: jsonListFrom(
    jsonTuple(tasks.id, tasks.slug, tasks.name, tasks.dominance, tasks.levelSource),
    sql`from ${tasks} where ${tasks.benchmarkId} = ${releases.benchmarkId}`,
  ),
  /** The categories, each with a flag that marks subcategories. */
  categoryNames: jsonListFrom(
    jsonTuple(categories.id, categories.slug, categories.name, boolean(sql`${categories.parentId} is not null`)),
    sql`from ${categories} where ${categories.benchmarkId} = ${releases.benchmarkId}`,
  ),
  audioNames: jsonListFrom(
    jsonTuple(audioTypes.id, audioTypes.type, audioTypes.nativeLabel),
    sql`from ${audioTypes} where ${audioTypes.benchmarkId} = ${releases.benchmarkId}`,
  ),
};

/** A release's questions by column, with the names that the columns refer to by id. */
export type CatalogRow = RowOf<typeof catalogColumns>;

/** The catalogs of these releases, in one statement. Missing releases are left out. */
export const fetchCatalogs = (database: Queryable, ids: readonly number[]): Promise<CatalogRow[]> =>
  database.query(typed`
    with columns as (
      select ${q.releaseId} as release, ${innerList(vectors)} from (
        select ${innerList(questionColumns)} from ${questions} join ${tasks} on ${tasks.id} = ${questions.taskId}
        where ${questions.releaseId} = any(${integerArray(ids)})
        order by ${questions.releaseId}, ${questions.ordinal}) q
      group by ${q.releaseId})
    select ${list(catalogColumns)} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
      join columns on columns.release = ${releases.id}`);

const query = text(sql`wanted.query`);
const textMatches = { release: questions.releaseId, query, ordinals: jsonList(questions.ordinal) };

/** The questions of a release that match a full-text query. */
export type TextMatches = RowOf<typeof textMatches>;

/** The matches of each full-text query in each release, in one statement. A query without matches has no row. */
export const fetchTextMatches = (
  database: Queryable,
  ids: readonly number[],
  queries: readonly string[],
): Promise<TextMatches[]> =>
  database.query(typed`
    select ${list(textMatches)} from unnest(${textArray(queries)}) as wanted(query) cross join ${questions}
    where ${questions.releaseId} = any(${integerArray(ids)})
      and ${questions.search} @@ websearch_to_tsquery('english'::regconfig, wanted.query)
    group by ${questions.releaseId}, wanted.query`);

/** The full-text queries without a searched word: they are empty, or contain only punctuation and stop words. */
export async function fetchWordlessQueries(
  database: Queryable,
  queries: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query(typed`
    select ${list({ query })} from unnest(${textArray(queries)}) as wanted(query)
    where numnode(websearch_to_tsquery('english'::regconfig, wanted.query)) = 0`);
  return rows.map((row) => row.query);
}
