import { readDatabaseLocation } from "../../server/config/database-location.ts";
import { type DataFolderHolder, readDataFolderLock } from "../../server/db/data-folder-lock.ts";

/** The server named in the lock of the data folder; null if no server holds it, or the data is in PostgreSQL. */
export async function findDataFolderServer(environment: NodeJS.ProcessEnv): Promise<DataFolderHolder | null> {
  const database = readDatabaseLocation(environment);
  if (database.engine !== "pglite" || database.folder === null) return null;
  return readDataFolderLock(database.folder);
}
