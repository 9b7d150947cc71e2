import type { Queryable } from "../database.ts";
import { translateDatabaseError } from "../database-error.ts";
import type { Query, ResultOf } from "../statement.ts";
import type { StatementLog } from "../statement-log.ts";
import type { Sender } from "./pool.ts";
import type { PreparedTexts } from "./prepared-texts.ts";

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
