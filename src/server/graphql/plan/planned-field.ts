import { type SQL, sql } from "drizzle-orm";
import { isNonNullType } from "graphql";
import { OmnidexError } from "../../../domain/errors.ts";
import {
  FAILURE,
  JsonText,
  jsonConstant,
  jsonHole,
  jsonListText,
  jsonObjectText,
  jsonOf,
  jsonWhereFound,
} from "./json-pieces.ts";
import type { PlannedField, PlanScope } from "./plan-scope.ts";
import type { SelectedField } from "./selection.ts";
import { NotCompilableError, type TableOf, type TypeName, tableSource } from "./type-tables.ts";

/** A field that is an expression over the row: a scalar or a list of scalars. */
export const value =
  <T>(expression: (row: T, scope: PlanScope) => SQL): PlannedField<T> =>
  (row, _field, scope) =>
    jsonOf(expression(row, scope));

/** The inputs of a computed field, by the names under which its resolver reads them. */
export type NeedsOf<T> = (row: T, scope: PlanScope) => Readonly<Record<string, SQL>>;

/** A field that its resolver computes. The plan reads the resolver's inputs and leaves a hole in the response. */
export const computed =
  <T>(needs: NeedsOf<T>): PlannedField<T> =>
  (row, field, scope) =>
    hole(field, needs(row, scope), scope);

/** The hole of a computed field, with the inputs `needs`. */
export function hole(field: SelectedField, needs: Readonly<Record<string, SQL>>, scope: PlanScope): JsonText {
  const entries = Object.entries(needs).map(([name, expression]) => [name, jsonOf(expression)] as const);
  return jsonHole(scope.hole(field), jsonObjectText(entries));
}

/** A field that is one object or null: the row of another table that satisfies the condition. */
export const one =
  <T, N extends TypeName>(type: N, on: (row: T, child: TableOf<N>) => SQL): PlannedField<T> =>
  (row, field, scope) => {
    const inner = scope.below(1);
    const child = inner.row(type);
    const { sql: object } = objectText(type, child, field.answered(), inner);
    return jsonWhereFound(sql`select ${object} from ${tableSource(child)} where ${on(row, child)}`);
  };

/** A field that is a list without pages. Its cost counts the list's assumed size in the schema. */
export const many =
  <T, N extends TypeName>(
    type: N,
    on: (row: T, child: TableOf<N>, scope: PlanScope) => SQL,
    order: (child: TableOf<N>) => SQL,
  ): PlannedField<T> =>
  (row, field, scope) => {
    const inner = scope.below(field.cost.assumedSize);
    const child = inner.row(type);
    const list = jsonListText(objectText(type, child, field.answered(), inner), sql` order by ${order(child)}`);
    return new JsonText([sql`(select ${list.sql} from ${tableSource(child)} where ${on(row, child, scope)})`]);
  };

/**
 * The JSON object of a row: the selected fields in their order.
 * @throws NotCompilableError for a field that has no plan
 */
export function objectText<N extends TypeName>(
  type: N,
  row: TableOf<N>,
  fields: readonly SelectedField[],
  scope: PlanScope,
): JsonText {
  return jsonObjectText(fields.map((field) => [field.responseKey, fieldText(type, row, field, scope)]));
}

function fieldText<N extends TypeName>(type: N, row: TableOf<N>, field: SelectedField, scope: PlanScope): JsonText {
  if (field.name === "__typename") return jsonConstant(type);
  const text = scope.types[type][field.name];
  if (text === undefined) throw new NotCompilableError(`${type}.${field.name} has no plan`);
  try {
    return text(row, field, scope);
  } catch (error) {
    if (isNonNullType(field.type) || !(error instanceof OmnidexError) || error.code !== "BAD_USER_INPUT") throw error;
    return failure(field, error, scope);
  }
}

/** The hole of a field with invalid arguments. Its resolver throws the error that the hole contains. */
const failure = (field: SelectedField, { message, details }: OmnidexError, scope: PlanScope): JsonText =>
  jsonHole(scope.hole(field), jsonObjectText([[FAILURE, jsonConstant(JSON.stringify({ message, details }))]]));
