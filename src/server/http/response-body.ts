import type { JsonPieces } from "../graphql/answers/root-answer.ts";

/** The length from which a body is converted to bytes, in UTF-16 code units. */
const SENT_AS_BYTES = 4_000;

/**
 * The body of a response. A short body is a text, which Node sends with the headers in one write. A long body is a
 * buffer, because Node would copy a long text twice: to find its length, and to join it with the headers.
 */
export function bodyOf(pieces: JsonPieces): Buffer | string {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length < SENT_AS_BYTES) return pieces.join("");
  const body = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) end += body.write(piece, end);
  return body;
}
