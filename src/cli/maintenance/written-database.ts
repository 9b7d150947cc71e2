import { access } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseLocation } from "../../server/config/database-location.ts";
import { remark } from "../output/printing.ts";

/**
 * Names on stderr the database that a command is about to write to. A data folder that does not exist is announced,
 * because opening the database creates it: a misspelt path would otherwise look like an empty database.
 */
export async function announceDatabase(location: DatabaseLocation): Promise<void> {
  if (location.engine === "postgresql") return remark(`Database: ${postgresName(location.url)}`);
  const { folder } = location;
  if (folder === null) return remark("Database: in memory only; nothing is kept");
  const state = await dataFolderState(folder);
  remark(`Data folder: ${folder}${STATES[state]}`);
}

const STATES = {
  missing: " (did not exist; it is created now)",
  empty: " (a database is created in it now)",
  used: "",
};

/**
 * Names on stderr the database that a command only reads, and returns its location. If the data folder has no database,
 * the location is that of an empty database in memory, so that nothing is created.
 */
export async function announceReadDatabase(location: DatabaseLocation): Promise<DatabaseLocation> {
  if (location.engine === "postgresql" || location.folder === null) {
    await announceDatabase(location);
    return location;
  }
  const isUsed = (await dataFolderState(location.folder)) === "used";
  remark(`Data folder: ${location.folder}${isUsed ? "" : " (no database in it; none is created)"}`);
  return isUsed ? location : { engine: "pglite", folder: null };
}

/** Whether the folder is missing, exists without a database, or has one. */
export async function dataFolderState(folder: string): Promise<keyof typeof STATES> {
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  if (await exists(join(folder, "postgres"))) return "used";
  return (await exists(folder)) ? "empty" : "missing";
}

/** Names the database and its server, but not the user or the password. */
function postgresName(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const server = searchParams.get("host") ?? host;
  const name = decodeURIComponent(pathname.slice(1));
  return `PostgreSQL${name === "" ? "" : ` '${name}'`} at ${server}`;
}
