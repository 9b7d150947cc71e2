import { CsvError, parse } from "csv-parse/sync";
import { ImportError } from "../../domain/import-error.ts";
import { readText } from "./file-kind.ts";
import type { ImportFile } from "./import-file.ts";
import { RecordReader } from "./record-reader.ts";
import { endsTable, numberIn, tableFailure } from "./table-failure.ts";

/**
 * The rows of a TSV or CSV file with a header, each an object of strings. An empty cell is an absent field, because
 * pandas writes missing values as empty cells. The use of a row with another number of cells throws an `ImportError`.
 * @throws {ImportError} for a broken table.
 */
export function readTable(file: ImportFile): readonly RecordReader[] {
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
