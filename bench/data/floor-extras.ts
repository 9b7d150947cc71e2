import type postgres from "postgres";

/**
 * Adds a covering index and a table of vectors that an author of hand-written SQL would add. The index covers slices,
 * and every server's statements may use it. The vectors are bit strings, because PostgreSQL can AND bit strings but not
 * `bytea`.
 */
export async function addFloorExtras(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create index bench_questions_slice on questions (release_id, ordinal)
    include (id, level, task_id, audio_mask, duration_seconds, category_id, requires_audio, requires_visual, answer_format)`);
  await sql.unsafe(`
    create table bench_score_bits as
    select distinct on (run_id) run_id, ('x' || encode(correct, 'hex'))::varbit as correct
    from scores order by run_id, revision desc`);
  await sql.unsafe("alter table bench_score_bits add primary key (run_id)");
}
