import { type SQL, sql } from "drizzle-orm";
import { tableSource } from "./aliased-table.ts";
import { type JsonEntry, jsonObject, orderedObject } from "./json-object.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { SelectedField } from "./selection.ts";
import type { TableOf, TypeName } from "./type-tables.ts";
import { UntoldError } from "./untold-error.ts";

/**
 * How a field of a GraphQL type is read from a row of the type's table. Resolvers read selected fields under their response
 * key, so that aliases cannot collide; what a resolver needs besides is under a `$` key.
 */
export interface PlannedField<T> {
  /** What the field adds to the JSON that resolvers read. */
  readonly plan: (row: T, field: SelectedField, scope: PlanScope) => readonly JsonEntry[];
  /** The field as it stands in the answer; absent where SQL alone cannot make it. */
  readonly text?: (row: T, field: SelectedField, scope: PlanScope) => SQL;
}

export type PlannedFields<T> = Readonly<Record<string, PlannedField<T>>>;

/** The fields of every planned type. Types refer to each other by name, so that their files need not. */
export type PlannedTypes = { readonly [N in TypeName]: PlannedFields<TableOf<N>> };

/** A field that is an expression over the row: a scalar, a list of them, or JSON that the type's resolvers read by field name. */
export const value = <T>(expression: (row: T, scope: PlanScope) => SQL): PlannedField<T> => ({
  plan: (row, field, scope) => [[field.responseKey, expression(row, scope)]],
  text: (row, field, scope) => {
    if (!field.isLeaf) throw new UntoldError(`${field.name} is an object`);
    return expression(row, scope);
  },
});

/** The same, an object or a list of them, with what it is in the answer for the fields that are asked for of it. */
export const shaped = <T>(
  expression: (row: T, scope: PlanScope) => SQL,
  text: (row: T, field: SelectedField, scope: PlanScope) => SQL,
): PlannedField<T> => ({ ...value(expression), text });

/** A field that a resolver computes; it finds what it needs under these `$` keys. */
export const computed = <T>(
  needs: (row: T, scope: PlanScope) => Readonly<Record<`$${string}`, SQL>>,
): PlannedField<T> => ({
  plan: (row, _field, scope) => Object.entries(needs(row, scope)),
});

/** A field that is one object, or null: the row of another table where the condition holds. */
export function one<T, N extends TypeName>(type: N, on: (row: T, child: TableOf<N>) => SQL): PlannedField<T> {
  const read =
    (object: ObjectJson) =>
    (row: T, field: SelectedField, scope: PlanScope): SQL => {
      const inner = scope.below(1);
      const child = inner.row(type);
      const json = object(type, child, field, inner);
      return sql`(select ${json} from ${tableSource(child)} where ${on(row, child)})`;
    };
  const planned = read(plannedObject);
  return { plan: (row, field, scope) => [[field.responseKey, planned(row, field, scope)]], text: read(answerObject) };
}

/** A field that is a whole list, which is always short: `usual` is how long, about, it is. */
export function many<T, N extends TypeName>(
  type: N,
  on: (row: T, child: TableOf<N>, scope: PlanScope) => SQL,
  order: (child: TableOf<N>) => SQL,
  usual: number,
): PlannedField<T> {
  const read =
    (object: ObjectJson) =>
    (row: T, field: SelectedField, scope: PlanScope): SQL => {
      const inner = scope.below(usual);
      const child = inner.row(type);
      const json = object(type, child, field, inner);
      return sql`(select coalesce(json_agg(${json} order by ${order(child)}), '[]'::json) from ${tableSource(child)} where ${on(row, child, scope)})`;
    };
  const planned = read(plannedObject);
  return { plan: (row, field, scope) => [[field.responseKey, planned(row, field, scope)]], text: read(answerObject) };
}

/** The fields of a row that are asked for of a field, as one JSON object. */
type ObjectJson = <N extends TypeName>(type: N, row: TableOf<N>, field: SelectedField, scope: PlanScope) => SQL;

const plannedObject: ObjectJson = (type, row, field, scope) => objectJson(type, row, field.children(), scope);
const answerObject: ObjectJson = (type, row, field, scope) => objectText(type, row, field.answered(), scope);

/**
 * A row as it stands in the answer: an object of the fields that are asked for, in their order.
 * @throws UntoldError where SQL alone cannot make it
 */
export function objectText<N extends TypeName>(
  type: N,
  row: TableOf<N>,
  fields: readonly SelectedField[],
  scope: PlanScope,
): SQL {
  return orderedObject(fields.map((field) => [field.responseKey, fieldText(type, row, field, scope)]));
}

/** One field of a row as it stands in the answer. */
export function fieldText<N extends TypeName>(type: N, row: TableOf<N>, field: SelectedField, scope: PlanScope): SQL {
  if (field.name === "__typename") return sql.raw(`'${type}'::text`);
  const text = scope.types[type][field.name]?.text;
  if (text === undefined) throw new UntoldError(`${type}.${field.name} is computed`);
  return text(row, field, scope);
}

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
    for (const [key, expression] of plan.plan(row, field, scope)) entries.set(key, expression);
  }
  return jsonObject([...entries]);
}
