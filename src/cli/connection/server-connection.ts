import { readDatabaseLocation } from "../../server/config/database-location.ts";
import { type DataFolderHolder, readDataFolderLock } from "../../server/db/data-folder-lock.ts";
import { UsageError } from "../output/usage-error.ts";
import { readStoredLogins, type StoredLogins } from "./stored-logins.ts";

/** A server and the key to authenticate with. */
export interface ServerConnection {
  /** The root address of the server, without a trailing slash. */
  readonly url: string;
  /** If undefined, only public data can be read. */
  readonly apiKey: string | undefined;
  /** Where the address comes from. */
  readonly urlSource: "OMNIDEX_URL" | "the data folder" | "omnidex login" | "the default";
  /** Where the key comes from; null without a key. */
  readonly keySource: "OMNIDEX_API_KEY" | "OMNIDEX_ADMIN_KEY" | "the data folder" | "omnidex login" | null;
}

const DEFAULT_URL = "http://127.0.0.1:4000";

/**
 * Finds the server and key to use. The server is `OMNIDEX_URL`, else the one that holds the data folder, else the one
 * that `omnidex login` stored, else the default address. The key is `OMNIDEX_API_KEY`, else the one in the server's
 * data folder, else the one stored for exactly that server, else `OMNIDEX_ADMIN_KEY`.
 *
 * @throws {UsageError} if `OMNIDEX_URL` is not a valid address, or the key cannot be sent
 */
export async function findConnection(environment: NodeJS.ProcessEnv): Promise<ServerConnection> {
  const logins = await readStoredLogins(environment);
  const named = environment.OMNIDEX_URL?.trim();
  if (named) return withNamed(environment, serverRoot(named), logins);
  const holder = await findDataFolderServer(environment);
  if (holder?.url !== undefined)
    return withKey(environment, serverRoot(holder.url), "the data folder", logins, holder.adminKey);
  if (logins.current !== null) return withKey(environment, logins.current, "omnidex login", logins);
  return withKey(environment, DEFAULT_URL, "the default", logins);
}

/**
 * The server in `OMNIDEX_URL`. If it also serves the data folder, the key in that folder may be used. An unreadable data
 * folder is ignored, because the server may have nothing to do with the folder.
 */
async function withNamed(environment: NodeJS.ProcessEnv, url: string, logins: StoredLogins): Promise<ServerConnection> {
  const holder = await findDataFolderServer(environment).catch(() => null);
  const isHolder = holder?.url !== undefined && serverRoot(holder.url) === url;
  return withKey(environment, url, "OMNIDEX_URL", logins, isHolder ? holder.adminKey : undefined);
}

function withKey(
  environment: NodeJS.ProcessEnv,
  url: string,
  urlSource: ServerConnection["urlSource"],
  logins: StoredLogins,
  holderKey?: string,
): ServerConnection {
  const known = [
    ["OMNIDEX_API_KEY", environment.OMNIDEX_API_KEY?.trim()],
    ["the data folder", holderKey],
    ["omnidex login", logins.servers[url]?.apiKey],
    // The administrator's shell may have this variable set for `serve`. The key must not be sent to a server that
    // `login` chose.
    ["OMNIDEX_ADMIN_KEY", urlSource === "omnidex login" ? undefined : environment.OMNIDEX_ADMIN_KEY?.trim()],
  ] as const;
  const [keySource, apiKey] = known.find(([, key]) => key) ?? [null, undefined];
  if (apiKey) requireSendable(apiKey, keySource ?? "");
  return { url, urlSource, apiKey: apiKey || undefined, keySource };
}

/**
 * Refuses an API key with a character that an HTTP header cannot carry. The message does not repeat the key, which is a
 * secret.
 * @throws {UsageError} that names where the key comes from
 */
function requireSendable(apiKey: string, source: string): void {
  const place = [...apiKey].findIndex((letter) => !/^[\x21-\x7e]$/.test(letter));
  if (place >= 0)
    throw new UsageError(
      `The key of ${source} is not a key: character ${place + 1} is a space or is not ASCII.`,
      "Copy the key again: a key has no spaces and no letters outside ASCII.",
    );
}

/**
 * The root of a server, from an address that may end in a slash or name its GraphQL endpoint.
 * @throws {UsageError} if it is not an HTTP address
 */
export function serverRoot(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`'${text}' is not the address of a server.`, "Addresses look like http://127.0.0.1:4000.");
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      "The address of a server must not hold a name or a password.",
      "Keys go into OMNIDEX_API_KEY.",
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/graphql$/, "")}`;
}

/** The server named in the lock of the data folder; null if no server holds it, or the data is in PostgreSQL. */
async function findDataFolderServer(environment: NodeJS.ProcessEnv): Promise<DataFolderHolder | null> {
  const database = readDatabaseLocation(environment);
  if (database.engine !== "pglite" || database.folder === null) return null;
  return readDataFolderLock(database.folder);
}
