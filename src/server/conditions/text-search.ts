import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { badInput } from "../../domain/errors.ts";

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
