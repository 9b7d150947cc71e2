import { ImportError } from "../../domain/import-error.ts";
import { asBuffer, piecesFrom, textStart } from "./byte-source.ts";
import type { ByteSource } from "./import-file.ts";

/** More bytes than the twelve characters of an excerpt can occupy in UTF-8. */
const SHOWN_BYTES = 64;

/** The error at a position of a JSON text, with its line and its column in UTF-16 units, both from 1. */
export function jsonFailure(source: ByteSource, fileName: string, position: number, expected: string): ImportError {
  const end = Math.min(position + SHOWN_BYTES, source.size);
  const rest = asBuffer(source.read(position, end)).toString("utf8").slice(0, 12).split("\n")[0] ?? "";
  const found = position >= source.size ? "the end of the file" : `'${rest}'`;
  const { line, column } = placeOf(source, position);
  return new ImportError(`${fileName}: line ${line}, column ${column}`, expected, found);
}

function placeOf(source: ByteSource, position: number): { line: number; column: number } {
  const place = { line: 1, column: 1 };
  let left = position - textStart(source);
  for (const piece of piecesFrom(source, position - left)) {
    for (let index = 0; index < piece.length && left > 0; index++, left--) step(place, piece[index] ?? 0);
    if (left === 0) break;
  }
  return place;
}

/** Advances by one byte. A character counts at its first byte, and twice if it is a surrogate pair in UTF-16. */
function step(place: { line: number; column: number }, byte: number): void {
  if (byte === 0x0a) {
    place.line += 1;
    place.column = 1;
  } else if ((byte & 0xc0) !== 0x80) {
    place.column += byte >= 0xf0 ? 2 : 1;
  }
}
