/**
 * The text of a parsed value. A list or an object is written as JSON, because `String` throws for an object with a
 * field named `toString` that is not a function.
 */
export const valueText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
