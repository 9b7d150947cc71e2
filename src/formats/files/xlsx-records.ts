import { readSheet } from "read-excel-file/node";
import { ImportError } from "../../domain/import-error.ts";
import { onlyColumns } from "./column-names.ts";
import { baseNameOf, type SubmissionFile, wholeFile } from "./submission-file.ts";
import type { RecordSource, SubmissionRecord } from "./submission-record.ts";
import { checkHeader, toObject } from "./table-records.ts";
import { formulasByRow, type SheetFormula, sheetFormulas } from "./xlsx-formulas.ts";
import { ZipArchive } from "./zip-archive.ts";

/** The largest unpacked size. 5,864 rows with captions, questions and long answers take about 60 MB. */
const UNPACKED_LIMIT = 256 * 2 ** 20;

type Cell = string | number | boolean | Date | null;

/**
 * The rows of a spreadsheet's first sheet, each as an object by its header. Because the whole spreadsheet is read into
 * memory, its unpacked size is first looked up in the archive's directory and then measured.
 * @throws {ImportError} for a spreadsheet that is damaged or unpacks to too much
 */
export const xlsxRecords = (file: SubmissionFile): RecordSource => ({
  head: {},
  isTable: true,
  records: () => readRows(file),
});

async function* readRows(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  const archive = await ZipArchive.open(file);
  await checkUnpackedSize(file, archive);
  const found = await sheetFormulas(archive, UNPACKED_LIMIT);
  const [header, ...rows] = withTexts(await readCells(file), found);
  if (header === undefined) throw new ImportError(name, "a header row", "an empty sheet");
  const columns = checkHeader(name, header.map(String));
  if (rows.length === 0) throw onlyColumns(name, columns);
  const formulas = formulasByRow(found, columns);
  for (const [index, cells] of rows.entries()) {
    const ofRow = formulas.get(index + 1);
    const record = { value: toObject(columns, cells), place: `row ${index + 2}`, index };
    yield ofRow === undefined ? record : { ...record, formulas: ofRow };
  }
}

/** Reads the cells of the first sheet. Errors number rows as spreadsheet programs do: the header is row 1. */
async function readCells(file: SubmissionFile): Promise<readonly (readonly Cell[])[]> {
  try {
    return (await readSheet(Buffer.from(await wholeFile(file)), { trim: false })) as Cell[][];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(baseNameOf(file), "a whole spreadsheet", `a damaged one (${reason.slice(0, 120)})`);
  }
}

/** The cells, with the texts that were written as formulas. Rows from the library lack empty cells at their end. */
function withTexts(
  cells: readonly (readonly Cell[])[],
  formulas: readonly SheetFormula[],
): readonly (readonly Cell[])[] {
  if (formulas.length === 0) return cells;
  const rows = cells.map((row) => [...row]);
  for (const { row, column, text } of formulas) {
    const at = rows[row];
    if (text === null || at === undefined) continue;
    while (at.length < column) at.push(null);
    at[column] = text;
  }
  return rows;
}

async function checkUnpackedSize(file: SubmissionFile, archive: ZipArchive): Promise<void> {
  let left = UNPACKED_LIMIT;
  const declared = [...archive.entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (declared > left || file.size > left) {
    const expected = `a spreadsheet that unpacks to at most ${UNPACKED_LIMIT} bytes`;
    throw new ImportError(baseNameOf(file), expected, `${Math.max(declared, file.size)}`);
  }
  for (const name of archive.entries.keys()) if (!name.endsWith("/")) left -= await archive.measure(name, left);
}
