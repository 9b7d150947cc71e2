import type { Option } from "commander";
import { enumOption } from "./enum-option.ts";

const FORMATS = ["TABLE", "CSV", "MD", "LATEX"] as const;

/** The format of a printed table: aligned text, or a file format. */
export type TableFormat = (typeof FORMATS)[number];

/** The options of a command that prints tables. */
export interface FormatOptions {
  readonly format?: TableFormat;
}

export const formatOption = (): Option =>
  enumOption("--format <format>", "table, csv, md or latex", FORMATS).conflicts("json");
