import { OmnidexError } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Database } from "../db/database.ts";
import { type AuditedCall, auditedDatabase } from "./audited-database.ts";
import { objectOf } from "./audited-object.ts";
import type { FailedAttempts } from "./failed-attempts.ts";

/** Adds the entries of one request to the audit log. */
export class AuditTrail {
  readonly #actor: AuditedCall["actor"];

  constructor(
    private readonly database: Database,
    private readonly attempts: FailedAttempts,
    { owner, apiKey }: Viewer,
    requestId: string,
  ) {
    this.#actor = { owner, apiKey: apiKey ?? null, requestId };
  }

  /** A view of the database that records the changes of a call in the log. */
  changes(operation: string, input: unknown): Database {
    return auditedDatabase(this.database, { actor: this.#actor, operation, input });
  }

  /** Records an attempt that failed, with the code of its error. */
  failed(operation: string, input: unknown, error: unknown): Promise<void> {
    const outcome = error instanceof OmnidexError ? error.code : "INTERNAL";
    return this.record(operation, input, outcome);
  }

  /** Records a call that changes nothing by itself, or that failed. */
  record(operation: string, input: unknown, outcome: string): Promise<void> {
    return this.attempts.note({ ...this.#actor, operation, object: objectOf(input), outcome });
  }
}
