import { mkdir } from "node:fs/promises";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "../project-root.ts";
import { CountedVersions } from "./data-versions.ts";
import type { Database, Queryable } from "./database.ts";
import { storageFullOr } from "./database-error.ts";
import type { Query, ResultOf } from "./statement.ts";
import { StatementLog } from "./statement-log.ts";
import { isWrite, STORAGE_RESERVE, StorageRoom } from "./storage-room.ts";

/**
 * Opens PostgreSQL inside this process.
 * @param folder where the data lives; `null` for none on disk. The caller holds the folder's lock.
 * @param reserve how many bytes of the folder's disk are left free
 * @throws `STORAGE_FULL` where there is less room
 * @param image what the data begin with, as `dumpDataDir` of PGlite writes them; nothing else may be there
 */
export async function openPgliteDatabase(
  folder: string | null,
  image?: Blob,
  reserve: number = STORAGE_RESERVE,
): Promise<Database> {
  const room = folder === null ? null : new StorageRoom(folder, reserve);
  if (folder !== null) await mkdir(folder, { recursive: true });
  await room?.requireToOpen();
  const dataDir = folder ?? "memory://";
  const client = await PGlite.create(image === undefined ? { dataDir } : { dataDir, loadDataDir: image });
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
    // Nobody else has the folder.
    listen: async () => {},
    onStatement: (listener) => log.listen(listener),
    migrate: () => migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() }),
    close: () => client.close(),
  };
}
