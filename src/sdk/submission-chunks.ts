import { type NumberedRow, textLength } from "./submission-row.ts";

/**
 * How much goes in one call, over which it would be refused: the SDL allows 10,000 predictions, the server 16 MB, and a UTF-16 unit
 * is at most six bytes of JSON. Smaller pieces lose less when a connection breaks, and a row goes with two others.
 */
const MAX_ROWS = 2_000;
const MAX_TEXT = 1_000_000;

export type Chunk = readonly NumberedRow[];

/** Cuts rows into what single calls may hold. There is always at least one chunk. */
export async function* chunksOf(rows: AsyncIterable<NumberedRow>): AsyncGenerator<Chunk, void, undefined> {
  let chunk: NumberedRow[] = [];
  let length = 0;
  for await (const row of rows) {
    const added = textLength(row.prediction);
    if (chunk.length > 0 && (chunk.length >= MAX_ROWS || length + added > MAX_TEXT)) {
      yield chunk;
      chunk = [];
      length = 0;
    }
    chunk.push(row);
    length += added;
  }
  yield chunk;
}
