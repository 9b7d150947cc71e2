import { Client, type ClientConfig, DatabaseError, type PoolClient, type Submittable } from "pg";
import driverUtils from "pg/lib/utils.js";
import { type ArrayItem, arrayText } from "../array-text.ts";
import { type Answered, type Parameter, SentQuery } from "./sent-query.ts";

/** A statement as it is sent to PostgreSQL. A named statement stays prepared on its connection. */
export interface SentStatement {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly name?: string | undefined;
}

/** The settings of every connection to a PostgreSQL server. */
export interface ConnectionSettings {
  /** The `application_name` in `pg_stat_activity`. */
  readonly name: string;
  /** The longest that a statement may take, in milliseconds; 0 for no limit. */
  readonly statementTimeout?: number;
  /** The longest that connecting, or waiting for a connection of the pool, may take, in milliseconds. */
  readonly connectTimeout?: number;
}

/** How long a caller waits at most for a connection while all are busy, in milliseconds. */
const CONNECT_TIMEOUT = 15_000;

/** The options of a connection of node-postgres. */
export const connectionConfig = (url: string, settings: ConnectionSettings): ClientConfig & { pipeline: boolean } => ({
  connectionString: url,
  application_name: settings.name,
  connectionTimeoutMillis: settings.connectTimeout ?? CONNECT_TIMEOUT,
  // Detects a peer that is gone without closing the connection.
  keepAlive: true,
  // Statements of one transaction are sent without waiting for the result of the one before.
  pipeline: true,
  ...(settings.statementTimeout ? { statement_timeout: settings.statementTimeout } : {}),
});

/**
 * Opens a connection outside of any pool. The caller closes it.
 * @throws `LostConnectionError` or PostgreSQL's own error if the server does not answer
 */
export async function connect(url: string, settings: ConnectionSettings): Promise<Client> {
  const client = new Client(connectionConfig(url, settings));
  // Without a listener, the loss of an idle connection would end the process. Pending statements are rejected in any
  // case.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw asLost(error);
  }
}

/** Closes a connection at once. Pending statements are rejected without waiting for the server. */
export function cut(client: Client | PoolClient): void {
  // Only the socket can be closed at once: `end` sends a message first and waits for the answer.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The connection was lost or could not be made. A pending statement may or may not have been executed. */
export class LostConnectionError extends Error {
  override readonly name = "LostConnectionError";
}

/**
 * The SQLSTATEs that end a session, or say that no session can be opened.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const ENDS = /^(08|57P|25P0[34]$)|^53300$/;

/** Returns PostgreSQL's errors about a statement unchanged. All other errors become `LostConnectionError`. */
export function asLost(error: unknown): unknown {
  if (error instanceof DatabaseError && !ENDS.test(error.code ?? "")) return error;
  if (error instanceof LostConnectionError) return error;
  return new LostConnectionError(error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * A parameter as the protocol takes it. The driver would search each item of a list for characters to escape, with two
 * patterns, and write other objects as JSON.
 */
function asParameter(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value) && value.every(isPlain)) return arrayText(value);
  return driverUtils.prepareValue(value);
}

const isPlain = (item: unknown): item is ArrayItem =>
  item === null || typeof item === "string" || typeof item === "number" || typeof item === "boolean";

/**
 * Sends one statement over the extended protocol, which allows only one statement per message.
 * @param done receives the answer; or PostgreSQL's error, or `LostConnectionError`
 */
export function sendTo<T extends object>(
  client: Client | PoolClient,
  { text, params, name }: SentStatement,
  done: (error: unknown, answered: Answered<T>) => void,
): void {
  const end = (error: Error | null, answered: Answered<T>): void =>
    done(error === null ? null : asLost(error), answered);
  const query = new SentQuery<T>(client, text, name, params.map(asParameter), end);
  client.query(query as unknown as Submittable);
}

/**
 * Sends one statement over the extended protocol, which allows only one statement per message.
 * @throws PostgreSQL's error, or `LostConnectionError`
 */
export const send = <T extends object>(client: Client | PoolClient, statement: SentStatement): Promise<Answered<T>> =>
  new Promise((resolve, reject) => {
    sendTo<T>(client, statement, (error, answered) => (error === null ? resolve(answered) : reject(error)));
  });
