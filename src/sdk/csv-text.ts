import { OmnidexInputError } from "./sdk-errors.ts";

/** A row of a table: values by the names of their columns. */
type Row = Map<string, unknown>;

function addTo(row: Row, name: string, value: unknown): void {
  const isPlain = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
  if (!isPlain) return void row.set(name, value);
  for (const [field, inner] of Object.entries(value)) addTo(row, `${name}.${field}`, inner);
}

function fieldText(value: unknown): string {
  if (value == null) return "";
  const text =
    value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (fields: readonly unknown[]): string => `${fields.map(fieldText).join()}\r\n`;

/**
 * Objects as CSV, with a header. An object within an object has a column for each of its fields, such as `model.name`; a
 * list is written as JSON, and null as an empty field.
 *
 * @example
 * await writeFile("runs.csv", toCsv(await omnidex.runs().toArray()));
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function toCsv(objects: Iterable<object>): string {
  const rows = Array.from(objects, (object) => {
    const row: Row = new Map();
    for (const [name, value] of Object.entries(object)) addTo(row, name, value);
    return row;
  });
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  // A field that is null in some rows and an object in others has only the columns of the object.
  const columns = names.filter(
    (name) => !names.some((other) => other.startsWith(`${name}.`)) || rows.some((row) => row.get(name) != null),
  );
  return [columns, ...rows.map((row) => columns.map((name) => row.get(name)))].map(line).join("");
}

/**
 * The rows of a CSV file with a header, as objects. Every value is a text.
 *
 * @throws OmnidexInputError for a row with more or fewer fields than the header, and for a quote that is never closed.
 * @example
 * const rows = fromCsv(await readFile("results.csv", "utf8"));
 * const predictions = rows.map(({ id, output }) => ({ question: id ?? "", response: output ?? null }));
 */
export function fromCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = records(text.replace(/^\uFEFF/, ""));
  return rows.map((fields, index) => {
    if (fields.length !== header.length)
      throw new OmnidexInputError(
        `Row ${index + 1} has ${fields.length} fields; the header has ${header.length}.`,
        index,
      );
    return Object.fromEntries(header.map((name, column) => [name, fields[column] ?? ""]));
  });
}

/** A field, quoted or not, and what follows it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n][^,\r\n]*)?)(,|\r?\n|\r|$)/gy;

/** The fields of each line that is not blank. Quoted fields may contain line breaks. */
function records(text: string): string[][] {
  const found: string[][] = [];
  let fields: string[] = [];
  let read = 0;
  for (const [whole, quoted, plain = "", end] of text.matchAll(FIELD)) {
    read += whole.length;
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    if (fields.length > 1 || whole.trim() !== "") found.push(fields);
    fields = [];
  }
  if (read === text.length) return found;
  throw new OmnidexInputError(
    `A quote in line ${text.slice(0, read).split(/\r?\n|\r/).length} is not closed or not doubled.`,
  );
}
