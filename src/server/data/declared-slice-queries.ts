import { type SQL, sql } from "drizzle-orm";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray, jsonParameter } from "../db/statement.ts";
import { declaredSlices } from "../db/tables/access-tables.ts";
import { list, pick, type RowOf, typed } from "../db/typed-sql.ts";

const declaredSlice = pick(declaredSlices, "name", "ordinals");

/** A declared slice with its questions. */
export type DeclaredSlice = RowOf<typeof declaredSlice>;

/** The slices that are declared for a release, in the order of their names. */
export const fetchDeclaredSlices = (database: Queryable, release: number): Promise<readonly DeclaredSlice[]> =>
  database.query(typed`
    select ${list(declaredSlice)} from ${declaredSlices} where ${declaredSlices.releaseId} = ${release}::int
    order by ${declaredSlices.name} collate "C"`);

/** Declares a slice. Replaces a slice of the same name. */
export async function storeDeclaredSlice(
  tx: Queryable,
  release: number,
  name: string,
  filter: QuestionFilter,
  ordinals: Int32Array,
): Promise<void> {
  await tx.query(sql`
    insert into ${declaredSlices} (release_id, name, filter, ordinals)
    values (${release}::int, ${name}::text, ${jsonParameter(filter)}, ${integerArray([...ordinals])})
    on conflict (release_id, name) do update set filter = excluded.filter, ordinals = excluded.ordinals`);
}

/** Removes a declared slice. Returns false if no slice of that name is declared. */
export async function deleteDeclaredSlice(tx: Queryable, release: number, name: string): Promise<boolean> {
  const rows = await tx.query(typed`
    delete from ${declaredSlices} where ${declaredSlices.releaseId} = ${release}::int and ${declaredSlices.name} = ${name}::text
    returning ${list(pick(declaredSlices, "name"))}`);
  return rows.length > 0;
}

/** The declared slices of a release as a JSON array, for a statement that reads `releases`. */
export const declaredSlicesOf = (release: SQL): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'filter', filter, 'questionCount', cardinality(ordinals))
    order by name collate "C"), '[]'::jsonb)
  from ${declaredSlices} where release_id = ${release})`;
