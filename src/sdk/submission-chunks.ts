import { type NumberedRow, textLength } from "./sent-row.ts";

/**
 * The limits of one call, in rows and in UTF-16 code units. The schema allows 10,000 rows and the server 16 MB; a code
 * unit takes at most six bytes of JSON. The limits here are lower, because smaller pieces lose less when a connection
 * breaks.
 */
const MAX_ROWS = 2_000;
const MAX_TEXT = 1_000_000;

export type Chunk = readonly NumberedRow[];

/** Splits rows into chunks that fit in one call. Yields at least one chunk, which may be empty. */
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
