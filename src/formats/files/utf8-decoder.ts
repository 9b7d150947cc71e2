import { ImportError } from "../../domain/import-error.ts";

const NEWLINE = 0x0a;

/** The error for a line that is not UTF-8, with the remedy. */
export const notUtf8 = (file: string, line: number): ImportError =>
  new ImportError(
    `${file}: line ${line}`,
    "UTF-8 text",
    "bytes that are not UTF-8; for Latin-1, 'iconv -f LATIN1 -t UTF-8' converts the file",
  );

/** Decodes the bytes of a text file, piece by piece. */
export class Utf8Decoder {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #line = 1;

  constructor(readonly file: string) {}

  /** The text of the next piece. @throws {ImportError} that names the line of the first byte that is not UTF-8 */
  decode(piece: Uint8Array): string {
    try {
      const text = this.#decoder.decode(piece, { stream: true });
      for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) this.#line += 1;
      return text;
    } catch {
      throw notUtf8(this.file, this.#line + linesBefore(piece));
    }
  }

  /** The rest of the text. @throws {ImportError} if the file ends within a character */
  end(): string {
    try {
      return this.#decoder.decode();
    } catch {
      throw notUtf8(this.file, this.#line);
    }
  }
}

/** How many lines of a piece are UTF-8, before the first that is not. */
function linesBefore(piece: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 0;
  // The end of a character that began in the piece before.
  let start = piece.findIndex((byte) => (byte & 0xc0) !== 0x80);
  for (let end = piece.indexOf(NEWLINE, start); end !== -1; end = piece.indexOf(NEWLINE, start)) {
    try {
      decoder.decode(piece.subarray(start, end + 1));
    } catch {
      break;
    }
    lines += 1;
    start = end + 1;
  }
  return lines;
}

/** The longest accepted record, in bytes: longer than any harness writes, and small enough for memory. */
export const LONGEST_RECORD = 1 << 26;
