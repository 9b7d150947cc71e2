import { OmnidexInputError } from "./sdk-errors.ts";

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether an object has no fields because it is not plain data: a `Map`, a `Set`, a promise. */
function isOpaque(value: object): boolean {
  const parent: unknown = Object.getPrototypeOf(value);
  // Compares no prototype by identity: an object from another realm, such as an iframe, has another `Object.prototype`.
  return (
    Object.keys(value).length === 0 && !Array.isArray(value) && isObject(parent) && !!Object.getPrototypeOf(parent)
  );
}

/**
 * Whether JSON keeps a value. `JSON.stringify` drops undefined, functions and symbols, and writes null for NaN, for an
 * invalid date, and for anything that it would drop from a list.
 *
 * @param json the value itself, or the result of its `toJSON`
 */
function isKept(value: unknown, json: unknown, holder: object): boolean {
  if (json == null) return value === json && (json === null || !Array.isArray(holder));
  if (typeof json === "number") return Number.isFinite(json);
  return isObject(json) ? !isOpaque(json) : typeof json === "string" || typeof json === "boolean";
}

function nameOf(value: unknown): string {
  if (value == null || typeof value === "number" || value instanceof Date) return String(value);
  return `of type ${value.constructor?.name || typeof value}`;
}

/**
 * JSON that means the same as the object. Fields that are undefined are left out.
 *
 * @throws OmnidexInputError for a value that JSON would drop or replace, such as NaN. It names the place, such as
 *   `variables.filter.durationSeconds.gt`.
 */
export function exactJson(object: object): string {
  const places = new Map<unknown, string>();
  return JSON.stringify(object, function (this: Readonly<Record<string, unknown>>, name, json: unknown) {
    const above = places.get(this);
    const place = Array.isArray(this) ? `${above}[${name}]` : above ? `${above}.${name}` : name;
    const value = this[name];
    if (!isKept(value, json, this))
      throw new OmnidexInputError(
        `${place} is ${nameOf(value)}; expected ${typeof json === "number" ? "a finite number" : "a value that JSON can hold"}.`,
      );
    if (isObject(json)) places.set(json, place);
    return json;
  });
}
