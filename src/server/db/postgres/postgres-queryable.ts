import { LRUCache } from "lru-cache";
import type { Queryable } from "../database.ts";
import { translateDatabaseError } from "../database-error.ts";
import type { Query, ResultOf } from "../statement.ts";
import type { StatementLog } from "../statement-log.ts";
import type { Sender } from "./pool.ts";

/** The most statements that each connection keeps prepared. */
const MOST_PREPARED = 300;

/**
 * Decides which statements are prepared: statements that are sent more than once, up to a limit. The limit is needed
 * because clients can cause any number of different statements, and a prepared statement uses memory in the client and
 * in PostgreSQL until its connection closes.
 */
export class PreparedTexts {
  readonly #names = new Map<string, string>();
  readonly #once = new LRUCache<string, true>({ max: 1_000 });

  /** The name under which a statement is prepared, the same on all connections; undefined if it is not prepared. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_PREPARED) return name;
    if (this.#once.has(text)) this.#names.set(text, `omnidex_${this.#names.size}`);
    else this.#once.set(text, true);
    return this.#names.get(text);
  }
}

/** How long one statement may take, in milliseconds. Imports remove the limit for their own transaction. */
export const STATEMENT_TIMEOUT = 15_000;

/**
 * Sends statements over a pool, or over one connection of a pool.
 * @param prepared decides which statements are prepared; one object for each pool
 */
export const postgresQueryable = (send: Sender, log: StatementLog, prepared: PreparedTexts): Queryable => ({
  query: async <Q extends Query>(query: Q) => {
    const { text, params } = log.record(query);
    try {
      return await send<ResultOf<Q>>({ text, params, name: prepared.nameOf(text) });
    } catch (error) {
      // The driver creates errors where it reads the socket. The stack trace is replaced by one that shows the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw translateDatabaseError(error);
    }
  },
});
