import { pipeline, Readable } from "node:stream";
import { CsvError, type InfoRecord, parse } from "csv-parse";
import { ImportError } from "../../domain/import-error.ts";
import { onlyColumns } from "./column-names.ts";
import {
  baseNameOf,
  piecesOf,
  type RecordSource,
  type SubmissionFile,
  type SubmissionRecord,
} from "./submission-file.ts";
import { endsTable, numberIn, tableFailure } from "./table-failure.ts";
import { LONGEST_RECORD, Utf8Decoder } from "./utf8-decoder.ts";

/** The rows of a TSV or CSV file with a header, each an object of strings. */
export const tableRecords = (file: SubmissionFile, delimiter: "\t" | ","): RecordSource => ({
  head: {},
  isTable: true,
  records: () => readRows(file, delimiter),
});

async function* readRows(file: SubmissionFile, delimiter: string): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  let header: readonly string[] | null = null;
  let index = 0;
  for await (const row of parsedRows(file, delimiter)) {
    if (row instanceof ImportError) {
      if (header === null) throw row;
      yield { value: undefined, place: `row ${index + 1}`, index, broken: row };
      index += 1;
      continue;
    }
    const { record, info } = row;
    if (header === null) {
      header = checkHeader(
        name,
        record.map((cell) => cell ?? ""),
      );
      continue;
    }
    const place = `row ${index + 1} (line ${info.lines})`;
    const columns = header;
    if (record.length === columns.length) {
      const cells = record.map((cell, at) => valueIn(cell, columns[at]));
      yield { value: toObject(columns, cells), place, index };
    } else {
      const quoted =
        record.length > columns.length ? ", with double quotes around a cell that contains the separator" : "";
      const broken = new ImportError(`${name}: ${place}`, `${columns.length} cells${quoted}`, `${record.length}`);
      yield { value: undefined, place, index, broken };
    }
    index += 1;
  }
  if (header !== null && index === 0) throw onlyColumns(name, header);
}

/** Columns in which an empty cell means null, such as an absent confirmation. A cell `""` is an empty text. */
const NULL_WHEN_EMPTY: ReadonlySet<string> = new Set(["response", "error", "confirmation"]);

const valueIn = (cell: string | null, column = ""): string | null => cell ?? (NULL_WHEN_EMPTY.has(column) ? null : "");

interface ParsedRow {
  /** Null for an empty cell without quotes. */
  readonly record: readonly (string | null)[];
  /** `lines`: the line that the row ends on. */
  readonly info: InfoRecord;
}

/** The most rows in sequence that may have wrong quotes; a file with more is not a table. */
const MOST_SKIPPED = 10_000;

/**
 * The rows of a table. If a cell without quotes contains a quote, its row becomes an error, and reading continues with
 * the next row. If text follows the closing quote of a cell, the table ends there, because the next row may begin
 * anywhere.
 */
async function* parsedRows(file: SubmissionFile, delimiter: string): AsyncGenerator<ParsedRow | ImportError> {
  const name = baseNameOf(file);
  const skipped: CsvError[] = [];
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_RECORD,
    cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell),
  });
  parser.on("skip", (error: CsvError) => {
    // Several misplaced quotes in one line are reported as one failure.
    const last = skipped.at(-1);
    if (last !== undefined && numberIn(last, "lines") === numberIn(error, "lines")) return;
    if (skipped.push(error) > MOST_SKIPPED) parser.destroy(error);
  });
  // `pipeline` forwards errors of the file to the parser, and the loop below throws them.
  pipeline(Readable.from(decoded(file)), parser, () => {});
  let end = 0;
  try {
    for await (const row of parser as AsyncIterable<ParsedRow>) {
      // The parser may be ahead of this loop, so only errors before this row are reported.
      for (const error of skipped.splice(0, countBefore(skipped, row.info.lines))) {
        yield tableFailure(name, error, end);
        if (endsTable(error)) return;
      }
      end = row.info.lines;
      yield row;
    }
    yield* failuresAtEnd(name, skipped, end);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* failuresAtEnd(name, [...skipped, error], end);
  }
}

const countBefore = (errors: readonly CsvError[], line: number): number =>
  errors.filter((error) => numberIn(error, "lines") < line).length;

function failuresAtEnd(name: string, errors: readonly CsvError[], end: number): readonly ImportError[] {
  const last = errors.findIndex(endsTable);
  return errors.slice(0, last < 0 ? errors.length : last + 1).map((error) => tableFailure(name, error, end));
}

async function* decoded(file: SubmissionFile): AsyncGenerator<string> {
  const decoder = new Utf8Decoder(baseNameOf(file));
  for await (const piece of piecesOf(file)) yield decoder.decode(piece);
  yield decoder.end();
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
