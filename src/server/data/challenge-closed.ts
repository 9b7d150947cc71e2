import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../db/database.ts";
import { releases } from "../db/tables/benchmark-tables.ts";
import { challenges, finalBoards } from "../db/tables/challenge-tables.ts";
import { boolean, first, list, typed } from "../db/typed-sql.ts";

/**
 * Whether the challenge over a release has closed: its final board is stored, and submissions are not accepted again. A
 * release without a challenge, or without a closing date, never closes.
 */
export const challengeClosed = (release: SQL | AnyPgColumn): SQL => sql`(
  exists (select from ${finalBoards} board where board.release_id = ${release})
  and not exists (select from ${releases} closing join ${challenges} dates on dates.benchmark_id = closing.benchmark_id
    where closing.id = ${release} and closing.is_current and (dates.closes_at is null or dates.closes_at > now())))`;

/** `challengeClosed` for one release. */
export async function fetchClosed(database: Queryable, release: number): Promise<boolean> {
  const row = await first(
    database.query(typed`select ${list({ closed: boolean(challengeClosed(sql`${release}::int`)) })}`),
  );
  return row?.closed === true;
}
