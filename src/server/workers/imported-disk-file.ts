import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import type { ByteSource, ImportFile } from "../../formats/files/import-file.ts";

const PIECE = 2 ** 18;

/** A file that is read from disk on demand. */
export class DiskFile implements ImportFile, ByteSource {
  readonly size: number;
  readonly pieceSize = PIECE;
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
    if (length > PIECE) return Buffer.allocUnsafe(length);
    this.#piece ??= Buffer.allocUnsafe(PIECE);
    return this.#piece.subarray(0, length);
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
