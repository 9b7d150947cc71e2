import { PythonLiteralError, parsePythonLiteral } from "./python-literal.ts";
import type { RecordReader } from "./record-reader.ts";

/**
 * A list or object that a table may hold as text: a real one, JSON, or a Python literal, numpy's spelling included.
 * @throws {ImportError} for a text that is none of them.
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
