import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfig } from "../../server/config/config.ts";
import type { DatabaseLocation } from "../../server/config/database-location.ts";
import { UsageError } from "../output/usage-error.ts";

/**
 * Locates the configured database, for commands that do not create one.
 *
 * @throws UsageError if its folder has no database
 */
export async function existingDatabase(): Promise<DatabaseLocation> {
  const { database } = readConfig(process.env);
  if (database.engine !== "pglite" || database.folder === null) return database;
  const { folder } = database;
  await access(join(folder, "postgres")).catch(() => {
    throw new UsageError(
      `There is no database in '${resolve(folder)}'.`,
      "Set OMNIDEX_DATA_DIR to its folder, or DATABASE_URL to a PostgreSQL server.",
    );
  });
  return database;
}
