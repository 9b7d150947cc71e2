import { mkdir } from "node:fs/promises";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../config/project-root.ts";
import { holdingLoop } from "../telemetry/loop-watchdog.ts";
import { CountedVersions } from "./data-versions.ts";
import type { Database, Queryable } from "./database.ts";
import { storageFullOr } from "./database-error.ts";
import type { Query, ResultOf } from "./statement.ts";
import { StatementLog } from "./statement-log.ts";
import { isWrite, STORAGE_RESERVE, StorageRoom } from "./storage-room.ts";

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
