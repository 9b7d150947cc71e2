import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { maintainers } from "../db/tables/access-tables.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { int, list, pick, typed } from "../db/typed-sql.ts";

const ofBenchmark = sql`join ${benchmarks} on ${benchmarks.id} = ${maintainers.benchmarkId}`;

/** The slugs of the benchmarks that an owner maintains, in alphabetical order. */
export async function fetchMaintainedBenchmarks(database: Queryable, owner: string): Promise<readonly string[]> {
  const rows = await database.query(typed`
    select ${list(pick(benchmarks, "slug"))} from ${maintainers} ${ofBenchmark}
    where ${maintainers.owner} = ${owner}::text order by ${benchmarks.slug} collate "C"`);
  return rows.map(({ slug }) => slug);
}

/** The owners that maintain a benchmark, in alphabetical order. */
export async function fetchMaintainers(database: Queryable, slug: string): Promise<readonly string[]> {
  const rows = await database.query(typed`
    select ${list(pick(maintainers, "owner"))} from ${maintainers} ${ofBenchmark}
    where ${benchmarks.slug} = ${slug}::text order by ${maintainers.owner} collate "C"`);
  return rows.map(({ owner }) => owner);
}

/** Makes an owner a maintainer. Repeating it changes nothing. Returns false if there is no such benchmark. */
export async function insertMaintainer(tx: Queryable, slug: string, owner: string): Promise<boolean> {
  const rows = await tx.query(typed`
    with b as (select ${benchmarks.id} as id from ${benchmarks} where ${benchmarks.slug} = ${slug}::text),
      added as (insert into ${maintainers} (benchmark_id, owner) select id, ${owner}::text from b on conflict do nothing)
    select ${list({ id: int(sql`b.id`) })} from b`);
  return rows.length > 0;
}

/** Removes a maintainer. Repeating it changes nothing. */
export async function deleteMaintainer(tx: Queryable, slug: string, owner: string): Promise<void> {
  await tx.query(sql`
    delete from ${maintainers} where ${maintainers.owner} = ${owner}::text
      and ${maintainers.benchmarkId} in (select ${benchmarks.id} from ${benchmarks} where ${benchmarks.slug} = ${slug}::text)`);
}
