import { type SQL, sql } from "drizzle-orm";
import { tableSource } from "./aliased-table.ts";
import { type JsonEntry, jsonObject } from "./json-object.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { SelectedField } from "./selection.ts";
import type { TableOf, TypeName } from "./type-tables.ts";

/**
 * How a field of a GraphQL type is read from a row of the type's table: what it adds to the row's JSON. Selected fields
 * are under their response key, so that aliases cannot collide; what a resolver needs besides is under a `$` key.
 */
export type PlannedField<T> = (row: T, field: SelectedField, scope: PlanScope) => readonly JsonEntry[];

export type PlannedFields<T> = Readonly<Record<string, PlannedField<T>>>;

/** The fields of every planned type. Types refer to each other by name, so that their files need not. */
export type PlannedTypes = { readonly [N in TypeName]: PlannedFields<TableOf<N>> };

/** A field that is an expression over the row: a scalar, or JSON that the type's resolvers read by field name. */
export const value =
  <T>(expression: (row: T, scope: PlanScope) => SQL): PlannedField<T> =>
  (row, field, scope) => [[field.responseKey, expression(row, scope)]];

/** A field that a resolver computes; it finds what it needs under these `$` keys. */
export const computed =
  <T>(needs: (row: T) => Readonly<Record<`$${string}`, SQL>>): PlannedField<T> =>
  (row) =>
    Object.entries(needs(row));

/** A field that is one object, or null: the row of another table where the condition holds. */
export const one =
  <T, N extends TypeName>(type: N, on: (row: T, child: TableOf<N>) => SQL): PlannedField<T> =>
  (row, field, scope) => {
    const inner = scope.below(1);
    const child = inner.row(type);
    const json = objectJson(type, child, field.children(), inner);
    return [[field.responseKey, sql`(select ${json} from ${tableSource(child)} where ${on(row, child)})`]];
  };

/** A field that is a whole list, which is always short: `usual` is how long, about, it is. */
export const many =
  <T, N extends TypeName>(
    type: N,
    on: (row: T, child: TableOf<N>) => SQL,
    order: (child: TableOf<N>) => SQL,
    usual: number,
  ): PlannedField<T> =>
  (row, field, scope) => {
    const inner = scope.below(usual);
    const child = inner.row(type);
    const json = objectJson(type, child, field.children(), inner);
    const list = sql`(select coalesce(json_agg(${json} order by ${order(child)}), '[]'::json) from ${tableSource(child)} where ${on(row, child)})`;
    return [[field.responseKey, list]];
  };

/** A row as a JSON object of the fields that are asked for. */
export function objectJson<N extends TypeName>(
  type: N,
  row: TableOf<N>,
  fields: readonly SelectedField[],
  scope: PlanScope,
): SQL {
  const planned = scope.types[type];
  const entries = new Map<string, SQL>();
  for (const field of fields) {
    const plan = planned[field.name];
    if (plan === undefined) throw new Error(`${type}.${field.name} has no plan`);
    for (const [key, expression] of plan(row, field, scope)) entries.set(key, expression);
  }
  return jsonObject([...entries]);
}
