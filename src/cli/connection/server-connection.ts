import { UsageError } from "../usage-error.ts";
import { findDataFolderServer } from "./data-folder-server.ts";
import { readStoredLogins, type StoredLogins } from "./stored-logins.ts";

/** A server, and the key to show it. */
export interface ServerConnection {
  /** Its root, without a slash at the end. */
  readonly url: string;
  /** Undefined: only what is public can be read. */
  readonly apiKey: string | undefined;
  /** What named the server. */
  readonly urlSource: "OMNIDEX_URL" | "the data folder" | "omnidex login" | "the default";
  /** What gave the key; null for none. */
  readonly keySource: "OMNIDEX_API_KEY" | "OMNIDEX_ADMIN_KEY" | "the data folder" | "omnidex login" | null;
}

const DEFAULT_URL = "http://127.0.0.1:4000";

/**
 * Which server to ask, and as whom: `OMNIDEX_URL`, else the server that holds the data folder, else what `omnidex login`
 * stored, else the default address. The key is `OMNIDEX_API_KEY`, else what is known for exactly that server.
 *
 * @throws {UsageError} for an `OMNIDEX_URL` that is no address
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

/** The server that `OMNIDEX_URL` names may be the data folder's; which that is must not fail for another. */
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
    // The administrator's own shell has it set for `serve`; a stranger's server must not be shown it.
    ["OMNIDEX_ADMIN_KEY", urlSource === "omnidex login" ? undefined : environment.OMNIDEX_ADMIN_KEY?.trim()],
  ] as const;
  const [keySource, apiKey] = known.find(([, key]) => key) ?? [null, undefined];
  return { url, urlSource, apiKey: apiKey || undefined, keySource };
}

/**
 * The root of a server, from what people paste: with a slash at the end, or its GraphQL endpoint.
 * @throws {UsageError} for what is no http address
 */
export function serverRoot(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`'${text}' is no address of a server.`, "Addresses look like http://127.0.0.1:4000.");
  if (url.username !== "" || url.password !== "")
    throw new UsageError(
      "The address of a server must not hold a name or a password.",
      "Keys go into OMNIDEX_API_KEY.",
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/graphql$/, "")}`;
}
