import { Client, type ClientConfig, DatabaseError, type PoolClient, type Submittable } from "pg";
import driverUtils from "pg/lib/utils.js";
import { type ArrayItem, arrayText } from "../statement.ts";
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
  /** The longest that a caller waits to connect, or for a free connection of the pool, in milliseconds. */
  readonly connectTimeout?: number;
}

/** The longest that a caller waits for a free connection by default, in milliseconds. */
const CONNECT_TIMEOUT = 15_000;

/** The options of a connection of node-postgres. */
export const connectionConfig = (url: string, settings: ConnectionSettings): ClientConfig & { pipeline: boolean } => ({
  connectionString: url,
  application_name: settings.name,
  connectionTimeoutMillis: settings.connectTimeout ?? CONNECT_TIMEOUT,
  // Detects a server that disappeared without closing the connection.
  keepAlive: true,
  // A statement of a transaction is sent without waiting for the result of the previous statement.
  pipeline: true,
  ...(settings.statementTimeout ? { statement_timeout: settings.statementTimeout } : {}),
});

/**
 * Opens a connection outside of any pool. The caller closes it.
 * @throws `LostConnectionError` or PostgreSQL's own error if the server does not answer
 */
export async function connect(url: string, settings: ConnectionSettings): Promise<Client> {
  const client = new Client(connectionConfig(url, settings));
  // Without a listener, the loss of an idle connection would end the process. Pending statements are rejected even
  // without it.
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
  // The socket is destroyed, because `end` would send a message first and wait for the answer.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The connection was lost or could not be made. A pending statement may or may not have been executed. */
export class LostConnectionError extends Error {
  override readonly name = "LostConnectionError";
}

/**
 * The SQLSTATEs of errors that end a session or prevent a new one.
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
 * Converts a parameter to the form that the protocol accepts. Lists are converted here, because the driver would search
 * each item with two regular expressions for characters to escape. The driver writes other objects as JSON.
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
 * @param done receives the answer, PostgreSQL's error, or a `LostConnectionError`
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
