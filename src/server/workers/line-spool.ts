import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ByteSource, ImportFile } from "../../formats/files/importer.ts";
import { temporaryPrefix } from "../db/process-identity.ts";

/** The size of the memory buffer, in bytes. Smaller spools never touch the disk. */
const MOST_KEPT = 2 ** 20;
const LINE_SPOOL_PIECE = 2 ** 18;
const LINE_END = 0x0a;

/**
 * Lines that are written once and read any number of times, in bounded memory. Lines beyond a megabyte are moved to a
 * temporary file. Only this process can read the file, which disappears with the process.
 */
export class LineSpool {
  /** The buffered bytes. Strings would move to the old generation of the heap, which is collected late. */
  #kept: Buffer = Buffer.alloc(0);
  #length = 0;
  #file: TemporaryFile | null = null;
  count = 0;

  /** @param line a text without a line end */
  add(line: string): void {
    this.count += 1;
    const length = Buffer.byteLength(line) + 1;
    if (this.#length + length > MOST_KEPT) this.#spill();
    if (this.#length + length > this.#kept.length) this.#grow(length);
    this.#kept.write(line, this.#length);
    this.#length += length;
    this.#kept[this.#length - 1] = LINE_END;
  }

  /** All lines in turn, each ended by a line feed, as UTF-8. Each buffer is valid until the next one is read. */
  *bytes(): Generator<Buffer> {
    if (this.#file !== null) yield* this.#file.pieces();
    if (this.#length > 0) yield this.#kept.subarray(0, this.#length);
  }

  lines(): Generator<string> {
    return linesIn(this.bytes());
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
    this.#kept = Buffer.alloc(0);
    this.#length = 0;
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#kept.length, this.#length + length, 2 ** 14));
    this.#kept.copy(larger, 0, 0, this.#length);
    this.#kept = larger;
  }

  #spill(): void {
    if (this.#length === 0) return;
    this.#file ??= new TemporaryFile();
    this.#file.append(this.#kept.subarray(0, this.#length));
    this.#length = 0;
  }
}

/** The lines of a text, each ended by a line feed. Nothing else ends a line. A piece need only be valid until the next one. */
export function* linesIn(pieces: Iterable<Uint8Array>): Generator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, start)) {
      yield bytes.toString("utf8", start, end);
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
  }
}

/** An anonymous file: its name is removed while it is open. */
class TemporaryFile {
  readonly #folder = mkdtempSync(temporaryPrefix("import"));
  readonly #handle = openSync(join(this.#folder, "lines"), "wx+", 0o600);
  readonly #buffer = Buffer.allocUnsafe(LINE_SPOOL_PIECE);
  #size = 0;

  constructor() {
    this.#remove();
  }

  append(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at, bytes.length - at, this.#size + at);
    this.#size += bytes.length;
  }

  *pieces(): Generator<Buffer> {
    for (let at = 0; at < this.#size; ) {
      const length = readSync(this.#handle, this.#buffer, 0, Math.min(LINE_SPOOL_PIECE, this.#size - at), at);
      if (length === 0) throw new Error("a temporary file of the import was cut short");
      yield this.#buffer.subarray(0, length);
      at += length;
    }
  }

  close(): void {
    closeSync(this.#handle);
    this.#remove();
  }

  /** Windows does not remove open files, so a failed removal is repeated after closing. */
  #remove(): void {
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch {}
  }
}

const IMPORTED_DISK_FILE_PIECE = 2 ** 18;

/** A file that is read from disk on demand. */
export class DiskFile implements ImportFile, ByteSource {
  readonly size: number;
  readonly pieceSize = IMPORTED_DISK_FILE_PIECE;
  #piece: Buffer | null = null;
  #handle: number | null = null;

  constructor(
    readonly name: string,
    readonly path: string,
  ) {
    this.size = statSync(path).size;
  }

  get pieces(): ByteSource {
    return this;
  }

  get bytes(): Uint8Array {
    return readFileSync(this.path);
  }

  read(start: number, end: number): Uint8Array {
    const length = end - start;
    const target = this.#memory(length);
    this.#handle ??= openSync(this.path, "r");
    let read = 0;
    for (let more = -1; more !== 0 && read < length; read += more) {
      more = readSync(this.#handle, target, read, length - read, start + read);
    }
    return target.subarray(0, read);
  }

  #memory(length: number): Buffer {
    if (length > IMPORTED_DISK_FILE_PIECE) return Buffer.allocUnsafe(length);
    this.#piece ??= Buffer.allocUnsafe(IMPORTED_DISK_FILE_PIECE);
    return this.#piece.subarray(0, length);
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
