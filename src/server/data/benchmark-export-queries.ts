import { sql } from "drizzle-orm";
import type { ExportedTask, ExportedVideoRow } from "../../domain/exported-benchmark.ts";
import type { Queryable } from "../db/database.ts";
import { benchmarks, categories, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { audioLabelList } from "./question-export-queries.ts";

/** The current release of a benchmark; undefined where there is none. */
export async function fetchReleaseOf(database: Queryable, slug: string): Promise<number | undefined> {
  const [row] = await database.query<{ id: number }>(sql`
    select ${releases.id} as id from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${benchmarks.slug} = ${slug}::text and ${releases.isCurrent}`);
  return row?.id;
}

/** The tasks of a release's benchmark, in the order in which they came. */
export function fetchExportedTasks(database: Queryable, release: number): Promise<ExportedTask[]> {
  return database.query<ExportedTask>(sql`
    select ${tasks.name} as name, ${tasks.level} as level, ${tasks.dominance} as dominance, ${tasks.chance} as chance,
      ${tasks.metric} as metric
    from ${tasks} join ${releases} on ${releases.benchmarkId} = ${tasks.benchmarkId}
    where ${releases.id} = ${release}::int order by ${tasks.id}`);
}

/** The release's videos from a position on, at most `limit`, in their order. */
export function fetchExportedVideos(
  database: Queryable,
  release: number,
  from: number,
  limit: number,
): Promise<ExportedVideoRow[]> {
  return database.query<ExportedVideoRow>(sql`
    select ${videos.key} as key, case when parent.id is null then ${categories.name}
        else parent.name || '/' || ${categories.name} end as category,
      ${videos.durationSeconds} as "durationSeconds",
      case when ${videos.durationLabel} is distinct from ${videos.native} ->> 'duration' then ${videos.durationLabel} end
        as "durationLabel",
      ${audioLabelList(sql`${videos.audioTypeIds}`)} as "audioTypes",
      ${videos.url} as url, ${videos.subset} as subset, ${videos.caption} as caption, ${videos.native} as native
    from ${videos} left join ${categories} on ${categories.id} = ${videos.categoryId}
      left join ${categories} parent on parent.id = ${categories.parentId}
    where ${videos.releaseId} = ${release}::int and ${videos.position} >= ${from}::int
    order by ${videos.position} limit ${limit}::int`);
}
