import { sql } from "drizzle-orm";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { runs } from "../db/tables/run-tables.ts";
import { runVisibleTo } from "./run-conditions.ts";

/** A run that the viewer may see. */
export interface VisibleRun {
  readonly run: number;
  readonly release: number;
}

export function fetchVisibleRuns(database: Queryable, viewer: Viewer, ids: readonly number[]): Promise<VisibleRun[]> {
  return database.query<VisibleRun>(sql`
    select ${runs.id} as run, ${runs.releaseId} as release from ${runs}
    where ${runs.id} = any(${integerArray(ids)}) and ${runVisibleTo(viewer, runs)}`);
}
