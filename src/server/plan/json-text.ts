import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * An expression of type `text` that contains JSON exactly as it appears in a response, and is never NULL. Objects and
 * lists are concatenated from such texts. PostgreSQL takes two thirds of the time that `json_build_object` and
 * `json_agg` take.
 */
export class JsonText {
  /** @param parts literal texts and expressions of type `text` that are never NULL, concatenated in order */
  constructor(readonly parts: readonly (string | SQL)[]) {}

  /** In parentheses if there is more than one part. */
  get sql(): SQL {
    return concatenated(this.parts.map((part) => (typeof part === "string" ? literal(part) : part)));
  }
}

/** The most texts in one pair of parentheses: PostgreSQL's parser recurses once for each `||` in a chain. */
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

/** A key of an object in a response, with its value. */
export type TextEntry = readonly [key: string, value: JsonText];

export const jsonConstant = (value: string | boolean | null): JsonText => new JsonText([JSON.stringify(value)]);

/** A value of any type; `null` if it is NULL. */
export const jsonOf = (expression: SQL): JsonText =>
  new JsonText([sql`coalesce(to_json(${expression})::text, 'null')`]);

/** A text without characters to escape, which is not NULL, after an optional prefix. */
export const jsonOfPlain = (expression: SQL, prefix = ""): JsonText => new JsonText([`"${prefix}`, expression, '"']);

/** Types whose text in PostgreSQL is also their JSON. */
const WRITTEN_ALIKE: ReadonlySet<string> = new Set(["integer", "smallint", "boolean", "jsonb"]);

/** A column of a table; `null` if it is NULL. */
export function jsonOfColumn(column: AnyPgColumn): JsonText {
  const text = WRITTEN_ALIKE.has(column.getSQLType()) ? sql`${column}::text` : sql`to_json(${column})::text`;
  return new JsonText([column.notNull ? text : sql`coalesce(${text}, 'null')`]);
}

/** The result of a SELECT of one such text; `null` if it finds no row. */
export const jsonWhereFound = (select: SQL): JsonText => new JsonText([sql`coalesce((${select}), 'null')`]);

/** An object with its keys in order. */
export const jsonObjectText = (entries: readonly TextEntry[]): JsonText =>
  joined([
    "{",
    ...entries.flatMap(([key, { parts }], index) => [`${index === 0 ? "" : ","}${JSON.stringify(key)}:`, ...parts]),
    "}",
  ]);

/**
 * An aggregate of the rows' texts as a list. `how` follows the texts within the parentheses of the aggregate, `which`
 * follows the parentheses.
 */
export const jsonListText = ({ sql: text }: JsonText, how: SQL = sql``, which: SQL = sql``): JsonText =>
  new JsonText(["[", sql`coalesce(string_agg(${text}, ','${how})${which}, '')`, "]"]);

/**
 * The delimiter of a hole. It never occurs in JSON, which escapes this character.
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-7
 */
export const HOLE_MARK = "\u0001";

/** The member of an object that represents an error. No field has this name, because names contain no space. */
export const FAILURE = "not valid";

/** A hole in a text: its number, and the inputs of the field that fills it. */
export const jsonHole = (number: number, needs: JsonText): JsonText =>
  joined([`${HOLE_MARK}${number}:`, ...needs.parts, HOLE_MARK]);

/** Adjacent literals are joined here, so that PostgreSQL has fewer parts to concatenate. */
function joined(parts: readonly (string | SQL)[]): JsonText {
  const fewer: (string | SQL)[] = [];
  for (const part of parts) {
    const last = fewer.at(-1);
    if (typeof part === "string" && typeof last === "string") fewer[fewer.length - 1] = last + part;
    else fewer.push(part);
  }
  return new JsonText(fewer);
}

const literal = (text: string): SQL => sql.raw(`'${text.replaceAll("'", "''")}'::text`);
