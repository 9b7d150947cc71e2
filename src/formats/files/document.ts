import { CsvError, parse } from "csv-parse/sync";
import { ImportError } from "../../domain/import-error.ts";
import { sourceOf, TextPieces } from "./byte-source.ts";
import { fileKind, inspectText, readText } from "./file-kind.ts";
import type { ImportFile } from "./importer.ts";
import { isJsonLines, readJsonLines } from "./json-lines.ts";
import { type JsonIndex, type JsonMember, type Ranges, scanJson } from "./json-scanner.ts";
import { quoteLongIntegers } from "./long-integers.ts";
import { readParquet } from "./parquet-rows.ts";
import { memberPath, requireStorable } from "./record-path.ts";
import { type NumberStyle, RecordReader } from "./record-reader.ts";
import { endsTable, numberIn, tableFailure } from "./table-failure.ts";

/**
 * A JSON file that may be too large for memory. The whole file is validated first. Then its records, the elements of
 * the outermost array or of a field of the outermost object, are read one at a time.
 */
export class JsonDocument {
  readonly #index: JsonIndex;
  readonly #texts: TextPieces;
  readonly #path: string;

  /** @throws {ImportError} for a text that is not JSON */
  constructor(
    readonly file: ImportFile,
    readonly numbers: NumberStyle = "number-or-text",
  ) {
    inspectText(file);
    const source = sourceOf(file);
    this.#index = scanJson(source, file.name);
    this.#texts = new TextPieces(source);
    this.#path = `${file.name}: $`;
  }

  get isArray(): boolean {
    return this.#index.kind === "array";
  }

  /** The records of the outermost array. */
  *elements(expected = "an array"): Generator<RecordReader> {
    if (this.isArray) yield* this.#drain(this.#path, this.#index.elements);
    else this.#root().fail(expected);
  }

  /** The records in the fields of the outermost object, in JavaScript's property order. */
  *members(): Generator<readonly [name: string, record: RecordReader]> {
    for (const member of Object.values(this.#members())) yield [member.name, this.#member(member)];
  }

  /** The names of the fields of the outermost object, and which of them are arrays. */
  fieldNames(): readonly { readonly name: string; readonly isList: boolean }[] {
    return Object.values(this.#members()).map(({ name, elements }) => ({ name, isList: elements !== null }));
  }

  /** Rejects fields with other names. */
  onlyFields(names: readonly string[]): void {
    const shown = Object.fromEntries(Object.keys(this.#members()).map((name) => [name, {}]));
    RecordReader.over(shown, this.#path).onlyFields(names);
  }

  /** A required field of the outermost object, as a whole. */
  field(name: string): RecordReader {
    return this.optional(name) ?? RecordReader.over({}, this.#path).field(name);
  }

  /** A field of the outermost object that may be absent or null, as a whole. */
  optional(name: string): RecordReader | null {
    const member = this.#find(name);
    if (member === undefined) return null;
    const record = this.#member(member);
    return record.value === null ? null : record;
  }

  /** The records of an array in a required field of the outermost object. */
  *records(name: string): Generator<RecordReader> {
    const elements = this.#find(name)?.elements ?? null;
    if (elements === null) this.field(name).array();
    else yield* this.#drain(memberPath(this.#path, name), elements);
  }

  /** The records of an array in a field of the outermost object that may be absent or null. */
  *optionalRecords(name: string): Generator<RecordReader> {
    if (this.#find(name)?.elements || this.optional(name) !== null) yield* this.records(name);
  }

  #root(): RecordReader {
    const { kind, start, end } = this.#index;
    return RecordReader.over(kind === "object" ? {} : kind === "array" ? [{}] : this.#parse(start, end), this.#path);
  }

  /**
   * Keyed by name. An object rather than a map, so that the fields have the same order as in an object that was parsed
   * as a whole.
   */
  #members(): Readonly<Record<string, JsonMember>> {
    if (this.#index.kind !== "object") this.#root().object();
    return Object.fromEntries(this.#index.members.map((member) => [member.name, member]));
  }

  #find(name: string): JsonMember | undefined {
    return this.#index.members.find((member) => member.name === name);
  }

  /** Like a record, a field that cannot be read throws only when its value is used. */
  #member({ name, start, end }: JsonMember): RecordReader {
    const path = memberPath(this.#path, name);
    const read = (): unknown => {
      requireStorable(name, path);
      return this.#parse(start, end);
    };
    return RecordReader.overRecord(read, path, this.numbers);
  }

  *#drain(path: string, ranges: Ranges): Generator<RecordReader> {
    for (let at = 0; at < ranges.length; at += 2) {
      const [start = 0, end = 0] = [ranges[at], ranges[at + 1]];
      yield RecordReader.overRecord(() => this.#parse(start, end), `${path}[${at / 2}]`, this.numbers);
    }
  }

  /**
   * Parses a range of the file. The scan has already rejected texts that `JSON.parse` would reject or read
   * incompletely. Integers that JavaScript may round become texts.
   */
  #parse(start: number, end: number): unknown {
    try {
      return JSON.parse(quoteLongIntegers(this.#texts.text(start, end)));
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new ImportError(this.file.name, "a file that does not change while it is read", "a changed text");
      // A text of JavaScript has at most 512 MB.
      throw new ImportError(this.file.name, "records of at most 512 MB", `one of ${end - start} bytes`);
    }
  }
}

/** The content of a file: a JSON document or rows. Rows, and the records of a document, are read one at a time. */
type OpenDocument =
  | { readonly kind: "json"; readonly document: JsonDocument }
  | { readonly kind: "rows"; readonly encoding: "tsv" | "parquet" | "jsonl"; readonly rows: Iterable<RecordReader> };

/**
 * Reads a file of any supported syntax, which is detected from its content.
 * @throws {ImportError}
 */
export async function openDocument(file: ImportFile): Promise<OpenDocument> {
  const kind = fileKind(file);
  if (kind === "json" && isJsonLines(file)) return { kind: "rows", encoding: "jsonl", rows: readJsonLines(file) };
  if (kind === "json") return { kind: "json", document: new JsonDocument(file) };
  if (kind === "parquet") return { kind: "rows", encoding: "parquet", rows: await readParquet(file) };
  return { kind: "rows", encoding: "tsv", rows: readTable(file) };
}

/** The file of a benchmark that consists of one file. @throws {ImportError} for any other number of files */
export function onlyFile(files: readonly ImportFile[], expected: string): ImportFile {
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0) return file;
  throw new ImportError("files", expected, files.length === 0 ? "none" : `${files.length} files`);
}

/**
 * The rows of a TSV or CSV file with a header, each an object of strings. An empty cell is an absent field, because
 * pandas writes missing values as empty cells. The use of a row with another number of cells throws an `ImportError`.
 * @throws {ImportError} for a broken table.
 */
function readTable(file: ImportFile): readonly RecordReader[] {
  const [header, ...rows] = parseCells(file);
  if (header === undefined) throw new ImportError(file.name, "a header line", "no line");
  if (header instanceof ImportError) throw header;
  const columns = checkHeader(file, header);
  return rows.map((cells, index) => toReader(file, columns, cells, index + 1));
}

/** The cells of each row, or why the row cannot be read. */
type Cells = readonly string[] | ImportError;

/**
 * The rows of a table. If a cell without quotes contains a quote, its row becomes an error, and reading continues with
 * the next row. If text follows the closing quote of a cell, the table ends there, because the next row may begin
 * anywhere.
 */
function parseCells(file: ImportFile): readonly Cells[] {
  const text = readText(file);
  const delimiter = delimiterOf(file, text);
  const rows: Cells[] = [];
  let [end, isOver, failedLine] = [0, false, -1];
  const failed = (error: CsvError | undefined): undefined => {
    if (error === undefined || isOver) return;
    const line = numberIn(error, "lines");
    // Several misplaced quotes in one line are reported as one failure.
    if (line !== failedLine) rows.push(tableFailure(file.name, error, end));
    failedLine = line;
    isOver = endsTable(error);
  };
  const kept = (cells: string[], { lines }: { readonly lines: number }): null => {
    end = lines;
    if (!isOver) rows.push(cells);
    return null;
  };
  try {
    const settings = { delimiter, relax_column_count: true, skip_empty_lines: true, skip_records_with_error: true };
    parse(text, { ...settings, on_record: kept, on_skip: failed });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    failed(error);
  }
  return rows;
}

function delimiterOf(file: ImportFile, text: string): string {
  const firstLine = text.split("\n", 1)[0] ?? "";
  const delimiter = ["\t", ","].find((candidate) => firstLine.includes(candidate));
  if (delimiter === undefined) {
    throw new ImportError(file.name, "JSON, or a table with tabs or commas", JSON.stringify(firstLine.slice(0, 40)));
  }
  return delimiter;
}

function checkHeader(file: ImportFile, header: readonly string[]): readonly string[] {
  const repeated = header.find((name, index) => header.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ImportError(`${file.name}: header`, "one column of each name", `'${repeated}' twice`);
  }
  return header;
}

function toReader(file: ImportFile, columns: readonly string[], cells: Cells, row: number): RecordReader {
  const path = `${file.name}: row ${row}`;
  return RecordReader.overRecord(() => {
    if (cells instanceof ImportError) throw cells;
    if (cells.length !== columns.length) throw new ImportError(path, `${columns.length} cells`, `${cells.length}`);
    const present = columns.map((name, index) => [name, cells[index] ?? ""] as const).filter(([, cell]) => cell !== "");
    return Object.fromEntries(present);
  }, path);
}
