import { type SQL, sql } from "drizzle-orm";
import { badInput, requireUpTo } from "../../../domain/errors.ts";
import type { SelectedField } from "./selection.ts";

/** The requested page of a list. */
export interface PageArguments {
  readonly size: number;
  /** Whether the page is requested with `last` and counted from the end of the list. */
  readonly backward: boolean;
  readonly after: string | null;
  readonly before: string | null;
}

export const DEFAULT_PAGE_SIZE = 20;

/**
 * Reads `first`, `after`, `last` and `before`.
 * @throws `BAD_USER_INPUT` for a negative or too large size, and for a request with both `first` and `last`
 * @see https://relay.dev/graphql/connections.htm
 */
export function pageArguments({ args }: Pick<SelectedField, "args">, maximum: number): PageArguments {
  const first = size("first", args.first, maximum);
  const last = size("last", args.last, maximum);
  if (first !== null && last !== null) throw badInput("Give 'first' or 'last', not both.");
  return {
    size: first ?? last ?? DEFAULT_PAGE_SIZE,
    backward: last !== null,
    after: text(args.after),
    before: text(args.before),
  };
}

/**
 * Whether there are further items after and before a page. In the direction of reading, the query reads one extra item
 * to find out. In the opposite direction, a cursor in the arguments implies further items.
 * @param more whether there are further items in the direction of reading, as a value or an SQL expression
 * @param known converts a boolean to the same type as `more`
 */
export const pageEnds = <T>(
  { backward, after, before }: PageArguments,
  more: T,
  known: (value: boolean) => T,
): { readonly hasNextPage: T; readonly hasPreviousPage: T } => ({
  hasNextPage: backward ? known(before !== null) : more,
  hasPreviousPage: backward ? more : known(after !== null),
});

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function size(name: string, value: unknown, maximum: number): number | null {
  if (typeof value !== "number") return null;
  return requireUpTo(maximum, name, value);
}

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
