/** A value that an array can hold. */
export type ArrayItem = string | number | boolean | null;

/** Formats one item of an array literal. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export const itemText = (item: ArrayItem): string => (typeof item === "string" ? quoted(item) : String(item));

/** Formats a list as an array literal. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export const arrayText = (items: readonly ArrayItem[]): string => `{${items.map(itemText).join()}}`;

/** Two calls of `includes` are faster than one regular expression. */
const quoted = (text: string): string =>
  `"${text.includes('"') || text.includes("\\") ? text.replace(/["\\]/g, "\\$&") : text}"`;
