import { PythonLiteralError, parsePythonLiteral } from "./python-literal.ts";
import type { RecordReader } from "./record-reader.ts";

/**
 * Reads a list or object that may be stored as text in a table: as JSON or as a Python literal, including numpy's
 * notation.
 * @throws {ImportError} for a text in any other notation.
 */
export function readLiteralColumn(column: RecordReader): RecordReader {
  const { value } = column;
  return typeof value === "string" ? column.reread(parseLiteral(column, value)) : column;
}

function parseLiteral(column: RecordReader, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parsePython(column, text);
  }
}

function parsePython(column: RecordReader, text: string): unknown {
  try {
    return parsePythonLiteral(text);
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    const rest = text.slice(error.offset, error.offset + 20);
    const found = rest === "" ? "the end of the text" : JSON.stringify(rest);
    return column.fail(
      `a list, as JSON or as Python writes it, with ${error.expected} at offset ${error.offset}`,
      found,
    );
  }
}
