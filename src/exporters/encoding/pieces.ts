/** Rows in pieces of some hundreds, as they arrive. */
export type Pieces<T> = AsyncIterable<readonly T[]>;

/** The pieces of a file, in order, as they are written. */
export type FilePieces = AsyncGenerator<string | Uint8Array, void, undefined>;

/** Yields one text for each piece, so that one write contains many rows. */
export async function* textOf<T>(head: string, pieces: Pieces<T>, line: (row: T) => string): FilePieces {
  if (head !== "") yield head;
  for await (const rows of pieces) {
    let text = "";
    for (const row of rows) text += line(row);
    yield text;
  }
}

/** A line of NDJSON. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;
