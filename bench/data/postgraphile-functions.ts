import type postgres from "postgres";

/**
 * Adds a schema with functions, which PostGraphile exposes as fields. It needs them because the conditions
 * that it derives from columns can express neither a bit mask nor an aggregate over score vectors.
 */
export async function addPostgraphileFunctions(sql: postgres.Sql): Promise<void> {
  for (const statement of [...SCHEMA, ...LISTS, ...RUNS]) await sql.unsafe(statement);
}

const SCHEMA = [
  "create schema bench_api",
  "create type bench_api.task_cell as (key text, label text, n int, correct float8)",
  `create type bench_api.board_entry as (rank int, value float8, n int, correct int, run_id int, model_slug text,
    model_name text, total int)`,
];

const LISTS = [
  `create function bench_api.slice_questions(audio int, level text, longer float8) returns setof public.questions
    language sql stable as $$
      select q.* from public.questions q
      where q.release_id in (select id from public.releases where is_current) and q.audio_mask & audio::smallint <> 0
        and q.level = slice_questions.level and q.duration_seconds > longer
      order by q.release_id, q.ordinal $$`,
  `create function bench_api.current_videos() returns setof public.videos language sql stable as $$
      select v.* from public.videos v where v.release_id in (select id from public.releases where is_current)
      order by v.release_id, v.position $$`,
  `create function bench_api.questions_audio_labels(question public.questions) returns setof public.audio_types
    language sql stable as $$
      select a.* from public.audio_types a where a.id = any(question.audio_type_ids) order by a.bit $$`,
  "comment on function bench_api.questions_audio_labels is '@behavior -connection +list'",
];

const RUNS = [
  `create function bench_api.runs_accuracy_by_task(run public.runs) returns setof bench_api.task_cell
    language sql stable as $$
      with given as materialized (select ordinal, outcome, score from public.predictions where run_id = run.id)
      select t.slug, t.name, x.n, x.correct
      from (
        select q.task_id, (count(*) filter (where p.outcome is distinct from 'UNSCORED'))::int as n,
          coalesce(sum(p.score), 0)::float8 as correct
        from public.questions q left join given p on p.ordinal = q.ordinal
        where q.release_id = run.release_id group by q.task_id) x
        join public.tasks t on t.id = x.task_id
      where x.n > 0 order by t.slug collate "C" $$`,
  "comment on function bench_api.runs_accuracy_by_task is '@behavior -connection +list'",
  `create function bench_api.board(benchmark text, audio int, level text, longer float8, entries int)
    returns setof bench_api.board_entry language sql stable as $$
      with release as materialized (
        select r.id, repeat('0', (r.question_count + 7) / 8 * 8)::varbit as no_bits
        from public.releases r join public.benchmarks b on b.id = r.benchmark_id
        where b.slug = board.benchmark and r.is_current),
      mask as materialized (
        select bit_or(set_bit(release.no_bits, (q.ordinal & ~7) + 7 - (q.ordinal & 7), 1)) as bits, count(*)::int as n
        from release join public.questions q on q.release_id = release.id
        where q.audio_mask & audio::smallint <> 0 and q.level = board.level and q.duration_seconds > longer),
      counted as (
        select r.id, r.model_id, mask.n,
          bit_count(('x' || encode(s.correct, 'hex'))::varbit & mask.bits)::int as correct
        from release join public.runs r on r.release_id = release.id join public.scores s on s.run_id = r.id
          cross join mask
        where r.visibility = 'PUBLIC' and r.status = 'SCORED' and mask.n > 0)
      select (rank() over (order by c.correct desc))::int, c.correct::float8 / c.n, c.n, c.correct, c.id, m.slug,
        m.name, (count(*) over ())::int
      from counted c join public.models m on m.id = c.model_id
      order by 1, m.name collate "C", c.id limit entries $$`,
  "comment on function bench_api.board is '@behavior -connection +list'",
];
