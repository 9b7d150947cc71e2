import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { runs, scores } from "../db/tables/run-tables.ts";
import { list, type RowOf, typed } from "../db/typed-sql.ts";

const choicesRow = { run: scores.runId, revision: scores.revision, choices: scores.choices };

/** A scoring of a run with the chosen options: one byte per question, by ordinal. `choices` is null until computed. */
export type ChoicesRow = RowOf<typeof choicesRow>;

/** The chosen options of the runs under their latest scoring, by run. The map leaves out runs that are not scored. */
export async function fetchLatestChoices(
  database: Queryable,
  wanted: readonly number[],
): Promise<ReadonlyMap<number, ChoicesRow>> {
  const rows = await database.query(typed`
    select distinct on (${scores.runId}) ${list(choicesRow)} from ${scores}
    where ${scores.runId} = any(${integerArray(wanted)}) order by ${scores.runId}, ${scores.revision} desc`);
  return new Map(rows.map((row) => [row.run, row]));
}

/**
 * Up to `limit` runs whose id is greater than `after` and whose latest scoring has no chosen options yet, in order of
 * id.
 */
export async function fetchRunsWithoutChoices(
  database: Queryable,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await database.query(typed`
    select ${list({ run: runs.id })} from ${runs}
    where ${runs.id} > ${after}::int and (
      select ${scores.choices} is null from ${scores} where ${scores.runId} = ${runs.id}
      order by ${scores.revision} desc limit 1)
    order by ${runs.id} limit ${limit}::int`);
  return rows.map(({ run }) => run);
}

/** Stores the chosen options of a run's latest scoring, unless it already has them. */
export async function storeChoices(tx: Queryable, run: number, choices: Uint8Array): Promise<void> {
  await tx.query(sql`
    update ${scores} set choices = ${sql.param(choices)}::bytea
    where run_id = ${run}::int and choices is null
      and revision = (select max(revision) from ${scores} latest where latest.run_id = ${run}::int)`);
}
