import { ImportError } from "../../domain/import-error.ts";
import { piecesFrom, sourceOf, textStart } from "./byte-source.ts";
import type { ImportFile } from "./importer.ts";
import { parseJson } from "./json-scanner.ts";
import { parseLooseJson } from "./loose-json.ts";
import { RecordReader } from "./record-reader.ts";
import {
  baseNameOf,
  piecesOf,
  type RecordSource,
  type SubmissionFile,
  type SubmissionRecord,
} from "./submission-file.ts";
import { LONGEST_RECORD, notUtf8 } from "./utf8-decoder.ts";

const NEWLINE = 0x0a;

/** A line of a text file, without its end. */
interface TextLine {
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

/** Splits the bytes of a UTF-8 file into lines, piece by piece. The first line does not include a byte order mark. */
class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #begun: Uint8Array[] = [];
  #length = 0;
  #line = 0;

  constructor(
    readonly file: string,
    readonly mostBytes: number,
  ) {}

  /**
   * The lines that end in the next piece of the file.
   * @throws {ImportError} for a line that is not UTF-8, or longer than allowed
   */
  *add(piece: Uint8Array): Generator<TextLine> {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      this.#keep(piece.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    // A copy, because the caller may reuse the buffer. A buffer's own `slice` does not copy.
    this.#keep(new Uint8Array(piece.subarray(start)));
  }

  /** The last line, if the file does not end in a line break. */
  *end(): Generator<TextLine> {
    if (this.#length > 0) yield this.#take();
  }

  #keep(part: Uint8Array): void {
    this.#begun.push(part);
    this.#length += part.length;
    if (this.#length > this.mostBytes) {
      throw new ImportError(`${this.file}: line ${this.#line + 1}`, `at most ${this.mostBytes} bytes`, "a longer line");
    }
  }

  #take(): TextLine {
    this.#line += 1;
    const bytes = this.#begun.length === 1 ? (this.#begun[0] ?? new Uint8Array()) : Buffer.concat(this.#begun);
    this.#begun = [];
    this.#length = 0;
    return { text: this.#decode(bytes).replace(/\r$/, ""), line: this.#line };
  }

  #decode(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw notUtf8(this.file, this.#line);
    }
  }
}

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

/**
 * The lines of a UTF-8 file, one at a time, without a byte order mark.
 * @throws {ImportError} for a line that is not UTF-8 or is longer than {@link LONGEST_RECORD}
 */
async function* textLines(file: SubmissionFile): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter(baseNameOf(file), LONGEST_RECORD);
  for await (const piece of piecesOf(file)) yield* splitter.add(piece);
  yield* splitter.end();
}

/** The records of a file with one JSON value per line. Blank lines are skipped. */
export const ndjsonRecords = (file: SubmissionFile): RecordSource => ({ head: {}, records: () => readLines(file) });

async function* readLines(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  let index = 0;
  for await (const { text, line } of textLines(file)) {
    if (text.trim() === "") continue;
    yield { ...parsed(text, name, line), place: `line ${line}`, index };
    index += 1;
  }
}

/** The value of a line. An error does not extend beyond its line, so the lines after it can be read. */
function parsed(text: string, name: string, line: number): Pick<SubmissionRecord, "value" | "broken"> {
  try {
    return { value: parseLooseJson(text, name, { line, column: 1 }) };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { value: undefined, broken: explained(error) };
  }
}

/** The error of a line, with "the end of the line" in place of "the end of the file". */
const explained = ({ path, expected, found }: ImportError): ImportError =>
  new ImportError(
    path,
    expected === END_OF_TEXT ? "the end of the line, because each line is one row without a comma after it" : expected,
    found === END_OF_TEXT ? "the end of the line" : found,
  );

/** The JSON reader's term for the end of its text, which is the end of a line here. */
const END_OF_TEXT = "the end of the file";
