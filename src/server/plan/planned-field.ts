import { type SQL, sql } from "drizzle-orm";
import { tableSource } from "./aliased-table.ts";
import { type JsonEntry, jsonObject } from "./json-object.ts";
import { JsonText, jsonConstant, jsonListText, jsonObjectText, jsonOf, jsonWhereFound } from "./json-text.ts";
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
  readonly text?: (row: T, field: SelectedField, scope: PlanScope) => JsonText;
}

export type PlannedFields<T> = Readonly<Record<string, PlannedField<T>>>;

/** The fields of every planned type. Types refer to each other by name, so that their files need not. */
export type PlannedTypes = { readonly [N in TypeName]: PlannedFields<TableOf<N>> };

/** A field that is an expression over the row: a scalar, a list of them, or JSON that the type's resolvers read by field name. */
export const value = <T>(expression: (row: T, scope: PlanScope) => SQL): PlannedField<T> =>
  leaf(expression, (row, scope) => jsonOf(expression(row, scope)));

/** The same, where there is a shorter way to its text. */
export const leaf = <T>(
  expression: (row: T, scope: PlanScope) => SQL,
  text: (row: T, scope: PlanScope) => JsonText,
): PlannedField<T> => ({
  plan: (row, field, scope) => [[field.responseKey, expression(row, scope)]],
  text: (row, field, scope) => {
    if (!field.isLeaf) throw new UntoldError(`${field.name} is an object`);
    return text(row, scope);
  },
});

/** The same, an object or a list of them, with what it is in the answer for the fields that are asked for of it. */
export const shaped = <T>(
  expression: (row: T, scope: PlanScope) => SQL,
  text: (row: T, field: SelectedField, scope: PlanScope) => JsonText,
): PlannedField<T> => ({ ...value(expression), text });

/** A field that a resolver computes; it finds what it needs under these `$` keys. */
export const computed = <T>(
  needs: (row: T, scope: PlanScope) => Readonly<Record<`$${string}`, SQL>>,
): PlannedField<T> => ({
  plan: (row, _field, scope) => Object.entries(needs(row, scope)),
});

/** A field that is one object, or null: the row of another table where the condition holds. */
export function one<T, N extends TypeName>(type: N, on: (row: T, child: TableOf<N>) => SQL): PlannedField<T> {
  const read = (row: T, scope: PlanScope, object: (child: TableOf<N>, inner: PlanScope) => SQL): SQL => {
    const inner = scope.below(1);
    const child = inner.row(type);
    return sql`select ${object(child, inner)} from ${tableSource(child)} where ${on(row, child)}`;
  };
  return {
    plan: (row, field, scope) => {
      const select = read(row, scope, (child, inner) => objectJson(type, child, field.children(), inner));
      return [[field.responseKey, sql`(${select})`]];
    },
    text: (row, field, scope) =>
      jsonWhereFound(read(row, scope, (child, inner) => objectText(type, child, field.answered(), inner).sql)),
  };
}

/** A field that is a whole list, which is always short: about as long as the schema assumes. */
export function many<T, N extends TypeName>(
  type: N,
  on: (row: T, child: TableOf<N>, scope: PlanScope) => SQL,
  order: (child: TableOf<N>) => SQL,
): PlannedField<T> {
  type List = (child: TableOf<N>, inner: PlanScope) => SQL;
  const read = (row: T, field: SelectedField, scope: PlanScope, list: List): SQL => {
    const inner = scope.below(field.cost.assumedSize);
    const child = inner.row(type);
    return sql`(select ${list(child, inner)} from ${tableSource(child)} where ${on(row, child, scope)})`;
  };
  const inOrder = (child: TableOf<N>): SQL => sql` order by ${order(child)}`;
  return {
    plan: (row, field, scope) => {
      const list = (child: TableOf<N>, inner: PlanScope): SQL =>
        sql`coalesce(json_agg(${objectJson(type, child, field.children(), inner)}${inOrder(child)}), '[]'::json)`;
      return [[field.responseKey, read(row, field, scope, list)]];
    },
    text: (row, field, scope) => {
      const list = (child: TableOf<N>, inner: PlanScope): SQL =>
        jsonListText(objectText(type, child, field.answered(), inner), inOrder(child)).sql;
      return new JsonText([read(row, field, scope, list)]);
    },
  };
}

/**
 * A row as it stands in the answer: an object of the fields that are asked for, in their order.
 * @throws UntoldError where SQL alone cannot make it
 */
export function objectText<N extends TypeName>(
  type: N,
  row: TableOf<N>,
  fields: readonly SelectedField[],
  scope: PlanScope,
): JsonText {
  return jsonObjectText(fields.map((field) => [field.responseKey, fieldText(type, row, field, scope)]));
}

/** One field of a row as it stands in the answer. */
export function fieldText<N extends TypeName>(
  type: N,
  row: TableOf<N>,
  field: SelectedField,
  scope: PlanScope,
): JsonText {
  if (field.name === "__typename") return jsonConstant(type);
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
