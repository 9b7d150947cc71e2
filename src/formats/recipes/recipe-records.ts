import { pathInDataset } from "../../domain/hub-datasets.ts";
import { ImportError } from "../../domain/import-error.ts";
import { type JsonDocument, openDocument } from "../files/document.ts";
import { readText } from "../files/file-kind.ts";
import type { ImportFile } from "../files/importer.ts";
import { quoteLongIntegers } from "../files/long-integers.ts";
import { RecordReader } from "../files/record-reader.ts";
import { recordsAt } from "./recipe-expression.ts";

/** A record of a file, with the name of its field if the records are the values of an object. */
export interface SourceRecord {
  readonly record: RecordReader;
  readonly name: string | null;
  /** The whole document, if the recipe reads it. */
  readonly root: unknown;
}

/** `.questions[]`: the records of one field, which are read one at a time. */
const FIELD = /^\.([A-Za-z_]\w*)\s*\[\]$/;

/**
 * The records of a file, one at a time. Only another place than a field of the outermost object, or a recipe that reads the
 * whole document, needs the whole document in memory.
 * @param place where the recipe has the expression
 * @throws {ImportError}
 */
export async function* recordsIn(
  file: ImportFile,
  expression: string | undefined,
  { place, needsRoot }: { readonly place: string; readonly needsRoot: boolean },
): AsyncGenerator<SourceRecord> {
  const opened = await openDocument(file);
  if (opened.kind === "rows") {
    if (expression !== undefined && expression !== ".[]")
      throw new ImportError(place, ".[] or no expression for a table or a file of lines", JSON.stringify(expression));
    for (const record of opened.rows) yield { record, name: null, root: null };
    return;
  }
  const { document } = opened;
  const field = FIELD.exec(expression ?? "")?.[1];
  if (!needsRoot && field !== undefined) {
    for (const record of document.records(field)) yield { record, name: null, root: null };
    return;
  }
  if (!needsRoot && (expression === undefined || expression === ".[]")) {
    yield* outermost(file, document);
    return;
  }
  yield* within(file, expression ?? ".[]", place);
}

function* outermost(file: ImportFile, document: JsonDocument): Generator<SourceRecord> {
  // A file of lines that has one line is JSON, too.
  if (/\.(jsonl|ndjson)$/i.test(file.name) && !document.isArray) {
    const read = (): unknown => JSON.parse(quoteLongIntegers(readText(file)));
    yield { record: RecordReader.overRecord(read, `${file.name}: line 1`), name: null, root: null };
  } else if (document.isArray) for (const record of document.elements()) yield { record, name: null, root: null };
  else for (const [name, record] of document.members()) yield { record, name, root: null };
}

function* within(file: ImportFile, expression: string, place: string): Generator<SourceRecord> {
  const root: unknown = JSON.parse(quoteLongIntegers(readText(file)));
  const path = `${file.name}: $`;
  const values = recordsAt(expression, place, root, file.name);
  if (values.length === 0) throw new ImportError(path, `records at ${expression} (${place})`, "none");
  for (const [number, value] of values.entries())
    yield { record: RecordReader.overRecord(() => value, `${path} | ${expression} #${number}`), name: null, root };
}

/** The files whose names fit one of the patterns. */
export const filesNamed = (files: readonly ImportFile[], patterns: string | readonly string[]): readonly ImportFile[] =>
  files.filter(({ name }) => [patterns].flat().some((pattern) => nameFits(pathInDataset(name), pattern)));

/** Whether a pattern, with * for any characters, is the name of a file or its end after a slash: its base name, for one. */
export function nameFits(name: string, pattern: string): boolean {
  const source = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^(?:.*/)?${source.join(".*")}$`).test(name);
}

/** The names of files in a message. */
export const namesOf = (files: readonly ImportFile[]): string =>
  files.map(({ name }) => `'${name}'`).join(", ") || "none";
