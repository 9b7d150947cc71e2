import { repeatedName } from "../../domain/json-text.ts";
import { nestsDeeper } from "../../domain/nesting.ts";
import { MAX_DEPTH } from "./json-scanner.ts";
import { quoteLongIntegers } from "./long-integers.ts";
import { PythonLiteralError, parsePythonLiteral, RepeatedKeyError } from "./python-literal.ts";

/** The value in a text, or why it has none: a name is repeated, it nests too deep, or it is not a literal. */
export type LiteralText =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "repeated"; readonly name: string }
  | { readonly kind: "deep" }
  | { readonly kind: "invalid"; readonly error: PythonLiteralError };

/** Reads a list or an object that is written as JSON or as a Python literal, including numpy's notation. */
export function readLiteralText(text: string): LiteralText {
  let value: unknown;
  try {
    value = JSON.parse(quoteLongIntegers(text));
  } catch {
    return readPython(text);
  }
  if (nestsDeeper(value, MAX_DEPTH)) return { kind: "deep" };
  const repeated = repeatedName(text, value);
  return repeated === null ? { kind: "value", value } : { kind: "repeated", name: String(repeated.at(-1)) };
}

function readPython(text: string): LiteralText {
  try {
    return { kind: "value", value: parsePythonLiteral(text) };
  } catch (error) {
    if (error instanceof RepeatedKeyError) return { kind: "repeated", name: error.key };
    if (error instanceof PythonLiteralError) return { kind: "invalid", error };
    throw error;
  }
}
