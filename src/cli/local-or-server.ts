import type { ServerConnection } from "./connection/server-connection.ts";

/**
 * The server through which the data of this machine is reached: `OMNIDEX_URL`, else who holds the data folder; null where the
 * database itself is to be opened. What `omnidex login` keeps is not asked.
 */
export async function findServer(environment: NodeJS.ProcessEnv): Promise<ServerConnection | null> {
  const { findConnection } = await import("./connection/server-connection.ts");
  const connection = await findConnection(environment);
  return connection.urlSource === "OMNIDEX_URL" || connection.urlSource === "the data folder" ? connection : null;
}
