import { type SQL, sql } from "drizzle-orm";
import { badInput } from "../../../domain/errors.ts";

/** The PostgreSQL types of order columns. */
export type CursorType = "integer" | "text" | "float8" | "timestamptz";

/**
 * Encodes a cursor as the base64url of a JSON array: the name of the list and order, then the values of the order's
 * columns as PostgreSQL prints them. Cursors are opaque to callers.
 */
export function encodeCursor(list: string, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...values])).toString("base64url");
}

/**
 * `encodeCursor` as an SQL expression. PostgreSQL encodes the cursors of pages read from tables. The server encodes the
 * cursors of lists in memory. Both encodings must be equal, and a test compares them.
 */
export function encodedCursor(list: string, values: readonly SQL[]): SQL {
  const texts = values.map((value) => sql`to_json((${value})::text)::text`);
  const array = sql`'[' || to_json(${list}::text)::text || ',' || ${sql.join(texts, sql` || ',' || `)} || ']'`;
  return sql`rtrim(translate(replace(encode(convert_to(${array}, 'UTF8'), 'base64'), chr(10), ''), '+/', '-_'), '=')`;
}

/**
 * Decodes a cursor of the given list into one value for each of `types`. Every value is valid for its PostgreSQL type,
 * even in a forged cursor.
 * @throws `BAD_USER_INPUT` if the text is not a cursor, or is a cursor of another list or order
 */
export function decodeCursor(
  list: string,
  types: readonly CursorType[],
  argument: string,
  cursor: string,
): readonly string[] {
  const [name, ...values] = parse(cursor);
  if (name === undefined) throw badInput(`'${argument}' is not a cursor: '${cursor.slice(0, 80)}'.`);
  if (name !== list) {
    throw badInput(`'${argument}' is a cursor of another list or another order (${name.slice(0, 80)}, not ${list}).`);
  }
  if (values.length !== types.length || !types.every((type, index) => READABLE[type](values[index] ?? ""))) {
    throw badInput(`'${argument}' is not a cursor of this list: '${cursor.slice(0, 80)}'.`);
  }
  return values;
}

function parse(cursor: string): readonly string[] {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(decoded) && decoded.every((item) => typeof item === "string") ? decoded : [];
  } catch {
    return [];
  }
}

/** Whether a text is a value of the type, in the format that PostgreSQL prints. */
const READABLE: { readonly [T in CursorType]: (text: string) => boolean } = {
  integer: (text) => /^-?\d{1,10}$/.test(text) && Number(text) === (Number(text) | 0),
  text: (text) => !text.includes("\0"),
  float8: (text) => /^(-?Infinity|-?\d+(\.\d+)?(e[+-]?\d+)?)$/.test(text) && inFloatRange(text),
  timestamptz: isTimestamp,
};

/** PostgreSQL raises an error for a number that overflows to infinity or underflows to 0. */
function inFloatRange(text: string): boolean {
  const number = Number(text);
  return text.endsWith("Infinity") || (Number.isFinite(number) && (number !== 0 || !/[1-9].*(e|$)/.test(text)));
}

/**
 * Accepts texts such as `2026-07-31 12:00:00.123456+00`. JavaScript would read the 31st of June as the 1st of July, and
 * knows a year 0, which PostgreSQL does not have.
 */
function isTimestamp(text: string): boolean {
  const [, date, time] =
    /^((?!0000)\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/.exec(text) ?? [];
  const instant = new Date(`${date}T${time}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${date}T${time}`);
}
