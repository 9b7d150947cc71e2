import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { SelectedField } from "./selection.ts";
import { NotCompilableError } from "./type-tables.ts";

/**
 * An SQL expression of type `text` that is never NULL and contains JSON exactly as it appears in a response. Objects
 * and lists are concatenated from such texts, which takes PostgreSQL two thirds of the time of `json_build_object` and
 * `json_agg`.
 */
export class JsonText {
  /** @param parts literal texts and expressions of type `text` that are never NULL, concatenated in order */
  constructor(readonly parts: readonly (string | SQL)[]) {}

  /** The concatenation of the parts. More than one part is in parentheses. */
  get sql(): SQL {
    return concatenated(this.parts.map((part) => (typeof part === "string" ? literal(part) : part)));
  }
}

/** The most texts that one pair of parentheses concatenates. PostgreSQL's parser recurses once for each `||` in it. */
const MOST_IN_CHAIN = 100;

function concatenated(texts: readonly SQL[]): SQL {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return only;
  if (texts.length <= MOST_IN_CHAIN) return sql`(${sql.join([...texts], sql` || `)})`;
  const chains = Array.from({ length: Math.ceil(texts.length / MOST_IN_CHAIN) }, (_, index) =>
    concatenated(texts.slice(index * MOST_IN_CHAIN, (index + 1) * MOST_IN_CHAIN)),
  );
  return concatenated(chains);
}

/** A key and a value of an object in a response. */
export type TextEntry = readonly [key: string, value: JsonText];

export const jsonConstant = (value: string | boolean | null): JsonText => new JsonText([JSON.stringify(value)]);

/** The JSON of a value of any type; the JSON `null` if the value is NULL. */
export const jsonOf = (expression: SQL): JsonText =>
  new JsonText([sql`coalesce(to_json(${expression})::text, 'null')`]);

/** The JSON string of an optional prefix and a text, which must not be NULL or contain characters to escape. */
export const jsonOfPlain = (expression: SQL, prefix = ""): JsonText => new JsonText([`"${prefix}`, expression, '"']);

/** The PostgreSQL types whose text format is valid JSON. */
const WRITTEN_ALIKE: ReadonlySet<string> = new Set(["integer", "smallint", "boolean", "jsonb"]);

/** The JSON of a column; the JSON `null` if the column is NULL. */
export function jsonOfColumn(column: AnyPgColumn): JsonText {
  const text = WRITTEN_ALIKE.has(column.getSQLType()) ? sql`${column}::text` : sql`to_json(${column})::text`;
  return new JsonText([column.notNull ? text : sql`coalesce(${text}, 'null')`]);
}

/** The JSON that a SELECT returns; the JSON `null` if the SELECT returns no row. */
export const jsonWhereFound = (select: SQL): JsonText => new JsonText([sql`coalesce((${select}), 'null')`]);

/** An object with its keys in order. */
export const jsonObjectText = (entries: readonly TextEntry[]): JsonText =>
  joined([
    "{",
    ...entries.flatMap(([key, { parts }], index) => [`${index === 0 ? "" : ","}${JSON.stringify(key)}:`, ...parts]),
    "}",
  ]);

/**
 * The JSON list of the texts of all rows, as an aggregate.
 * @param how an ORDER BY clause within the aggregate
 * @param which a FILTER clause after the aggregate
 */
export const jsonListText = ({ sql: text }: JsonText, how: SQL = sql``, which: SQL = sql``): JsonText =>
  new JsonText(["[", sql`coalesce(string_agg(${text}, ','${how})${which}, '')`, "]"]);

/**
 * The delimiter of a hole: a place in the text that is filled with a computed field after the statement has returned.
 * The character never occurs in JSON, which escapes it.
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-7
 */
export const HOLE_MARK = "\u0001";

/** Stands in a text for a page that is too long to be shown. Like `HOLE_MARK`, it never occurs in JSON. */
export const TOO_LONG_MARK = "\u0002";

/**
 * The key of the error in the hole of a field with invalid arguments. No field can have this name, because GraphQL
 * names contain no spaces.
 */
export const FAILURE = "not valid";

/** A hole in a text: its number, and the inputs from which its field is computed. */
export const jsonHole = (number: number, needs: JsonText): JsonText =>
  joined([`${HOLE_MARK}${number}:`, ...needs.parts, HOLE_MARK]);

/** Joins adjacent literals, so that PostgreSQL has fewer parts to concatenate. */
function joined(parts: readonly (string | SQL)[]): JsonText {
  const fewer: (string | SQL)[] = [];
  for (const part of parts) {
    const last = fewer.at(-1);
    if (typeof part === "string" && typeof last === "string") fewer[fewer.length - 1] = last + part;
    else fewer.push(part);
  }
  return new JsonText(fewer);
}

export const literal = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'::text`);

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

/** A list with a value for each right option; null for a key of another kind. `value` reads one as `member`. */
const ofOptions = (
  value: SQL,
  several: SQL,
  one: SQL,
): SQL => sql`case when k ->> 'kind' in ('option', 'options') then (
  select jsonb_agg(${value} order by place)
  from jsonb_array_elements(coalesce(${several}, jsonb_build_array(${one}))) with ordinality as members(member, place)) end`;

const ANSWER: Shape = {
  label: sql`case when k ->> 'kind' = 'option' then ${optionLabelText(sql`(k ->> 'position')::int`)} end`,
  labels: ofOptions(optionLabelText(sql`member::int`), sql`k -> 'positions'`, sql`k -> 'position'`),
  positions: ofOptions(sql`member`, sql`k -> 'positions'`, sql`k -> 'position'`),
  texts: ofOptions(sql`member`, sql`k -> 'texts'`, sql`k -> 'text'`),
  text: sql`k ->> 'text'`,
  value: sql`k`,
};
