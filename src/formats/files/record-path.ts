import { ImportError } from "../../domain/import-error.ts";
import type { JsonWay } from "../../domain/json-text.ts";

/** The path of an object's member: `$.questions`, or `$["a b"]` if the name is not a plain word. */
export const memberPath = (path: string, name: string): string =>
  /^[A-Za-z_][\w-]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name.slice(0, 80))}]`;

/** The path of a value within the value at `root`: `$[3].options`. */
export const pathOf = (way: JsonWay, root = "$"): string =>
  way.reduce<string>((path, step) => (typeof step === "number" ? `${path}[${step}]` : memberPath(path, step)), root);

const MAX_SHOWN = 60;

/** Describes a value in a message: `an object`, `the string "foo"`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return value === null ? "null" : "nothing";
  if (typeof value === "string") return `the string ${describeString(value)}`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const describeString = (value: string): string =>
  JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);

/**
 * Rejects values anywhere in a document that PostgreSQL cannot store: NUL characters (not allowed in text and jsonb),
 * lone surrogates (no UTF-8 form) and infinite numbers (no JSON form).
 * @throws {ImportError} with the path of the value, or of the field whose name is affected
 */
export function requireStorable(value: unknown, path: string): void {
  // The paths of all values would take longer to write than the values to check.
  if (!isStorable(value)) requireEach(value, path);
}

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  for (const name of Object.keys(value))
    if (!isStorableText(name) || !isStorable((value as Readonly<Record<string, unknown>>)[name])) return false;
  return true;
}

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

function requireEach(value: unknown, path: string): void {
  if (typeof value === "string") requireStorableText(value, path);
  if (typeof value === "number" && !Number.isFinite(value)) throw new ImportError(path, "a finite number", `${value}`);
  if (Array.isArray(value)) {
    value.forEach((element, index) => {
      requireEach(element, `${path}[${index}]`);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      requireStorableText(name, memberPath(path, name));
      requireEach(member, memberPath(path, name));
    }
  }
}

function requireStorableText(text: string, path: string): void {
  const nul = text.indexOf("\0");
  if (nul !== -1) throw new ImportError(path, "text", `a NUL character at position ${nul}`);
  if (/\p{Surrogate}/u.test(text)) throw new ImportError(path, "well-formed Unicode", "half a surrogate pair");
}
