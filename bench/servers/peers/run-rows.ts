import { type QuestionFilter, questionCondition, sql } from "./rows.ts";

export interface CellRow {
  readonly key: string;
  readonly label: string;
  readonly n: number;
  readonly correct: number;
}

export interface EntryRow {
  readonly run: number;
  readonly rank: number;
  readonly value: number;
  readonly n: number;
  readonly correct: number;
  readonly slug: string;
  readonly name: string;
  readonly total: number;
}

/** The id of a public run; null if there is no such run. */
export async function findRun(id: number): Promise<{ readonly id: number } | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from runs where id = ${id} and visibility = 'PUBLIC' and status = 'SCORED'`;
  return row ?? null;
}

export const fetchTaskCells = (run: number): Promise<CellRow[]> => sql<CellRow[]>`
  with given as materialized (select ordinal, outcome, score from predictions where run_id = ${run})
  select t.slug as key, t.name as label, x.n, x.correct
  from (
    select q.task_id, (count(*) filter (where p.outcome is distinct from 'UNSCORED'))::int as n,
      coalesce(sum(p.score), 0)::float8 as correct
    from questions q left join given p on p.ordinal = q.ordinal
    where q.release_id = (select release_id from runs where id = ${run}) group by q.task_id) x
    join tasks t on t.id = x.task_id
  where x.n > 0 order by t.slug collate "C"`;

const currentRelease = (benchmark: string) => sql`(
  select r.id from releases r join benchmarks b on b.id = r.benchmark_id where b.slug = ${benchmark} and r.is_current)`;

export async function countSlice(benchmark: string, filter: QuestionFilter | null | undefined): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from questions q
    where q.release_id = ${currentRelease(benchmark)} and ${questionCondition(filter)}`;
  return row?.n ?? 0;
}

/** The best runs over a slice, from their score vectors. */
export const fetchLeaderboard = (
  benchmark: string,
  filter: QuestionFilter | null | undefined,
  first: number,
): Promise<EntryRow[]> => sql<EntryRow[]>`
  with release as materialized (
    select id, repeat('0', (question_count + 7) / 8 * 8)::varbit as no_bits from releases
    where id = ${currentRelease(benchmark)}),
  mask as materialized (
    select bit_or(set_bit(release.no_bits, (q.ordinal & ~7) + 7 - (q.ordinal & 7), 1)) as bits, count(*)::int as n
    from release join questions q on q.release_id = release.id where ${questionCondition(filter)}),
  counted as (
    select r.id as run, r.model_id, mask.n,
      bit_count(('x' || encode(s.correct, 'hex'))::varbit & mask.bits)::int as correct
    from release join runs r on r.release_id = release.id join scores s on s.run_id = r.id cross join mask
    where r.visibility = 'PUBLIC' and r.status = 'SCORED' and mask.n > 0)
  select c.run, (rank() over (order by c.correct desc))::int as rank, c.correct::float8 / c.n as value, c.n, c.correct,
    m.slug, m.name, (count(*) over ())::int as total
  from counted c join models m on m.id = c.model_id
  order by rank, m.name collate "C", c.run limit ${first}`;
