import { Omnidex } from "../../sdk/index.ts";
import { findConnection, type ServerConnection } from "./server-connection.ts";

/** A client with the connection that it was made from. */
export interface ConnectedClient {
  readonly omnidex: Omnidex;
  readonly connection: ServerConnection;
}

/** Makes the client of a command without sending anything. Import this module only when a command runs. */
export async function connect(environment: NodeJS.ProcessEnv = process.env): Promise<ConnectedClient> {
  const connection = await findConnection(environment);
  return { connection, omnidex: new Omnidex({ url: connection.url, apiKey: connection.apiKey }) };
}
