import { distance } from "fastest-levenshtein";

/** A record's fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The largest edit distance of a misspelling: two wrong, missing or extra letters, or two swapped letters. */
const MISSPELT = 2;

/** The field that is probably a misspelling of a name; undefined if the record has the name or no similar one. */
export function misspelt(record: Fields, name: string): string | undefined {
  if (Object.hasOwn(record, name)) return undefined;
  return Object.keys(record).find((field) => distance(field.trim().toLowerCase(), name) <= MISSPELT);
}

/**
 * A model's output as text. Numbers and booleans are converted back, because tables turn texts that look like them into
 * such values. Lists and objects become JSON. Null if there is no output.
 */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  // pandas' missing value, written as a number.
  if (typeof value === "number" && Number.isNaN(value)) return null;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return JSON.stringify(value);
}

/** A non-empty text, or undefined. */
export function nameOf(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  return text === undefined || text === "" ? undefined : text;
}

/** A whole number of at least 0, possibly as a text or float from a table ("12", "12.0"); else undefined. */
export function indexOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim() ?? "";
  const number = /^\d+(\.0*)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
