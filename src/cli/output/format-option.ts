import { InvalidArgumentError, Option } from "commander";
import { enumOption } from "./option-values.ts";

const FORMATS = ["TABLE", "CSV", "MD", "LATEX"] as const;

/** The format of a printed table: aligned text, or a file format. */
export type TableFormat = (typeof FORMATS)[number];

/** The options of a command that prints tables. */
export interface FormatOptions {
  readonly format?: TableFormat;
}

export const formatOption = (): Option =>
  enumOption("--format <format>", "table, csv, md or latex", FORMATS).conflicts("json");

/** `--json` of a list: with names, only these fields of its objects are printed. */
export const jsonListOption = (): Option =>
  new Option("--json [fields]", "print them as JSON; with names (id,model.name), only these fields").argParser(
    (text: string, before: unknown) => [...(Array.isArray(before) ? before : []), ...fieldNames(text)],
  );

/** @throws InvalidArgumentError for a word that cannot be a field, such as an argument of the command */
function fieldNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.every((name) => /^[a-z]\w*(\.[a-z]\w*)*$/i.test(name))) return names;
  throw new InvalidArgumentError("Fields look like id,model.name. Arguments of the command go before --json.");
}
