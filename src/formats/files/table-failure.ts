import type { CsvError } from "csv-parse";
import { ImportError } from "../../domain/import-error.ts";
import { LONGEST_RECORD } from "./utf8-decoder.ts";

/** A number that the parser states with an error: the line, or the index of the cell, which counts from 0. */
export const numberIn = (error: CsvError, name: "lines" | "index"): number => {
  const value: unknown = Object.entries(error).find(([key]) => key === name)?.[1];
  return typeof value === "number" ? value : 0;
};

/** Whether the rows after an error cannot be told apart. */
export const endsTable = ({ code }: CsvError): boolean => code !== "INVALID_OPENING_QUOTE";

/**
 * An error in the quotes of a table, with its line and cell.
 * @param end the last line of the row before the error
 */
export function tableFailure(name: string, error: CsvError, end: number): ImportError {
  const path = `${name}: line ${numberIn(error, "lines")}, cell ${numberIn(error, "index") + 1}`;
  switch (error.code) {
    case "INVALID_OPENING_QUOTE":
      return new ImportError(
        path,
        "a cell that begins with a double quote if it contains double quotes; quotes inside a cell are doubled",
        "a double quote inside a cell without quotes",
      );
    case "CSV_INVALID_CLOSING_QUOTE":
      return new ImportError(
        path,
        "a separator or the end of the line after a closing double quote; quotes inside a cell are doubled",
        "more text; the rows after it are not read, because it is unclear where they begin",
      );
    case "CSV_QUOTE_NOT_CLOSED":
      return new ImportError(
        `${name}: line ${end + 1}`,
        "a closing double quote for each opening one",
        "the end of the file inside a cell that began in this row",
      );
    case "CSV_MAX_RECORD_SIZE":
      return new ImportError(
        `${name}: line ${end + 1}`,
        `a row of at most ${LONGEST_RECORD / 1024 / 1024} MB`,
        "a longer row; the rows after it are not read. A double quote may lack its counterpart",
      );
    default:
      return new ImportError(path, "a well-formed table", error.message);
  }
}
