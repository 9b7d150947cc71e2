import { sql } from "drizzle-orm";
import type { ExportedTask, ExportedVideoRow } from "../../domain/exported-benchmark.ts";
import type { Queryable } from "../db/database.ts";
import { benchmarks, categories, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { list, nullable, pick, text, typed } from "../db/typed-sql.ts";
import { audioLabelList } from "./question-export-queries.ts";

/** The primary key of a benchmark's current release; undefined if it has none. */
export async function fetchReleaseOf(database: Queryable, slug: string): Promise<number | undefined> {
  const [row] = await database.query(typed`
    select ${list({ id: releases.id })}
    from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${benchmarks.slug} = ${slug}::text and ${releases.isCurrent}`);
  return row?.id;
}

/** The tasks of a release's benchmark, in the order of their import. */
export function fetchExportedTasks(database: Queryable, release: number): Promise<ExportedTask[]> {
  return database.query(typed`
    select ${list(pick(tasks, "name", "level", "dominance", "chance", "metric"))}
    from ${tasks} join ${releases} on ${releases.benchmarkId} = ${tasks.benchmarkId}
    where ${releases.id} = ${release}::int order by ${tasks.id}`);
}

/** Up to `limit` videos of a release from a position on, in the order of the file. */
export function fetchExportedVideos(
  database: Queryable,
  release: number,
  from: number,
  limit: number,
): Promise<ExportedVideoRow[]> {
  const { key, durationSeconds, url, subset, caption, native } = videos;
  const path = sql`case when parent.id is null then ${categories.name} else parent.name || '/' || ${categories.name} end`;
  const audioTypes = audioLabelList(videos.audioTypeIds);
  return database.query(typed`
    select ${list({ key, category: nullable(text(path)), durationSeconds, audioTypes, url, subset, caption, native })}
    from ${videos} left join ${categories} on ${categories.id} = ${videos.categoryId}
      left join ${categories} parent on parent.id = ${categories.parentId}
    where ${videos.releaseId} = ${release}::int and ${videos.position} >= ${from}::int
    order by ${videos.position} limit ${limit}::int`);
}
