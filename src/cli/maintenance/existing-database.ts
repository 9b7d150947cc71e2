import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfig } from "../../server/config/config.ts";
import type { DatabaseLocation } from "../../server/config/database-location.ts";
import { UsageError } from "../usage-error.ts";

/** Where the settings' database is, for commands that make none. @throws UsageError where its folder has none */
export async function existingDatabase(): Promise<DatabaseLocation> {
  const { database } = readConfig(process.env);
  if (database.engine !== "pglite" || database.folder === null) return database;
  const { folder } = database;
  await access(join(folder, "postgres")).catch(() => {
    throw new UsageError(
      `There is no database in '${resolve(folder)}'.`,
      "OMNIDEX_DATA_DIR names its folder, and DATABASE_URL a PostgreSQL.",
    );
  });
  return database;
}
