import { once } from "node:events";
import { access } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { request as secureRequest } from "node:https";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import { redirectError } from "../../sdk/redirects.ts";
import { readConfig } from "../../server/config/config.ts";
import type { DatabaseLocation } from "../../server/config/database-location.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
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

interface ErrorBody {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: ErrorCode } }[];
}

/**
 * Sends an administrator's request to a server and returns the response as a stream.
 * @throws the server's error; `UNAVAILABLE` if it does not answer
 */
export async function requestFile(server: ServerConnection, path: string): Promise<IncomingMessage> {
  const address = `${server.url}${path}`;
  const headers: Record<string, string> =
    server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` };
  let response: IncomingMessage;
  try {
    response = await answerTo(address, headers);
  } catch (error) {
    throw new OmnidexError("UNAVAILABLE", `No server answers at ${address}.`, undefined, { cause: error });
  }
  if (response.statusCode === 200) return response;
  const { location } = response.headers;
  if (location !== undefined && URL.canParse(location, address))
    throw redirectError({ address, path: path.replace(/\?.*$/, "") }, new URL(location, address), response.statusCode);
  const [error] = ((await json(response).catch(() => ({}))) as ErrorBody).errors ?? [];
  const said = error?.message ?? `The server answered ${response.statusCode}.`;
  throw new OmnidexError(error?.extensions?.code ?? "UNAVAILABLE", said);
}

/** Does not use `fetch`, which gives up after five minutes of silence: the first line of a check may take longer. */
async function answerTo(address: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const send = address.startsWith("https:") ? secureRequest : request;
  const sent = send(address, { method: "POST", headers });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  // From here on, errors surface on the response.
  sent.on("error", () => {});
  return response;
}
