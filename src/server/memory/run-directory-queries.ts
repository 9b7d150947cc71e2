import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { models, runs, scores } from "../db/tables/run-tables.ts";
import {
  columnsOf,
  first,
  innerList,
  int,
  jsonRows,
  list,
  nullable,
  pick,
  type RowOf,
  typed,
} from "../db/typed-sql.ts";
import { createdAt, runColumns, runTables } from "./run-queries.ts";

const scored = { run: scores.runId, revision: int(sql`max(${scores.revision})`) };

const directoryRun = {
  ...runColumns,
  ...pick(runs, "visibility", "status", "owner"),
  ...pick(models, "parameterCount"),
  createdAt,
  /** The revision of the latest scoring; null if the run is not scored. */
  revision: nullable(columnsOf("latest", scored).revision),
};

/** A run with the fields that filters use and the fields that determine who may see it. */
export type DirectoryRun = RowOf<typeof directoryRun>;

/** All runs of these releases, public or private, in no order. */
export async function fetchRunDirectory(
  database: Queryable,
  releases: readonly number[],
): Promise<readonly DirectoryRun[]> {
  const directory = jsonRows(typed`
    select ${list(directoryRun)} from ${runTables}
      left join (select ${innerList(scored)} from ${scores} group by ${scores.runId}) latest on latest.run = ${runs.id}
    where ${runs.releaseId} = any(${integerArray(releases)})`);
  return (await first(database.query(typed`select ${list({ runs: directory })}`)))?.runs ?? [];
}
