import type { JsonPieces } from "../answers/root-answer.ts";

/** The length from which a body is sent as bytes, in UTF-16 code units. */
const SENT_AS_BYTES = 4_000;

/**
 * A short body is sent as text, together with the headers in one write. The pieces of a long one are written into a
 * buffer: as text, it would be copied when its length is found, and again with its headers.
 */
export function bodyOf(pieces: JsonPieces): Buffer | string {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length < SENT_AS_BYTES) return pieces.join("");
  const body = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) end += body.write(piece, end);
  return body;
}
