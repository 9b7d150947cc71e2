import { type SQL, sql } from "drizzle-orm";
import {
  JsonText,
  jsonConstant,
  jsonListText,
  jsonObjectText,
  jsonOf,
  jsonWhereFound,
  type TextEntry,
} from "./json-pieces.ts";
import { NotCompilableError } from "./not-compilable-error.ts";
import type { SelectedField } from "./selection.ts";

/** The fields of a GraphQL type without a table, each as an SQL expression or a function that returns its JSON. */
export type Shape = Readonly<Record<string, SQL | ((field: SelectedField) => JsonText)>>;

/** The JSON object of a type with this shape: the selected fields, in order. */
export function shapeText(typeName: string, shape: Shape, field: SelectedField): JsonText {
  return jsonObjectText(
    field.answered().map((child): TextEntry => {
      const { name, responseKey } = child;
      if (name === "__typename") return [responseKey, jsonConstant(typeName)];
      const member = shape[name];
      if (member === undefined) throw new NotCompilableError(`${typeName}.${name} has no plan`);
      return [responseKey, typeof member === "function" ? member(child) : jsonOf(member)];
    }),
  );
}

/**
 * A JSON list with one object for each element of a JSON array, in order. `shape` reads the element as `element`, and
 * its position, which starts at 1, as `place`.
 */
export const elementsText = (typeName: string, array: SQL, shape: Shape, field: SelectedField): JsonText =>
  new JsonText([
    sql`(select ${jsonListText(shapeText(typeName, shape, field), sql` order by place`).sql}
    from jsonb_array_elements(${array}) with ordinality as elements(element, place))`,
  ]);

/** The JSON object of the first element of a JSON array; null for an empty array. */
export const firstElementText = (typeName: string, array: SQL, shape: Shape, field: SelectedField): JsonText =>
  jsonWhereFound(sql`select ${shapeText(typeName, shape, field).sql}
    from jsonb_array_elements(${array}) with ordinality as elements(element, place) order by place limit 1`);

/** The members of `element` with these keys, as texts. */
export const elementFields = (...keys: readonly string[]): Shape =>
  Object.fromEntries(keys.map((key) => [key, sql`element ->> ${sql.raw(`'${key}'`)}`]));

/** The label of an option by its position: `optionLabel` of the domain as SQL, for the first 702 positions. */
export const optionLabelText = (position: SQL): SQL => sql`(case when ${position} < 26 then chr(65 + ${position})
  else chr(64 + ${position} / 26) || chr(65 + ${position} % 26) end)`;

/** The `Answer` of an `AnswerKey`; null for a null key. */
export const answerText = (key: SQL, field: SelectedField): JsonText =>
  jsonWhereFound(sql`select case when k is not null then ${shapeText("Answer", ANSWER, field).sql} end
    from (select ${key} as k) answer_key`);

const ANSWER: Shape = {
  label: sql`case when k ->> 'kind' = 'option' then ${optionLabelText(sql`(k ->> 'position')::int`)} end`,
  text: sql`k ->> 'text'`,
  value: sql`k`,
};
