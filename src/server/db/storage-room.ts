import { statfs } from "node:fs/promises";
import { storageFull } from "./database-error.ts";

/**
 * How many bytes of the disk are left free: two segments of the write-ahead log, and what ends a transaction and the
 * database.
 */
export const STORAGE_RESERVE = 64 * 1024 ** 2;

/** What a statement writes of each byte that it is sent: the row, its keys, and both again in the write-ahead log. */
const WRITTEN_PER_BYTE = 4;

/** A look at the disk holds for so long, in milliseconds, unless much is written. */
const LOOKED_FOR = 100;

/** Whether a statement can write more than a few bytes. */
export const isWrite = (text: string): boolean => !/^\s*(select|set|show|begin|commit|rollback)\b/i.test(text);

/**
 * Refuses to write where the disk of a data folder is nearly full. PGlite itself does not end where a write fails for want of
 * room: it tries again for ever, and the process with it.
 */
export class StorageRoom {
  #looked = Number.NEGATIVE_INFINITY;
  /** What was left above the reserve, less what has been written since. */
  #left = 0;

  constructor(
    private readonly folder: string,
    private readonly reserve: number,
  ) {}

  /** @throws `STORAGE_FULL` where a statement with these parameters could leave less than the reserve */
  async require(params: readonly unknown[]): Promise<void> {
    const need = WRITTEN_PER_BYTE * sizeOf(params);
    if (performance.now() - this.#looked > LOOKED_FOR || need > this.#left / 4) await this.#look();
    if (this.#left < need) throw storageFull();
    this.#left -= need;
  }

  /** To begin takes less than to write: there must be half of the reserve. @throws `STORAGE_FULL` */
  async requireToOpen(): Promise<void> {
    await this.#look();
    if (this.#left < -this.reserve / 2) throw storageFull();
  }

  async #look(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    this.#left = bavail * bsize - this.reserve;
    this.#looked = performance.now();
  }
}

/** Of texts and bytes; everything else is small. Characters count as bytes: nearly all are. */
function sizeOf(params: readonly unknown[]): number {
  let size = 0;
  for (const one of params) {
    if (typeof one === "string" || one instanceof Uint8Array) size += one.length;
    else if (Array.isArray(one)) size += sizeOf(one);
  }
  return size;
}
