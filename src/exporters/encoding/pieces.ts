/** Rows as they come, in pieces of some hundred. */
export type Pieces<T> = AsyncIterable<readonly T[]>;

/** A file as it is made. */
export type FilePieces = AsyncGenerator<string | Uint8Array, void, undefined>;

/** A text for each piece, so that one write carries many rows. */
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
