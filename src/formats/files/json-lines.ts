import { ImportError } from "../../domain/import-error.ts";
import { piecesFrom, sourceOf, textStart } from "./byte-source.ts";
import type { ImportFile } from "./import-file.ts";
import { parseJson } from "./json-scanner.ts";
import { LineSplitter, type TextLine } from "./line-splitter.ts";
import { RecordReader } from "./record-reader.ts";

/** Far longer than any benchmark's record: 16 MiB. */
const LONGEST_LINE = 2 ** 24;

function* linesOf(file: ImportFile): Generator<TextLine> {
  const source = sourceOf(file);
  const splitter = new LineSplitter(file.name, LONGEST_LINE);
  for (const piece of piecesFrom(source, textStart(source))) yield* splitter.add(piece);
  yield* splitter.end();
}

/** Whether a file has a JSON object on each line. True if the first line is a JSON object and more text follows. */
export function isJsonLines(file: ImportFile): boolean {
  let isObject = false;
  for (const { text } of linesOf(file)) {
    if (text.trim() === "") continue;
    if (isObject) return true;
    isObject = text.startsWith("{") && isWhole(text);
    if (!isObject) return false;
  }
  return false;
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The records of a file with a JSON object on each line (NDJSON), one at a time. Blank lines are skipped. The use of a
 * line that is not JSON throws an `ImportError` with line and column.
 */
export function* readJsonLines(file: ImportFile): Generator<RecordReader> {
  for (const { text, line } of linesOf(file)) {
    if (text.trim() === "") continue;
    const path = `${file.name}: line ${line}`;
    yield RecordReader.overRecord(() => parseLine(text, path), `${path}: $`);
  }
}

function parseLine(text: string, path: string): unknown {
  try {
    return parseJson(text, "");
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ImportError(`${path}${error.path.replace(/^: line 1/, "")}`, error.expected, error.found);
  }
}
