import { nestsDeeper } from "../../domain/json-limits.ts";
import { repeatedName } from "../../domain/json-text.ts";
import { MAX_DEPTH } from "./json-scanner.ts";
import { quoteLongIntegers } from "./long-integers.ts";
import { PythonLiteralError, parsePythonLiteral, RepeatedKeyError } from "./python-literal.ts";
import type { RecordReader } from "./record-reader.ts";

/** The value in a text, or why it has none: a name is repeated, it nests too deep, or it is not a literal. */
type LiteralText =
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

/**
 * Reads a list or object that may be stored as text in a table: as JSON or as a Python literal, including numpy's
 * notation.
 * @throws {ImportError} for a text in any other notation, and for an object with two fields of one name.
 */
export function readLiteralColumn(column: RecordReader): RecordReader {
  const { value } = column;
  return typeof value === "string" ? column.reread(parseLiteral(column, value)) : column;
}

function parseLiteral(column: RecordReader, text: string): unknown {
  const literal = readLiteralText(text);
  switch (literal.kind) {
    case "value":
      return literal.value;
    case "deep":
      return column.fail(`at most ${MAX_DEPTH} levels of nesting`, "a deeper list");
    case "repeated":
      return column.fail("one field of each name", `'${literal.name.slice(0, 80)}' twice`);
    case "invalid":
      return failInvalid(column, text, literal.error);
  }
}

function failInvalid(column: RecordReader, text: string, { offset, expected }: PythonLiteralError): never {
  const rest = text.slice(offset, offset + 20);
  const found = rest === "" ? "the end of the text" : JSON.stringify(rest);
  return column.fail(`a list, as JSON or as Python writes it, with ${expected} at offset ${offset}`, found);
}
