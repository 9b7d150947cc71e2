import type { Database } from "../db/database.ts";
import { type AuditRecord, insertAuditRecord } from "./audit-log-queries.ts";
import { objectOf } from "./audited-object.ts";

/** One call that changes something, or tries to. */
export interface AuditedCall {
  readonly actor: Pick<AuditRecord, "owner" | "apiKey" | "requestId">;
  readonly operation: string;
  /** The input of the call. Only the names of objects in it are stored. */
  readonly input: unknown;
}

/**
 * The database for one call: each of its transactions whose changes readers can see adds a row to the audit log. The
 * row is part of the transaction, so neither the change nor the row exists without the other.
 */
export const auditedDatabase = (database: Database, call: AuditedCall): Database => ({
  ...database,
  transaction: (work, reach = "visible") =>
    database.transaction(async (tx) => {
      const result = await work(tx);
      if (reach === "visible")
        await insertAuditRecord(tx, {
          ...call.actor,
          operation: call.operation,
          object: objectOf(call.input, result),
          outcome: "DONE",
          skipped: 0,
        });
      return result;
    }, reach),
});
