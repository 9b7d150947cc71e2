import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../db/database.ts";
import { jsonParameter, textArray } from "../db/statement.ts";
import { errorLabels } from "../db/tables/review-tables.ts";
import { first, int, list, typed } from "../db/typed-sql.ts";

/** The new error types of one prediction; none to remove its labels. */
export interface ErrorLabel {
  readonly ordinal: number;
  readonly errorTypes: readonly string[];
}

/** Replaces the error types of these predictions of a run. Those of its other predictions stay. */
export async function replaceErrorLabels(
  tx: Queryable,
  run: number,
  labels: readonly ErrorLabel[],
  labelledBy: string,
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${jsonParameter(labels)}) as x(ordinal int, "errorTypes" text[])`;
  await tx.query(sql`
    delete from ${errorLabels} where ${errorLabels.runId} = ${run}::int
      and ${errorLabels.ordinal} in (select x.ordinal from ${rows})`);
  await tx.query(sql`
    insert into ${errorLabels} (run_id, ordinal, error_type, labelled_by)
    select ${run}::int, x.ordinal, t.name, ${labelledBy}::text from ${rows}, unnest(x."errorTypes") as t(name)`);
}

/** The error types of a prediction in alphabetical order, as an array; empty without labels. */
export const errorTypesIn = (run: SQL | AnyPgColumn, ordinal: AnyPgColumn): SQL => sql`array(
  select ${errorLabels.errorType} from ${errorLabels}
  where ${errorLabels.runId} = ${run} and ${errorLabels.ordinal} = ${ordinal} order by 1)`;

/** A digest of all error types of a run, which changes whenever a label does. */
export const labelsDigest = (run: AnyPgColumn): SQL => sql`md5((
  select coalesce(string_agg(${errorLabels.ordinal} || ' ' || ${errorLabels.errorType}, ',' order by ${errorLabels.ordinal},
    ${errorLabels.errorType}), '') from ${errorLabels} where ${errorLabels.runId} = ${run}))`;

/** Whether a prediction has one of these error types. */
export const hasErrorType = (
  run: SQL | AnyPgColumn,
  ordinal: AnyPgColumn,
  types: readonly string[],
): SQL => sql`exists (
  select from ${errorLabels} where ${errorLabels.runId} = ${run} and ${errorLabels.ordinal} = ${ordinal}
    and ${errorLabels.errorType} = any(${textArray(types)}))`;

/**
 * The error types of a run's predictions: `error_type`, the number of `predictions` that have it, and their `share` of the
 * predictions of the slice that have any.
 * @param inSlice a condition on the ordinal of a label
 */
export const countedErrorTypes = (run: SQL | AnyPgColumn, inSlice: (ordinal: AnyPgColumn) => SQL): SQL => sql`
  with l as (
    select ${errorLabels.errorType} as error_type, ${errorLabels.ordinal} as ordinal
    from ${errorLabels} where ${errorLabels.runId} = ${run} and ${inSlice(errorLabels.ordinal)})
  select l.error_type, count(*)::int as predictions, count(*)::float8 / (select count(distinct ordinal) from l) as share
  from l group by l.error_type`;

/** How many predictions of a run have an error type. */
export async function countLabelled(database: Queryable, run: number): Promise<number> {
  const labelled = int(sql`count(distinct ${errorLabels.ordinal})`);
  const found = await first(
    database.query(typed`select ${list({ labelled })} from ${errorLabels} where ${errorLabels.runId} = ${run}::int`),
  );
  return found?.labelled ?? 0;
}
