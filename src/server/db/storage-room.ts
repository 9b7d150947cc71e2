import { statfs } from "node:fs/promises";
import { storageFull } from "./database-error.ts";

/**
 * How many bytes of the disk are kept free. Two segments of the write-ahead log fit into this space, with room to end a
 * transaction and close the database.
 */
export const STORAGE_RESERVE = 64 * 1024 ** 2;

/**
 * How many bytes a statement writes for each byte of its parameters. It writes the row and its index entries, and
 * writes both again to the write-ahead log.
 */
const WRITTEN_PER_BYTE = 4;

/** How long a measurement of the free space is reused, in milliseconds. A large write measures again at once. */
const LOOKED_FOR = 100;

/** Whether a statement can write more than a few bytes. */
export const isWrite = (text: string): boolean => !/^\s*(select|set|show|begin|commit|rollback)\b/i.test(text);

/**
 * Refuses writes when the disk of a data folder is nearly full. Without this check, PGlite would retry a failed write
 * forever, and the process would hang.
 */
export class StorageRoom {
  #looked = Number.NEGATIVE_INFINITY;
  /** The free bytes above the reserve at the last measurement, minus the bytes written since then. */
  #left = 0;

  constructor(
    private readonly folder: string,
    private readonly reserve: number,
  ) {}

  /** @throws `STORAGE_FULL` if a statement with these parameters could write into the reserve */
  async require(params: readonly unknown[]): Promise<void> {
    const need = WRITTEN_PER_BYTE * sizeOf(params);
    if (performance.now() - this.#looked > LOOKED_FOR || need > this.#left / 4) await this.#look();
    if (this.#left < need) throw storageFull();
    this.#left -= need;
  }

  /**
   * Checks that there is room to open the database. Opening needs less room than writing: half of the reserve.
   * @throws `STORAGE_FULL`
   */
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

/**
 * The size of the texts and byte strings among the parameters, in bytes. Other values are small and not counted. A
 * character counts as one byte, because few characters are longer.
 */
function sizeOf(params: readonly unknown[]): number {
  let size = 0;
  for (const one of params) {
    if (typeof one === "string" || one instanceof Uint8Array) size += one.length;
    else if (Array.isArray(one)) size += sizeOf(one);
  }
  return size;
}
