import { Client, type ClientConfig, DatabaseError, type PoolClient, type QueryConfig } from "pg";
import { type ArrayItem, arrayText } from "../array-text.ts";

/** A statement as it goes to PostgreSQL; one with a name stays prepared on its connection. */
export interface SentStatement {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly name?: string | undefined;
}

/** What each connection to a PostgreSQL has. */
export interface ConnectionSettings {
  /** What `pg_stat_activity` calls it. */
  readonly name: string;
  /** How long a statement may take, in milliseconds; 0 for as long as it takes. */
  readonly statementTimeout?: number;
  /** How long connecting may take, or waiting for one of the pool, in milliseconds. */
  readonly connectTimeout?: number;
}

/** How long a caller waits for a connection at most while all are busy, in milliseconds. */
const CONNECT_TIMEOUT = 15_000;

/** The options of a connection of node-postgres. */
export const connectionConfig = (url: string, settings: ConnectionSettings): ClientConfig & { pipeline: boolean } => ({
  connectionString: url,
  application_name: settings.name,
  connectionTimeoutMillis: settings.connectTimeout ?? CONNECT_TIMEOUT,
  // Finds out where the other side is gone without a word.
  keepAlive: true,
  // Statements of one transaction are sent without waiting for the one before to come back.
  pipeline: true,
  ...(settings.statementTimeout ? { statement_timeout: settings.statementTimeout } : {}),
});

/**
 * A connection of its own, to be ended by the caller.
 * @throws where nothing answers, as `LostConnectionError` or PostgreSQL's own
 */
export async function connect(url: string, settings: ConnectionSettings): Promise<Client> {
  const client = new Client(connectionConfig(url, settings));
  // Without a listener the loss of an idle connection would end the process. What waits on it is rejected besides.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw asLost(error);
  }
}

/** Cuts a connection off without a word: what waits on it is rejected, however long the other side would take. */
export function cut(client: Client | PoolClient): void {
  // The socket is all that there is to take hold of. `end` says goodbye first, and waits for the answer.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The connection is gone, or none could be made: what was under way may have happened, or not. */
export class LostConnectionError extends Error {
  override readonly name = "LostConnectionError";
}

/** Ends a session, or says that none can be had. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const ENDS = /^(08|57P|25P0[34]$)|^53300$/;

/** What a statement failed by: an error of PostgreSQL's about the statement as it is, else the loss of the connection. */
export function asLost(error: unknown): unknown {
  if (error instanceof DatabaseError && !ENDS.test(error.code ?? "")) return error;
  if (error instanceof LostConnectionError) return error;
  return new LostConnectionError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** What PostgreSQL answers: the rows, and what it has done. */
export interface Answered<T> {
  readonly rows: T[];
  readonly command: string;
}

/** The driver looks for what is to be escaped in each item, with two patterns. Lists of anything else are left to it. */
const asText = (parameter: unknown): unknown =>
  Array.isArray(parameter) && parameter.every(isPlain) ? arrayText(parameter) : parameter;

const isPlain = (item: unknown): item is ArrayItem =>
  item === null || typeof item === "string" || typeof item === "number" || typeof item === "boolean";

/**
 * Sends one statement. Always over the extended protocol, which takes one statement and no more.
 * @throws PostgreSQL's error, or `LostConnectionError`
 */
export async function send<T extends object>(
  client: Client | PoolClient,
  { text, params, name }: SentStatement,
): Promise<Answered<T>> {
  try {
    const values = params.map(asText);
    const query: QueryConfig & { queryMode: "extended" } = { text, values, queryMode: "extended" };
    if (name !== undefined) query.name = name;
    return await client.query<T>(query);
  } catch (error) {
    throw asLost(error);
  }
}
