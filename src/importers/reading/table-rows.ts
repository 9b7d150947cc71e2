import { CsvError, parse } from "csv-parse/sync";
import { ImportError } from "../../domain/import-error.ts";
import type { ImportFile } from "../importer.ts";
import { readText } from "./file-kind.ts";
import { RecordReader } from "./record-reader.ts";

/**
 * The rows of a TSV or CSV file with a header, each an object of strings. An empty cell is an absent field, because
 * pandas writes missing values as empty cells. The use of a row with another number of cells throws an `ImportError`.
 * @throws {ImportError} for a broken table.
 */
export function readTable(file: ImportFile): readonly RecordReader[] {
  const [header, ...rows] = parseCells(file);
  if (header === undefined) throw new ImportError(file.name, "a header line", "no line");
  const columns = checkHeader(file, header);
  return rows.map((cells, index) => toReader(file, columns, cells, index + 1));
}

function parseCells(file: ImportFile): string[][] {
  const text = readText(file);
  const delimiter = delimiterOf(file, text);
  try {
    return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(file.name, "a well-formed table", error.message);
  }
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

function toReader(file: ImportFile, columns: readonly string[], cells: readonly string[], row: number): RecordReader {
  const path = `${file.name}: row ${row}`;
  return RecordReader.overRecord(() => {
    if (cells.length !== columns.length) throw new ImportError(path, `${columns.length} cells`, `${cells.length}`);
    const present = columns.map((name, index) => [name, cells[index] ?? ""] as const).filter(([, cell]) => cell !== "");
    return Object.fromEntries(present);
  }, path);
}
