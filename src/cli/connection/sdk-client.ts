import { Omnidex } from "../../sdk/index.ts";
import { findConnection, type ServerConnection } from "./server-connection.ts";

/** A client of the server that this command line talks to, and how that was found. */
export interface ConnectedClient {
  readonly omnidex: Omnidex;
  readonly connection: ServerConnection;
}

/** Makes the client of a command. Nothing is sent yet. Load this module when a command runs, not before. */
export async function connect(environment: NodeJS.ProcessEnv = process.env): Promise<ConnectedClient> {
  const connection = await findConnection(environment);
  return { connection, omnidex: new Omnidex({ url: connection.url, apiKey: connection.apiKey }) };
}
