/** What arrays hold. */
export type ArrayItem = string | number | boolean | null;

/** An item of a list as PostgreSQL reads it. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export const itemText = (item: ArrayItem): string => (typeof item === "string" ? quoted(item) : String(item));

/** A whole list. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export const arrayText = (items: readonly ArrayItem[]): string => `{${items.map(itemText).join()}}`;

/** Searching for the two characters one after the other is faster than a pattern. */
const quoted = (text: string): string =>
  `"${text.includes('"') || text.includes("\\") ? text.replace(/["\\]/g, "\\$&") : text}"`;
