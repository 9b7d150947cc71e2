import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { badInput } from "../../domain/errors.ts";

/** The texts of a prediction that count to the size of its run. */
const TEXTS = ["response", "error", "confirmation"] as const;

type TextName = (typeof TEXTS)[number];

/** How often each text counts. */
export type TextCounts = Readonly<Record<TextName, number>>;

export const EVERY_TEXT: TextCounts = { response: 1, error: 1, confirmation: 1 };

/** The size of a model's output, in bytes of UTF-8. */
export const outputBytes = (output: Readonly<Partial<Record<TextName, string | null | undefined>>>): number =>
  TEXTS.reduce((sum, name) => sum + Buffer.byteLength(output[name] ?? ""), 0);

/**
 * The size of a prediction's texts in SQL, as a `float8`, which both drivers read as a number.
 * @param columns the row; by default the columns of the only table in scope
 */
export const outputBytesOf = (
  columns: Readonly<Record<TextName, SQLWrapper>> = COLUMNS,
  counts: TextCounts = EVERY_TEXT,
): SQL =>
  sql`(${sql.join(
    TEXTS.map((name) => sql`${sql.raw(String(counts[name]))} * coalesce(octet_length(${columns[name]}), 0)::float8`),
    sql` + `,
  )})`;

const COLUMNS = { response: sql`response`, error: sql`error`, confirmation: sql`confirmation` };

/** The longest text that responses are searched for, in characters. */
const MOST_CHARACTERS = 200;

/**
 * A text to search for, without white space around it.
 * @throws `BAD_USER_INPUT` for a text that is empty, too long, or has a NUL character, which no stored text has
 */
export function requireSearchText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MOST_CHARACTERS)
    throw badInput(`'filter.text' must have 1 to ${MOST_CHARACTERS} characters; it has ${trimmed.length}.`);
  if (trimmed.includes("\0")) throw badInput("'filter.text' must not contain a NUL character.");
  return trimmed;
}

/**
 * Whether a column contains a text literally, except that case is ignored. Nearly all of the time goes into folding the
 * case of the column's values. For an ASCII text only ASCII letters are folded, as the collation "C" does, in less than
 * half the time. Two other characters whose lower case is an ASCII letter, the Kelvin sign and İ, are then not found.
 */
export const holdsText = (column: AnyPgColumn, text: string): SQL =>
  isAscii(text)
    ? sql`strpos(lower(${column} collate "C"), ${text.toLowerCase()}::text) > 0`
    : sql`${column} ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}::text`;

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
