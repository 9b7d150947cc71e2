import type postgres from "postgres";
import { PREDICTION_COLUMNS } from "./run-outcomes.ts";

/** The number of sessions that insert concurrently. */
const SESSIONS = 2;

/**
 * Writes the predictions that match the outcome bits in `scores`. The rows are those of `predictionLine`, but the
 * database makes them, because sending tens of millions of lines would take longer. The primary key is built at the end.
 */
export async function insertPredictions(sql: postgres.Sql): Promise<void> {
  await sql.unsafe("alter table predictions drop constraint predictions_run_id_ordinal_pk");
  await Promise.all(
    Array.from({ length: SESSIONS }, (_, session) =>
      sql.begin(async (tx) => {
        await tx.unsafe("set local session_replication_role = replica");
        await tx.unsafe(INSERT, [session]);
      }),
    ),
  );
  await sql.unsafe(
    "alter table predictions add constraint predictions_run_id_ordinal_pk primary key (run_id, ordinal)",
  );
}

/**
 * A question that is neither answered, unreadable nor failed has no prediction. `|| ''::bytea` makes
 * PostgreSQL decompress each vector once, and not for each bit.
 */
const INSERT = `
  insert into predictions (${PREDICTION_COLUMNS})
  select run_id, ordinal,
    case outcome when 'ERRORED' then null when 'UNPARSED' then 'I cannot say.' else 'The answer is ' || label || '.' end,
    case outcome when 'ERRORED' then 'HTTP 500' end,
    outcome,
    case outcome when 'CORRECT' then 1 when 'ERRORED' then null else 0 end,
    case when outcome in ('CORRECT', 'WRONG') then label end,
    case outcome when 'ERRORED' then 'error' when 'UNPARSED' then 'no-answer' else 'declared' end,
    case when outcome in ('CORRECT', 'WRONG') then 0 end,
    case when outcome in ('CORRECT', 'WRONG') then 16 end,
    false
  from (
    select run_id, ordinal, outcome, substr('ABCD', 1 + (ordinal + (outcome = 'WRONG')::int) % 4, 1) as label
    from (
      select run_id, ordinal, case
        when get_bit(correct, ordinal) = 1 then 'CORRECT'
        when get_bit(answered, ordinal) = 1 then 'WRONG'
        when get_bit(unparsed, ordinal) = 1 then 'UNPARSED'
        when get_bit(errored, ordinal) = 1 then 'ERRORED' end as outcome
      from (
        select run_id, length, correct || ''::bytea as correct, answered || ''::bytea as answered,
          unparsed || ''::bytea as unparsed, errored || ''::bytea as errored
        from scores where run_id % ${SESSIONS} = $1::int order by run_id offset 0) vectors
        cross join generate_series(0, length - 1) ordinal) bits
    where outcome is not null) found`;
