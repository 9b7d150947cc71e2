import { pipeline, Readable } from "node:stream";
import { CsvError, type InfoRecord, parse } from "csv-parse";
import { ImportError } from "../../../domain/import-error.ts";
import { baseNameOf, piecesOf, type SubmissionFile } from "../submission-file.ts";
import { LONGEST_RECORD, type RecordSource, type SubmissionRecord } from "./submission-record.ts";

/** The rows of a TSV or CSV file with a header, each an object of strings. */
export const tableRecords = (file: SubmissionFile, delimiter: "\t" | ","): RecordSource => ({
  head: {},
  records: () => readRows(file, delimiter),
});

async function* readRows(file: SubmissionFile, delimiter: string): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  let header: readonly string[] | null = null;
  let index = 0;
  for await (const { record, info } of parsedRows(file, delimiter)) {
    if (header === null) {
      header = checkHeader(
        name,
        record.map((cell) => cell ?? ""),
      );
      continue;
    }
    const place = `row ${index + 1} (line ${info.lines})`;
    if (record.length !== header.length) {
      throw new ImportError(`${name}: ${place}`, `${header.length} cells`, `${record.length}`);
    }
    const columns = header;
    const cells = record.map((cell, at) => valueIn(cell, columns[at]));
    yield { value: toObject(columns, cells), place, index };
    index += 1;
  }
}

/** Columns whose empty cells are null: an empty confirmation is an absent one. A cell `""` is an empty text. */
const NULL_WHEN_EMPTY: ReadonlySet<string> = new Set(["response", "error", "confirmation"]);

const valueIn = (cell: string | null, column = ""): string | null => cell ?? (NULL_WHEN_EMPTY.has(column) ? null : "");

interface ParsedRow {
  /** Null for an empty cell without quotes. */
  readonly record: readonly (string | null)[];
  /** `lines`: the line that the row ends on. */
  readonly info: InfoRecord;
}

async function* parsedRows(file: SubmissionFile, delimiter: string): AsyncGenerator<ParsedRow> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell),
  });
  // `pipeline` forwards errors of the file to the parser, and the loop below throws them.
  pipeline(Readable.from(decoded(file)), parser, () => {});
  try {
    for await (const row of parser) yield row as ParsedRow;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const lines = "lines" in error ? `: line ${error.lines}` : "";
    throw new ImportError(`${baseNameOf(file)}${lines}`, "a well-formed table", error.message);
  }
}

async function* decoded(file: SubmissionFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of piecesOf(file)) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportError(baseNameOf(file), "UTF-8 text", "bytes that are not UTF-8");
  }
}

/**
 * The names of a table's columns.
 * @throws {ImportError} if a name is repeated
 */
export function checkHeader(file: string, header: readonly string[]): readonly string[] {
  const repeated = header.find((name, index) => header.indexOf(name) !== index);
  if (repeated === undefined) return header;
  throw new ImportError(`${file}: header`, "one column of each name", `'${repeated}' twice`);
}

/** A row as an object. */
export const toObject = <T>(header: readonly string[], cells: readonly T[]): Readonly<Record<string, T | null>> =>
  Object.fromEntries(header.map((name, index) => [name, cells[index] ?? null]));
