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
