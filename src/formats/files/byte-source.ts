import type { ByteSource, ImportFile } from "./import-file.ts";

/** The piece size for bytes in memory. It is limited so that the values made from one piece stay small. */
const MEMORY_PIECE = 2 ** 18;

/** A file's bytes as a source, whether they are in memory or not. */
export function sourceOf({ bytes, pieces }: Pick<ImportFile, "pieces" | "bytes">): ByteSource {
  return pieces ?? { size: bytes.length, pieceSize: MEMORY_PIECE, read: (start, end) => bytes.subarray(start, end) };
}

/** The offset of a UTF-8 text after its byte order mark, if there is one. */
export const textStart = (source: ByteSource): number => {
  const [first, second, third] = source.read(0, Math.min(3, source.size));
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
};

/** All bytes from `start`, in pieces. */
export function* piecesFrom(source: ByteSource, start: number): Generator<Uint8Array> {
  const { size, pieceSize } = source;
  for (let at = start; at < size; at += pieceSize) yield source.read(at, Math.min(at + pieceSize, size));
}

/** Reads texts between positions of a source. They must be requested in file order. */
export class TextPieces {
  #piece: Buffer = Buffer.alloc(0);
  #from = 0;

  constructor(readonly source: ByteSource) {}

  text(start: number, end: number): string {
    if (start < this.#from || end > this.#from + this.#piece.length) {
      this.#piece = asBuffer(
        this.source.read(start, Math.min(Math.max(end, start + this.source.pieceSize), this.source.size)),
      );
      this.#from = start;
    }
    return this.#piece.toString("utf8", start - this.#from, end - this.#from);
  }
}

/** The same bytes as a Buffer, without a copy. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
