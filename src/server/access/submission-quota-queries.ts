import { type SQL, sql } from "drizzle-orm";
import { releaseAccess } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { maintainers, submissionCounts, submissionQuotas } from "../db/tables/access-tables.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";
import { boardSplits } from "../db/tables/challenge-tables.ts";
import { boolean, first, int, list, nullable, pick, type RowOf, text, typed } from "../db/typed-sql.ts";
import { holdMergedOwners, isSamePerson, personOf } from "./maintainer-queries.ts";

/** The `day` of the count over all days. */
export const ALL_DAYS = "0001-01-01";

const benchmarkQuota = {
  benchmark: benchmarks.id,
  slug: benchmarks.slug,
  /** Whether the benchmark has a quota of its own. */
  isSet: boolean(sql`${submissionQuotas.benchmarkId} is not null`),
  perDay: nullable(submissionQuotas.perDay),
  inAll: nullable(submissionQuotas.inAll),
  together: nullable(submissionQuotas.together),
  /** The access of the release; null without a release. */
  answerAccess: nullable(releaseAccess.answerAccess),
  /** The number of questions on the release's public board; null without a release. */
  publicQuestions: nullable(
    int(sql`coalesce(
      (select cardinality(${boardSplits.publicOrdinals}) from ${boardSplits} where ${boardSplits.releaseId} = ${releases.id}),
      ${releases.questionCount})`),
  ),
};

/** The quota that is stored for a benchmark, and what the default quota depends on. */
export type BenchmarkQuota = RowOf<typeof benchmarkQuota>;

const quotasWith = (release: SQL): SQL => sql`
  ${benchmarks} left join ${submissionQuotas} on ${submissionQuotas.benchmarkId} = ${benchmarks.id}
  left join ${releases} on ${releases.benchmarkId} = ${benchmarks.id} and ${release}`;

/** Whether the quotas of the benchmark apply to an owner. They do not apply to the benchmark's maintainers. */
const appliesTo = (owner: string): SQL => sql`not exists (
  select from ${maintainers} where ${maintainers.benchmarkId} = ${benchmarks.id} and ${maintainers.owner} = ${owner}::text)`;

/**
 * The quota of a run over a release, which need not be the current one. Undefined if there is no such benchmark, or if no
 * quota applies to the owner.
 */
export const fetchQuotaOf = (
  database: Queryable,
  { benchmark, release, owner }: { readonly benchmark: number; readonly release: number; readonly owner: string },
): Promise<BenchmarkQuota | undefined> =>
  first(
    database.query(typed`
      select ${list(benchmarkQuota)} from ${quotasWith(sql`${releases.id} = ${release}::int`)}
      where ${benchmarks.id} = ${benchmark}::int and ${appliesTo(owner)}`),
  );

/** The quotas that apply to an owner, in the order of the benchmarks' slugs. */
export const fetchQuotas = (database: Queryable, owner: string): Promise<BenchmarkQuota[]> =>
  database.query(typed`
    select ${list(benchmarkQuota)} from ${quotasWith(sql`${releases.isCurrent}`)}
    where ${appliesTo(owner)} order by ${benchmarks.slug} collate "C"`);

/** Sets a benchmark's quota. Returns false if there is no such benchmark. */
export async function storeBenchmarkQuota(
  tx: Queryable,
  slug: string,
  { perDay, inAll, together }: Readonly<Record<"perDay" | "inAll" | "together", number | null>>,
): Promise<boolean> {
  const rows = await tx.query(typed`
    insert into ${submissionQuotas} (benchmark_id, per_day, in_all, together)
    select ${benchmarks.id}, ${perDay}::int, ${inAll}::int, ${together}::int from ${benchmarks}
    where ${benchmarks.slug} = ${slug}::text
    on conflict (benchmark_id) do update set per_day = excluded.per_day, in_all = excluded.in_all, together = excluded.together
    returning ${list(pick(submissionQuotas, "benchmarkId"))}`);
  return rows.length > 0;
}

const count = { ...pick(submissionCounts, "used"), day: text(sql`${submissionCounts.day}::text`) };

/** The sum over the owners that are counted as one person. */
const summed = { ...count, used: int(sql`sum(${submissionCounts.used})`) };

/** How many runs an owner had scored on a day, or in all. */
export type SubmissionCount = RowOf<typeof count>;

const TODAY = sql`(now() at time zone 'utc')::date`;

/**
 * Counts one more run of an owner, for today and in all. Returns both new counts, summed over the owners that are
 * counted as one person with this owner. The person stays locked until the transaction ends, so that parallel
 * submissions are counted one after the other. A transaction that fails counts nothing.
 */
export async function countSubmission(tx: Queryable, benchmark: number, owner: string): Promise<SubmissionCount[]> {
  await holdMergedOwners(tx, benchmark);
  const person = personOf(sql`${benchmark}::int`, sql`${owner}::text`);
  // Each owner has its own row, so locking the row would not lock the other owners of the person.
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended('quota ' || ${benchmark}::int || ' ' || ${person}, 0))`,
  );
  await tx.query(sql`
    insert into ${submissionCounts} (benchmark_id, owner, day, used)
    values (${benchmark}::int, ${owner}::text, ${ALL_DAYS}::date, 1), (${benchmark}::int, ${owner}::text, ${TODAY}, 1)
    on conflict (benchmark_id, owner, day) do update set used = ${submissionCounts.used} + 1`);
  return tx.query(typed`
    select ${list(summed)} from ${submissionCounts} where ${submissionCounts.benchmarkId} = ${benchmark}::int
      and ${isSamePerson(sql`${submissionCounts.benchmarkId}`, sql`${submissionCounts.owner}`, sql`${owner}::text`)}
      and ${submissionCounts.day} in (${ALL_DAYS}::date, ${TODAY}) group by ${submissionCounts.day}`);
}

/**
 * How many runs of all owners together were scored, with those of this transaction. Other transactions that ask wait until it ends, so
 * parallel submissions are counted one after the other. Must be called after {@link countSubmission}.
 */
export async function countTogether(tx: Queryable, benchmark: number): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('quota of all ' || ${benchmark}::int, 0))`);
  return (await fetchCountsTogether(tx, [benchmark])).get(benchmark) ?? 0;
}

const togetherCount = { benchmark: submissionCounts.benchmarkId, used: summed.used };

/** How many runs of all owners together were scored over each of these benchmarks. A benchmark without a run has no entry. */
export async function fetchCountsTogether(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query(typed`
    select ${list(togetherCount)} from ${submissionCounts}
    where ${submissionCounts.benchmarkId} = any(${integerArray(ids)}) and ${submissionCounts.day} = ${ALL_DAYS}::date
    group by ${submissionCounts.benchmarkId}`);
  return new Map(rows.map(({ benchmark, used }) => [benchmark, used]));
}

/** The limit of all owners together, and how much of it is used; undefined if the benchmark has none. */
export async function fetchTogether(
  database: Queryable,
  slug: string,
): Promise<{ readonly limit: number; readonly used: number } | undefined> {
  const row = await first(
    database.query(typed`
      select ${list({ benchmark: benchmarks.id, limit: nullable(submissionQuotas.together) })}
      from ${submissionQuotas} join ${benchmarks} on ${benchmarks.id} = ${submissionQuotas.benchmarkId}
      where ${benchmarks.slug} = ${slug}::text`),
  );
  if (row === undefined || row.limit === null) return undefined;
  return { limit: row.limit, used: (await fetchCountsTogether(database, [row.benchmark])).get(row.benchmark) ?? 0 };
}

const ownCount = { benchmark: submissionCounts.benchmarkId, ...summed };

/** How much of its quotas an owner has used, today and in all. A benchmark without a run has no row. */
export const fetchSubmissionCounts = (database: Queryable, owner: string): Promise<RowOf<typeof ownCount>[]> =>
  database.query(typed`
    select ${list(ownCount)} from ${submissionCounts}
    where ${isSamePerson(sql`${submissionCounts.benchmarkId}`, sql`${submissionCounts.owner}`, sql`${owner}::text`)}
      and ${submissionCounts.day} in (${ALL_DAYS}::date, ${TODAY})
    group by ${submissionCounts.benchmarkId}, ${submissionCounts.day}`);

/** Seconds until the next day of UTC. */
export const secondsToNextDay = async (database: Queryable): Promise<number> => {
  const seconds = int(sql`ceil(extract(epoch from ${TODAY} + 1 - (now() at time zone 'utc')))`);
  return (await first(database.query(typed`select ${list({ seconds })}`)))?.seconds ?? 0;
};
