import { textTable } from "../../formats/tables/text-table.ts";
import { colors } from "./colors.ts";
import type { TableFormat } from "./format-option.ts";
import { print, printLine, remark } from "./printing.ts";
import { type Cell, type Column, formatTable } from "./table.ts";

/** Prints a table in the given format; by default as aligned text. */
export async function printTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  format: TableFormat = "TABLE",
): Promise<void> {
  await print(renderTable(columns, rows, format));
}

/** Prints a line above or below a table: to stdout for aligned text, to stderr for any other format. */
export const printBeside = async (text: string, format: TableFormat = "TABLE"): Promise<void> =>
  format === "TABLE" ? printLine(text) : remark(text.trim());

/** Renders a table, with a line break at the end. Only aligned text has the columns of bars. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  format: TableFormat,
): string {
  if (format === "TABLE") return `${formatTable(columns, rows, { heading: colors.dim })}\n`;
  return textTable(columns, rows, format);
}
