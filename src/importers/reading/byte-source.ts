import type { ByteSource, ImportFile } from "../importer.ts";

/** Bytes in memory need not be cut; what is made of a piece should not be large. */
const MEMORY_PIECE = 2 ** 18;

/** A file's bytes, piece by piece, wherever they are. */
export function sourceOf({ bytes, pieces }: Pick<ImportFile, "pieces" | "bytes">): ByteSource {
  return pieces ?? { size: bytes.length, pieceSize: MEMORY_PIECE, read: (start, end) => bytes.subarray(start, end) };
}

/** Whether a UTF-8 text begins with a byte order mark, which is no part of it. */
export const textStart = (source: ByteSource): number => {
  const [first, second, third] = source.read(0, Math.min(3, source.size));
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
};

/** All bytes from a position on, a piece at a time. */
export function* piecesFrom(source: ByteSource, start: number): Generator<Uint8Array> {
  const { size, pieceSize } = source;
  for (let at = start; at < size; at += pieceSize) yield source.read(at, Math.min(at + pieceSize, size));
}

/** The texts between positions of a source, which are asked for in the order of the file. */
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

/** The same bytes as a Buffer, not a copy of them. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
