import type postgres from "postgres";
import type { Queryable } from "./database.ts";
import { translateDatabaseError } from "./database-error.ts";
import type { PreparedTexts } from "./prepared-texts.ts";
import type { StatementLog } from "./statement-log.ts";

/** How long one statement may take, in milliseconds. Importing lifts it for its own transaction. */
export const STATEMENT_TIMEOUT = 15_000;

/**
 * Sends statements over a pool of postgres.js, or one connection of it.
 * @param prepared which of them are prepared; one for each pool
 */
export const postgresQueryable = (
  target: postgres.Sql | postgres.TransactionSql,
  log: StatementLog,
  prepared: PreparedTexts,
): Queryable => ({
  query: async <T extends object>(query: Parameters<Queryable["query"]>[0]) => {
    const { text, params } = log.record(query);
    const prepare = prepared.isWorthPreparing(text);
    try {
      const rows = await target.unsafe(text, params as postgres.ParameterOrJSON<never>[], sending(prepare));
      return rows as unknown as T[];
    } catch (error) {
      throw translateDatabaseError(error);
    }
  },
});

/** Without `simple: false`, which the types do not know, a statement without parameters would never be prepared. */
const sending = (prepare: boolean): postgres.UnsafeQueryOptions =>
  ({ prepare, simple: false }) as postgres.UnsafeQueryOptions;
