import { mkdir, statfs } from "node:fs/promises";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../config/project-root.ts";
import { holdingLoop } from "../telemetry/loop-watchdog.ts";
import { CountedVersions } from "./data-versions.ts";
import type { Database, Queryable } from "./database.ts";
import { storageFull, storageFullOr } from "./database-error.ts";
import type { Query, ResultOf } from "./statement.ts";
import { StatementLog } from "./statement-log.ts";

/**
 * How many bytes of the disk are kept free. Two segments of the write-ahead log fit into this space, with room to end a
 * transaction and close the database.
 */
const STORAGE_RESERVE = 64 * 1024 ** 2;

/**
 * How many bytes a statement writes for each byte of its parameters. It writes the row and its index entries, and
 * writes both again to the write-ahead log.
 */
const WRITTEN_PER_BYTE = 4;

/** How long a measurement of the free space is reused, in milliseconds. A large write measures again at once. */
const LOOKED_FOR = 100;

/** Whether a statement can write more than a few bytes. */
const isWrite = (text: string): boolean => !/^\s*(select|set|show|begin|commit|rollback)\b/i.test(text);

/**
 * Refuses writes when the disk of a data folder is nearly full. Without this check, PGlite would retry a failed write
 * forever, and the process would hang.
 */
class StorageRoom {
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

/**
 * A small page cache is enough for files in memory. The default cache of 128 MB would be allocated and cleared at each
 * start.
 */
const IN_MEMORY = {
  dataDir: "memory://",
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
};

/**
 * Opens PostgreSQL inside this process.
 * @param folder the data folder, which the caller has locked; null to keep the data in memory
 * @param reserve how many bytes to keep free on the folder's disk
 * @param image the initial data, as PGlite's `dumpDataDir` writes them; the folder must then be empty
 * @throws `STORAGE_FULL` if less than the reserve is free
 */
export async function openPgliteDatabase(
  folder: string | null,
  image?: Blob,
  reserve: number = STORAGE_RESERVE,
): Promise<Database> {
  const room = folder === null ? null : new StorageRoom(folder, reserve);
  if (folder !== null) await mkdir(folder, { recursive: true });
  await room?.requireToOpen();
  const client = await PGlite.create({
    ...(folder === null ? IN_MEMORY : { dataDir: folder }),
    ...(image !== undefined && { loadDataDir: image }),
  });
  // All statements pass through this method, which returns when the statement has ended.
  const execute = client.execProtocolRawSync.bind(client);
  client.execProtocolRawSync = (message) => holdingLoop(() => execute(message));
  const log = new StatementLog();
  const versions = new CountedVersions();
  const queryable = (target: PGlite | Transaction): Queryable => ({
    query: async <Q extends Query>(query: Q) => {
      const { text, params } = log.record(query);
      if (room !== null && isWrite(text)) await room.require(params);
      try {
        return (await target.query<ResultOf<Q>>(text, [...params])).rows;
      } catch (error) {
        throw storageFullOr(error);
      }
    },
  });
  return {
    ...queryable(client),
    engine: "pglite",
    transaction: async (work, reach = "visible") => {
      try {
        return await client.transaction((tx) => work(queryable(tx)));
      } finally {
        if (reach === "visible") versions.advance();
      }
    },
    reads: queryable(client),
    versions,
    neighbours: null,
    // No other process can open the folder, so there are no changes to listen for.
    listen: async () => {},
    onStatement: (listener) => log.listen(listener),
    migrate: () => migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() }),
    close: () => client.close(),
  };
}
