import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { textArray } from "../db/statement.ts";
import { maintainers } from "../db/tables/access-tables.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { mergedOwners } from "../db/tables/challenge-tables.ts";
import { int, list, pick, type RowOf, typed } from "../db/typed-sql.ts";

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

/** An advisory lock is identified by two numbers: this one, and the benchmark's primary key. */
const MERGING_LOCK = 730_665;

/** Keeps the merged owners of a benchmark from changing until the transaction ends. */
export async function holdMergedOwners(tx: Queryable, benchmark: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${MERGING_LOCK}::int, ${benchmark}::int)`);
}

/** Locks the merged owners of a benchmark for a change. Waits for submissions that use them. */
export async function lockMergedOwners(tx: Queryable, slug: string): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(${MERGING_LOCK}::int, ${benchmarks.id}) from ${benchmarks} where ${benchmarks.slug} = ${slug}::text`);
}

/** The person that an owner counts as: the owner itself, unless it is merged with others. */
export const personOf = (benchmark: SQL, owner: SQL): SQL => sql`coalesce((
  select ${mergedOwners.person} from ${mergedOwners}
  where ${mergedOwners.benchmarkId} = ${benchmark} and ${mergedOwners.owner} = ${owner}), ${owner})`;

/** A condition on an owner: whether it counts as the same person as another owner. */
export const isSamePerson = (benchmark: SQL, other: SQL, owner: SQL): SQL => sql`(${other} = ${owner} or ${other} in (
  select also.owner from ${mergedOwners} also join ${mergedOwners} own on own.benchmark_id = also.benchmark_id and own.person = also.person
  where own.benchmark_id = ${benchmark} and own.owner = ${owner}))`;

const merged = pick(mergedOwners, "owner", "person");

/** The merged owners of a benchmark, ordered by person and then by owner. */
export const fetchMergedOwners = (database: Queryable, slug: string): Promise<RowOf<typeof merged>[]> =>
  database.query(typed`
    select ${list(merged)} from ${mergedOwners} join ${benchmarks} on ${benchmarks.id} = ${mergedOwners.benchmarkId}
    where ${benchmarks.slug} = ${slug}::text order by ${mergedOwners.person} collate "C", ${mergedOwners.owner} collate "C"`);

/** Makes these owners count as one person. Earlier merges of these owners are replaced. */
export async function storePerson(
  tx: Queryable,
  slug: string,
  owners: readonly string[],
  person: string,
): Promise<void> {
  await tx.query(sql`
    insert into ${mergedOwners} (benchmark_id, owner, person)
    select ${benchmarks.id}, owner, ${person}::text from ${benchmarks}, unnest(${textArray(owners)}) owner
    where ${benchmarks.slug} = ${slug}::text
    on conflict (benchmark_id, owner) do update set person = excluded.person where merged_owners.person <> excluded.person`);
}

/** Makes each of these owners count by itself. */
export async function deleteMerged(tx: Queryable, slug: string, owners: readonly string[]): Promise<void> {
  await tx.query(sql`
    delete from ${mergedOwners} m using ${benchmarks} where m.benchmark_id = ${benchmarks.id}
      and ${benchmarks.slug} = ${slug}::text and m.owner = any(${textArray(owners)})`);
}
