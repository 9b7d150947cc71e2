import type { NotedTable, TextTableFormat } from "../../formats/tables/text-table.ts";

/** A text to copy, or a file to save. */
type Copy = { readonly text: string } | { readonly svg: string; readonly name: string; readonly isPng: boolean };

/** An export of a table. */
export interface CopyAction {
  readonly id: string;
  readonly label: string;
  /** Makes the copy. It may have to fetch rows that are not loaded yet. */
  readonly make: () => Copy | Promise<Copy>;
}

/** Actions under one title in the menu "Copy as". */
export interface CopyGroup {
  readonly title: string;
  readonly actions: readonly CopyAction[];
}

// Loaded on first use, so that it does not delay the table.
const writeTable = () => import("../../formats/tables/text-table.ts");

const FORMATS: readonly (readonly [format: TextTableFormat, label: string])[] = [
  ["CSV", "CSV"],
  ["MD", "Markdown"],
  ["LATEX", "LaTeX"],
];

/** The ways to copy a table as text: shares at full precision in CSV, percentages elsewhere. */
export const tableActions = (make: (format: TextTableFormat) => Promise<string>): readonly CopyAction[] =>
  FORMATS.map(([format, label]) => ({
    id: format.toLowerCase(),
    label,
    make: async () => ({ text: await make(format) }),
  }));

/** The same actions for a table that is already loaded. */
export const textActions = (make: () => NotedTable | Promise<NotedTable>): readonly CopyAction[] =>
  tableActions(async (format) => (await writeTable()).textTable(await make(), format));
