import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { FilePieces } from "../../../formats/encoding/pieces.ts";

/** The limits of exports on disk: their total size in bytes, and the number of files. */
const MOST_BYTES = 1_000_000_000;
const MOST_FILES = 50;

/** How many exports are written to disk at a time. */
const AT_ONCE = 2;

/** Thrown for an export that is larger than the limit for all exports on disk, or that the disk does not take. */
export class CannotSpool extends Error {}

/**
 * A complete export on disk. Its name has been removed from the folder, and only an open handle gives access to it. The
 * system therefore deletes the file when the process ends.
 */
export class SpooledExport {
  #holders = 1;

  /** @param handle closed when the last holder releases the export. The creator is the first holder */
  constructor(
    private readonly handle: FileHandle,
    /** The size of the file in bytes. */
    readonly size: number,
  ) {}

  /** Keeps the file open until `release`. */
  hold(): this {
    this.#holders += 1;
    return this;
  }

  async release(): Promise<void> {
    this.#holders -= 1;
    if (this.#holders === 0) await this.handle.close();
  }

  /**
   * The bytes from `start` to `end`, both included.
   * @param done called once, when the stream ends, fails or is cancelled
   */
  read(start: number, end: number, done: () => void): ReadableStream<Uint8Array> {
    let place = start;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const chunk = Buffer.allocUnsafe(Math.max(0, Math.min(CHUNK, end - place + 1)));
            const { bytesRead } = await this.handle.read(chunk, 0, chunk.length, place);
            if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
            place += bytesRead;
            if (place <= end && bytesRead > 0) return;
            controller.close();
          } catch (error) {
            controller.error(error);
          }
          done();
        },
        cancel: done,
      },
      { highWaterMark: 0 },
    );
  }
}

const CHUNK = 256_000;

/** Exports that clients request in byte ranges. Each export is produced once as a whole and then read from disk. */
export class SpooledExports {
  readonly #files: LRUCache<string, SpooledExport>;
  readonly #making = new Map<string, Promise<SpooledExport>>();
  readonly #turns = pLimit(AT_ONCE);

  /** @param mostBytes the largest total size of all files */
  constructor(private readonly mostBytes = MOST_BYTES) {
    this.#files = new LRUCache({
      max: MOST_FILES,
      maxSize: mostBytes,
      sizeCalculation: ({ size }) => Math.max(1, size),
      dispose: (file) => void file.release().catch(() => {}),
    });
  }

  /** The export with this content; undefined if it is not on disk. The caller must release the export. */
  known(content: string): SpooledExport | undefined {
    return this.#files.get(content)?.hold();
  }

  /**
   * The export with this content. It is produced if it is not on disk. The caller must release the export.
   * @throws CannotSpool, and the errors of `pieces`
   */
  async whole(content: string, pieces: () => FilePieces): Promise<SpooledExport> {
    const known = this.known(content);
    if (known !== undefined) return known;
    const making = this.#making.get(content) ?? this.#make(content, pieces);
    this.#making.set(content, making);
    return (await making).hold();
  }

  /** Closes the files. The system then deletes them. */
  close(): void {
    this.#files.clear();
  }

  async #make(content: string, pieces: () => FilePieces): Promise<SpooledExport> {
    try {
      const made = await this.#turns(() => spool(pieces(), this.mostBytes));
      this.#files.set(content, made);
      return made;
    } finally {
      this.#making.delete(content);
    }
  }
}

async function spool(pieces: FilePieces, mostBytes: number): Promise<SpooledExport> {
  const folder = await onDisk(mkdtemp(join(tmpdir(), "omnidex-export-")));
  // An open file outlives its folder.
  const handle = await onDisk(open(join(folder, "file"), "wx+", 0o600)).finally(() => rm(folder, { recursive: true }));
  try {
    let size = 0;
    for await (const piece of pieces) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      size += bytes.length;
      if (size > mostBytes) throw new CannotSpool(`an export has more than ${mostBytes} bytes`);
      await onDisk(handle.writeFile(bytes));
    }
    return new SpooledExport(handle, size);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** @throws CannotSpool if the disk is full, or the folder for temporary files is missing or cannot be written to */
const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new CannotSpool("an export cannot be written to the disk", { cause });
  });
