import { followRedirects, type SentRequest } from "../../sdk/redirects.ts";
import type { ServerConnection } from "./server-connection.ts";

/**
 * Fetches a path of a server with the key of the connection, for what the SDK does not send.
 * @throws OmnidexProtocolError that names the address to use, if a redirect would lose the key or the body
 */
export async function fetchFrom(
  { url, apiKey }: Pick<ServerConnection, "url" | "apiKey">,
  path: string,
  { headers, ...others }: RequestInit = {},
): Promise<Response> {
  const init: SentRequest["init"] = { method: "GET", ...others, headers: new Headers(headers), redirect: "manual" };
  if (apiKey !== undefined) init.headers.set("authorization", `Bearer ${apiKey}`);
  const address = `${url}${path}`;
  const response = await fetch(address, init);
  if (response.ok || response.status >= 400) return response;
  return followRedirects(response, { send: fetch, address, path: path.replace(/\?.*$/, ""), init });
}

/**
 * The server that gives access to this machine's data: `OMNIDEX_URL`, else the server that holds the data folder. Null
 * if no server holds it, so that the database can be opened directly. Stored logins are ignored.
 */
export async function findServer(environment: NodeJS.ProcessEnv): Promise<ServerConnection | null> {
  const { findConnection } = await import("./server-connection.ts");
  const connection = await findConnection(environment);
  return connection.urlSource === "OMNIDEX_URL" || connection.urlSource === "the data folder" ? connection : null;
}
