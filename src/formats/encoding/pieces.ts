import { valueText } from "../../domain/texts.ts";

/** Rows in pieces of a few hundred. */
export type Pieces<T> = AsyncIterable<readonly T[]>;

/** The pieces of a file, in order, as they are written. */
export type FilePieces = AsyncGenerator<string | Uint8Array, void, undefined>;

/** The number of characters after which a text is yielded. Node.js has no strings of more than 2^29 characters. */
const LONG = 1 << 24;

/** Yields one text for each piece, so that one write contains many rows; several texts for long rows. */
export async function* textOf<T>(head: string, pieces: Pieces<T>, line: (row: T) => string): FilePieces {
  if (head !== "") yield head;
  for await (const rows of pieces) {
    let text = "";
    for (const row of rows) {
      text += line(row);
      if (text.length < LONG) continue;
      yield text;
      text = "";
    }
    yield text;
  }
}

/** A line of NDJSON. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The items of a JSON array, each on its own line, without the brackets. */
export function itemsOf<T>(pieces: Pieces<T>, item: (row: T) => object): FilePieces {
  let separator = "\n";
  return textOf("", pieces, (row) => {
    const text = separator + JSON.stringify(item(row));
    separator = ",\n";
    return text;
  });
}

/**
 * A line of CSV. A list or an object is written as JSON; null becomes an empty field.
 * @param options.quoteEmpty whether an empty text is written in quotes, which distinguishes it from null
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export const csvLine = (values: readonly unknown[], options: { readonly quoteEmpty?: boolean } = {}): string =>
  `${values.map((value) => csvField(value, options.quoteEmpty === true)).join()}\r\n`;

function csvField(value: unknown, quoteEmpty: boolean): string {
  if (value == null) return "";
  const text = valueText(value);
  if (text === "") return quoteEmpty ? '""' : "";
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
