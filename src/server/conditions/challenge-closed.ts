import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../db/database.ts";
import { releases } from "../db/tables/benchmark-tables.ts";
import { challenges, finalBoards } from "../db/tables/challenge-tables.ts";
import { runs } from "../db/tables/run-tables.ts";
import { boolean, first, list, typed } from "../db/typed-sql.ts";

/**
 * Whether the challenge over a release has closed: the final board of its present closing date is stored, and no run was
 * scored afterwards. A release without a challenge, or without a closing date, never closes. A challenge that is prolonged
 * has not closed, also if another release becomes current meanwhile.
 */
export const challengeClosed = (release: SQL | AnyPgColumn): SQL => sql`exists (
  select from ${finalBoards} board join ${releases} closing on closing.id = board.release_id
    join ${challenges} dates on dates.benchmark_id = closing.benchmark_id
  where board.release_id = ${release} and (not closing.is_current or dates.closes_at = board.closed_at)
    and not exists (select from ${runs} later where later.release_id = board.release_id and later.finalized_at > board.sealed_at))`;

/** `challengeClosed` for one release. */
export async function fetchClosed(database: Queryable, release: number): Promise<boolean> {
  const row = await first(
    database.query(typed`select ${list({ closed: boolean(challengeClosed(sql`${release}::int`)) })}`),
  );
  return row?.closed === true;
}
