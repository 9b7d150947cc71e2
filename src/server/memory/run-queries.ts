import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../domain/viewer.ts";
import { releaseAccess } from "../conditions/answer-visibility.ts";
import { type RunConditions, runFilterCondition, runVisibleTo } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";
import { models, runs, scores } from "../db/tables/run-tables.ts";
import {
  columnsOf,
  first,
  float,
  innerList,
  int,
  jsonRows,
  list,
  nullable,
  pick,
  type RowOf,
  scalar,
  typed,
} from "../db/typed-sql.ts";

/** The columns that identify a run, and that describe how its model was asked. */
const runColumns = {
  run: runs.id,
  release: runs.releaseId,
  model: runs.modelId,
  modelName: models.name,
  modelSlug: models.slug,
  organization: models.organization,
  ...pick(runs, "inputs", "frames", "prompt", "protocol", "seed", "openEnded", "confirmations", "missing", "partial"),
  ambiguousShare: runs.ambiguousShare,
  ...releaseAccess,
};

/** The tables that `runColumns` are read from. */
const runTables = sql`${runs} join ${models} on ${models.id} = ${runs.modelId}
  join ${releases} on ${releases.id} = ${runs.releaseId} join ${benchmarks} on ${benchmarks.id} = ${runs.benchmarkId}`;

const latestRevision = sql`(select max(${scores.revision}) from ${scores} where ${scores.runId} = ${runs.id})`;

/** When a run was created, in milliseconds since 1970. */
const createdAt = float(sql`floor(extract(epoch from ${runs.createdAt}) * 1000)`);

const visibleRun = {
  ...runColumns,
  createdAt,
  /** The revision of the latest scoring; null if the run is not scored. */
  revision: nullable(int(latestRevision)),
};

/** A run that the viewer may see. */
export type VisibleRun = RowOf<typeof visibleRun>;

const namedRun = {
  ...visibleRun,
  /** The judge of the latest scoring; null if no judge was used. */
  judge: scalar(
    scores.judge,
    sql`from ${scores} where ${scores.runId} = ${runs.id} order by ${scores.revision} desc limit 1`,
  ),
};

/** A run that was asked for by its id. */
export type NamedRun = RowOf<typeof namedRun>;

/** The runs with these ids that the viewer may see, oldest first. */
export const fetchVisibleRuns = (database: Queryable, viewer: Viewer, ids: readonly number[]): Promise<NamedRun[]> =>
  database.query(typed`select ${list(namedRun)} ${visibleWhere(viewer, sql`${runs.id} = any(${integerArray(ids)})`)}`);

const namedRelease = { id: releases.id, version: releases.version, benchmark: benchmarks.slug };

/** The benchmark and the version of each of these releases. */
export const fetchReleaseNames = (database: Queryable, ids: readonly number[]): Promise<RowOf<typeof namedRelease>[]> =>
  database.query(typed`
    select ${list(namedRelease)} from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${releases.id} = any(${integerArray(ids)})`);

/** The runs that match the filter and that the viewer may see, oldest first; only those of `release` if it is given. */
export function fetchFilteredRuns(
  database: Queryable,
  viewer: Viewer,
  filter: RunConditions,
  release?: number,
): Promise<VisibleRun[]> {
  const ofRelease = release === undefined ? sql`true` : sql`${runs.releaseId} = ${release}::int`;
  const where = sql`${ofRelease} and ${runFilterCondition(filter, runs, viewer)}`;
  return database.query(typed`select ${list(visibleRun)} ${visibleWhere(viewer, where)}`);
}

const visibleWhere = (viewer: Viewer, where: SQL): SQL =>
  sql`from ${runTables} where ${runVisibleTo(viewer, runs)} and ${where} order by ${runs.createdAt}, ${runs.id}`;

type ExtractorVersion = { readonly name: string; readonly version: string };

/** Runs with the scoring that another extractor, or another version of it, made last. */
const scoredOtherwise = ({ name, version }: ExtractorVersion): SQL =>
  sql`${runs} join ${scores} on ${scores.runId} = ${runs.id} and ${scores.revision} = ${latestRevision}
    and ${runs.status} = 'SCORED' and (${scores.extractor}, ${scores.extractorVersion}) <> (${name}::text, ${version}::text)`;

/** The number of runs by benchmark whose latest scoring is of another extractor or version than this one. */
export function fetchRunsOfEarlierExtractors(
  database: Queryable,
  extractor: ExtractorVersion,
): Promise<{ benchmark: string; runs: number }[]> {
  const columns = { benchmark: benchmarks.slug, runs: int(sql`count(*)`) };
  return database.query(typed`
    select ${list(columns)}
    from ${scoredOtherwise(extractor)} join ${benchmarks} on ${benchmarks.id} = ${runs.benchmarkId}
    group by ${benchmarks.slug} order by ${benchmarks.slug} collate "C"`);
}

/** The owner's runs of a release whose latest scoring is of another extractor or version than this one, oldest first. */
export async function fetchOwnRunsOfEarlierExtractors(
  database: Queryable,
  { release, owner }: { readonly release: number; readonly owner: string },
  extractor: ExtractorVersion,
): Promise<number[]> {
  const rows = await database.query(typed`
    select ${list({ run: runs.id })} from ${scoredOtherwise(extractor)}
    where ${runs.releaseId} = ${release}::int and ${runs.owner} = ${owner}::text order by ${runs.createdAt}, ${runs.id}`);
  return rows.map(({ run }) => run);
}

/** The number of public runs of other owners that `fetchOwnRunsOfEarlierExtractors` leaves out. */
export async function countOtherRunsOfEarlierExtractors(
  database: Queryable,
  { release, owner }: { readonly release: number; readonly owner: string },
  extractor: ExtractorVersion,
): Promise<number> {
  const [row] = await database.query(typed`
    select ${list({ count: int(sql`count(*)`) })} from ${scoredOtherwise(extractor)}
    where ${runs.releaseId} = ${release}::int and ${runs.visibility} = 'PUBLIC' and ${runs.owner} <> ${owner}::text`);
  return row?.count ?? 0;
}

const scored = { run: scores.runId, revision: int(sql`max(${scores.revision})`) };

const directoryRun = {
  ...runColumns,
  ...pick(runs, "visibility", "status", "owner"),
  ...pick(models, "parameterCount"),
  createdAt,
  /** The revision of the latest scoring; null if the run is not scored. */
  revision: nullable(columnsOf("latest", scored).revision),
};

/** A run with the fields that filters use and the fields that determine who may see it. */
export type DirectoryRun = RowOf<typeof directoryRun>;

/** All runs of these releases, public or private, in no order. */
export async function fetchRunDirectory(
  database: Queryable,
  releases: readonly number[],
): Promise<readonly DirectoryRun[]> {
  const directory = jsonRows(typed`
    select ${list(directoryRun)} from ${runTables}
      left join (select ${innerList(scored)} from ${scores} group by ${scores.runId}) latest on latest.run = ${runs.id}
    where ${runs.releaseId} = any(${integerArray(releases)})`);
  return (await first(database.query(typed`select ${list({ runs: directory })}`)))?.runs ?? [];
}
