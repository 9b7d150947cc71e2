import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError, type Environment, listed, settingOf } from "./settings.ts";

export type DatabaseLocation =
  /**
   * PGlite in a folder, or in memory if `folder` is null. A database in memory may start from an image of another
   * database.
   */
  | {
      readonly engine: "pglite";
      readonly folder: string | null;
      readonly image?: Blob;
      /** How many bytes of the folder's disk to keep free; if undefined, a default applies. */
      readonly reserve?: number;
    }
  | {
      readonly engine: "postgresql";
      readonly url: string;
      readonly replicas?: readonly string[];
      /** How soon a silent database is noticed, in milliseconds; if undefined, a default applies. */
      readonly pulse?: { readonly silence: number; readonly patience: number; readonly interval: number };
    };

/**
 * Reads only the location of the data, so that a command that looks for its server does not fail on an unrelated
 * setting.
 * @throws {ConfigError} for a value that cannot be used
 */
export function readDatabaseLocation(environment: Environment): DatabaseLocation {
  const setting = settingOf(environment);
  const located = databaseLocation(setting("DATABASE_URL"), setting("OMNIDEX_DATA_DIR") ?? ".omnidex");
  return withReserve(withReplicas(located, setting("DATABASE_REPLICA_URLS")), setting("OMNIDEX_STORAGE_RESERVE_MB"));
}

function withReserve(database: DatabaseLocation, text: string | undefined): DatabaseLocation {
  if (text === undefined) return database;
  if (!/^\d{1,7}$/.test(text) || Number(text) < 32)
    throw new ConfigError(`OMNIDEX_STORAGE_RESERVE_MB must be a whole number from 32 on; it is '${text}'.`);
  return database.engine === "pglite" ? { ...database, reserve: Number(text) * 1024 ** 2 } : database;
}

function databaseLocation(url: string | undefined, folder: string): DatabaseLocation {
  if (url === undefined) return { engine: "pglite", folder: dataFolder(folder) };
  if (url === "memory:") return { engine: "pglite", folder: null };
  if (isPostgresUrl(url)) return { engine: "postgresql", url };
  // The value may hold a password, so it is not repeated.
  throw new ConfigError("DATABASE_URL must be 'memory:' or an address that begins with 'postgres://'.");
}

/** @throws {ConfigError} for the path of a file */
function dataFolder(path: string): string {
  const folder = resolve(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isFile() === true)
    throw new ConfigError(`OMNIDEX_DATA_DIR must name a folder; '${folder}' is a file.`);
  return folder;
}

const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

function withReplicas(database: DatabaseLocation, text: string | undefined): DatabaseLocation {
  const replicas = listed(text);
  if (replicas.length === 0) return database;
  if (database.engine !== "postgresql")
    throw new ConfigError("DATABASE_REPLICA_URLS is set, so DATABASE_URL must begin with 'postgres://', too.");
  const wrong = replicas.findIndex((url) => !isPostgresUrl(url) || new URL(url).host === "");
  // The value may hold a password, so the message identifies it by its place in the setting.
  if (wrong >= 0)
    throw new ConfigError(
      `DATABASE_REPLICA_URLS must list addresses that begin with 'postgres://'; number ${wrong + 1} does not, or is not an address.`,
    );
  return { ...database, replicas };
}
