import { MAX_DEPTH } from "./json-scanner.ts";
import { readLiteralText } from "./literal-text.ts";
import type { PythonLiteralError } from "./python-literal.ts";
import type { RecordReader } from "./record-reader.ts";

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
