import type { ServerConnection } from "./server-connection.ts";

/**
 * The server that gives access to this machine's data: `OMNIDEX_URL`, else the server that holds the data folder. Null
 * if no server holds it, so that the database can be opened directly. Stored logins are ignored.
 */
export async function findServer(environment: NodeJS.ProcessEnv): Promise<ServerConnection | null> {
  const { findConnection } = await import("./server-connection.ts");
  const connection = await findConnection(environment);
  return connection.urlSource === "OMNIDEX_URL" || connection.urlSource === "the data folder" ? connection : null;
}
