/** The names and indices that lead to a value in a document. */
export type Place = readonly (string | number)[];

/** The places of all values in a document: its own first, then those of its members. */
export function placesOf(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return [at];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [at, ...keys.flatMap((key) => placesOf(Reflect.get(value, key), [...at, key]))];
}

/** A copy of a document with another value at a place. */
export function replace(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return by;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, key, replace(Reflect.get(value, key), rest, by));
  return copy;
}
