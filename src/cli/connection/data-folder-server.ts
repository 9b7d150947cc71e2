import { readDatabaseLocation } from "../../server/config/database-location.ts";
import { type DataFolderHolder, readDataFolderLock } from "../../server/db/data-folder-lock.ts";

/** The server that holds the data folder, as its lock names it; null where none does, or the data is elsewhere. */
export async function findDataFolderServer(environment: NodeJS.ProcessEnv): Promise<DataFolderHolder | null> {
  const database = readDatabaseLocation(environment);
  if (database.engine !== "pglite" || database.folder === null) return null;
  return readDataFolderLock(database.folder);
}
