import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { answersSeenByAll, releaseAccess } from "../conditions/answer-visibility.ts";
import { modelHasRun, modelVisibleTo, runVisibleTo } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { benchmarks, categories, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { itemSnapshots } from "../db/tables/item-tables.ts";
import { models, publishedResults, runs } from "../db/tables/run-tables.ts";
import { boolean, jsonListFrom, jsonTuple, like, list, scalar, typed } from "../db/typed-sql.ts";

/** The names that exist in a benchmark, over all of its releases. */
export interface BenchmarkWords {
  readonly benchmark: string;
  readonly tasks: readonly string[];
  readonly categories: readonly string[];
  /** The tasks and categories that its paper reports, which exist before anything is imported. */
  readonly publishedTasks: readonly string[];
  readonly publishedCategories: readonly string[];
  readonly releases: readonly number[];
  /** Who may see the answers of each release. */
  readonly access: readonly (readonly [release: number, answerAccess: AnswerAccess])[];
  /** Null if nothing is imported. */
  readonly current: number | null;
  /** The item snapshots of releases that show their answers, each with its release. */
  readonly snapshots: readonly (readonly [id: number, release: number])[];
}

/** The slugs of all benchmarks, in the order of their character codes. */
export async function fetchBenchmarkSlugs(database: Queryable): Promise<readonly string[]> {
  const columns = { slug: benchmarks.slug };
  const rows = await database.query(
    typed`select ${list(columns)} from ${benchmarks} order by ${columns.slug} collate "C"`,
  );
  return rows.map(({ slug }) => slug);
}

/** The slugs within each benchmark, in one statement. */
export async function fetchWords(database: Queryable): Promise<readonly BenchmarkWords[]> {
  const columns = {
    benchmark: benchmarks.slug,
    tasks: jsonListFrom(tasks.slug, sql`from ${tasks} where ${tasks.benchmarkId} = ${benchmarks.id}`),
    categories: jsonListFrom(
      categories.slug,
      sql`from ${categories} where ${categories.benchmarkId} = ${benchmarks.id}`,
    ),
    publishedTasks: publishedKeys(sql`= 'TASK'`),
    publishedCategories: publishedKeys(sql`in ('CATEGORY', 'SUBCATEGORY')`),
    releases: jsonListFrom(releases.id, sql`from ${releases} where ${releases.benchmarkId} = ${benchmarks.id}`),
    access: jsonListFrom(
      jsonTuple(releases.id, releaseAccess.answerAccess),
      sql`from ${releases} where ${releases.benchmarkId} = ${benchmarks.id}`,
    ),
    current: scalar(
      releases.id,
      sql`from ${releases} where ${releases.benchmarkId} = ${benchmarks.id} and ${releases.isCurrent}`,
    ),
    snapshots: jsonListFrom(
      jsonTuple(itemSnapshots.id, itemSnapshots.releaseId),
      sql`from ${itemSnapshots} join ${releases} on ${releases.id} = ${itemSnapshots.releaseId}
        where ${releases.benchmarkId} = ${benchmarks.id} and ${answersSeenByAll(itemSnapshots.releaseId)}`,
    ),
  };
  return database.query(typed`select ${list(columns)} from ${benchmarks} order by ${benchmarks.slug} collate "C"`);
}

/** The values of a dimension for which a benchmark's paper has a figure. */
const publishedKeys = (dimension: SQL) =>
  jsonListFrom(
    like(tasks.slug, publishedResults.key),
    sql`from ${publishedResults} where ${publishedResults.benchmarkId} = ${benchmarks.id}
      and ${publishedResults.dimension} ${dimension} and ${publishedResults.key} is not null`,
    { distinct: true },
  );

/** A model that a viewer may know of. */
export interface ModelWords {
  readonly slug: string;
  readonly organization: string | null;
  /** Whether it has a run that the viewer may see; other models are known from papers' figures. */
  readonly hasRun: boolean;
  /** The slugs of the benchmarks whose papers have a figure of it. */
  readonly papers: readonly string[];
}

/** The models that have a run the viewer may see, or a published result. */
export function fetchModelWords(database: Queryable, viewer: Viewer): Promise<readonly ModelWords[]> {
  const columns = {
    slug: models.slug,
    organization: models.organization,
    hasRun: boolean(modelHasRun(viewer, models)),
    papers: jsonListFrom(
      benchmarks.slug,
      sql`from ${publishedResults} join ${benchmarks} on ${benchmarks.id} = ${publishedResults.benchmarkId}
        where ${publishedResults.modelId} = ${models.id}`,
      { distinct: true },
    ),
  };
  return database.query(typed`
    select ${list(columns)} from ${models}
    where ${modelVisibleTo(viewer, models)}
    order by ${models.slug} collate "C"`);
}

/** The names that identify the figures of a benchmark's paper. */
export interface PublishedWords {
  readonly benchmark: string;
  readonly sources: readonly string[];
  readonly keys: readonly string[];
  readonly conditions: readonly string[];
}

/** The names in the papers' figures, for each benchmark. */
export function fetchPublishedWords(database: Queryable): Promise<readonly PublishedWords[]> {
  const named = (column: AnyPgColumn) =>
    jsonListFrom(
      like(tasks.slug, column),
      sql`from ${publishedResults} where ${publishedResults.benchmarkId} = ${benchmarks.id} and ${column} is not null`,
      { distinct: true },
    );
  const columns = {
    benchmark: benchmarks.slug,
    sources: named(publishedResults.source),
    keys: named(publishedResults.key),
    conditions: named(publishedResults.condition),
  };
  return database.query(typed`select ${list(columns)} from ${benchmarks}`);
}

/** The keys and subsets of a release's videos. */
export interface VideoWords {
  readonly benchmark: string;
  readonly keys: readonly string[];
  readonly subsets: readonly string[];
}

/** The names of the videos of each of the releases. */
export function fetchVideoWords(database: Queryable, keys: readonly number[]): Promise<readonly VideoWords[]> {
  const own = sql`from ${videos} where ${videos.releaseId} = ${releases.id}`;
  const columns = {
    benchmark: benchmarks.slug,
    keys: jsonListFrom(videos.key, own),
    subsets: jsonListFrom(like(videos.key, videos.subset), sql`${own} and ${videos.subset} is not null`, {
      distinct: true,
    }),
  };
  return database.query(typed`
    select ${list(columns)} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.id} = any(${integerArray(keys)})`);
}

/** The harnesses of the runs that the viewer may see. */
export async function fetchHarnessWords(database: Queryable, viewer: Viewer): Promise<readonly string[]> {
  const harness = sql`${runs.protocol} ->> 'harness'`;
  const rows = await database.query(typed`
    select distinct ${list({ harness: like(benchmarks.slug, harness) })} from ${runs}
    where ${harness} is not null and ${runVisibleTo(viewer, runs)}`);
  return rows.map(({ harness: name }) => name);
}

/** The prompts of the runs that the viewer may see. */
export async function fetchPromptWords(database: Queryable, viewer: Viewer): Promise<readonly string[]> {
  const rows = await database.query(typed`
    select distinct ${list({ prompt: like(benchmarks.slug, runs.prompt) })} from ${runs}
    where ${runs.prompt} is not null and ${runVisibleTo(viewer, runs)}`);
  return rows.map(({ prompt }) => prompt);
}
