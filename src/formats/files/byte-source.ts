import type { ByteSource, ImportFile } from "./importer.ts";

/** The piece size for bytes in memory. It is limited so that the values made from one piece stay small. */
const MEMORY_PIECE = 2 ** 18;

/** A file's bytes as a source, whether they are in memory or not. */
export function sourceOf(file: Pick<ImportFile, "pieces" | "bytes">): ByteSource {
  if (file.pieces !== undefined) return file.pieces;
  const { bytes } = file;
  return { size: bytes.length, pieceSize: MEMORY_PIECE, read: (start, end) => bytes.subarray(start, end) };
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

/** A cursor over a byte source. */
export class ByteReader {
  #piece: Buffer = Buffer.alloc(0);
  /** The offset of the current piece in the source, and the position within the piece. */
  #from: number;
  #at = 0;

  constructor(
    readonly source: ByteSource,
    start: number,
  ) {
    this.#from = start;
  }

  get position(): number {
    return this.#from + this.#at;
  }

  /** The current byte; -1 at the end. */
  peek(): number {
    return this.#at < this.#piece.length || this.#load() ? (this.#piece[this.#at] ?? -1) : -1;
  }

  /** Returns the current byte and advances; -1 at the end. */
  next(): number {
    return this.#at < this.#piece.length || this.#load() ? (this.#piece[this.#at++] ?? -1) : -1;
  }

  take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.#at += 1;
    return true;
  }

  /** Skips spaces, tabs and line ends. */
  skipSpace(): void {
    for (let byte = this.peek(); byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = this.peek()) {
      this.#at += 1;
    }
  }

  seek(position: number): void {
    if (position >= this.#from && position <= this.#from + this.#piece.length) {
      this.#at = position - this.#from;
      return;
    }
    this.#from = position;
    this.#at = 0;
    this.#piece = Buffer.alloc(0);
  }

  /** The text from an earlier position to this one. */
  textFrom(start: number): string {
    if (start >= this.#from) return this.#piece.toString("utf8", start - this.#from, this.#at);
    const end = this.position;
    const text = asBuffer(this.source.read(start, end)).toString("utf8");
    // That read may have reused the memory of the current piece.
    this.#from = end;
    this.#at = 0;
    this.#piece = Buffer.alloc(0);
    return text;
  }

  #load(): boolean {
    this.#from += this.#at;
    this.#at = 0;
    const end = Math.min(this.#from + this.source.pieceSize, this.source.size);
    this.#piece = this.#from < end ? asBuffer(this.source.read(this.#from, end)) : Buffer.alloc(0);
    return this.#piece.length > 0;
  }
}
