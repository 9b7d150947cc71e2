import { OmnidexError } from "../../domain/errors.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Database } from "../db/database.ts";
import { type AuditRecord, insertAuditRecord } from "./audit-log-queries.ts";
import type { FailedAttempts } from "./failed-attempts.ts";

/** The maximum length of a stored text from a caller. */
const LONGEST = 200;

/** The input fields that name the object of a call, the most specific first. */
const NAMES = ["run", "model", "id", "benchmark"] as const;

/**
 * The object of a call: the object that the call made (`key_3`, `run_7`), else the object that its input names, else
 * null. For a benchmark, the owner or slice that the input names is appended: `worldsense: vision-group`. For a run, the dimensions:
 * `run_7: LEVEL, TASK`.
 */
function objectOf(input: unknown, result?: unknown): string | null {
  const made = madeBy(result);
  if (made !== null) return made;
  if (!isRecord(input)) return null;
  for (const name of NAMES) {
    const value = input[name];
    if (typeof value !== "string") continue;
    const details = { benchmark: listed(input.owners) ?? input.owner ?? input.name, run: listed(input.by) };
    const detail = name === "benchmark" || name === "run" ? details[name] : undefined;
    return (typeof detail === "string" ? `${value}: ${detail}` : value).slice(0, LONGEST);
  }
  return null;
}

const listed = (value: unknown): string | undefined => (Array.isArray(value) ? value.join(", ") : undefined);

/** The id of the key or run that a transaction made. */
function madeBy(result: unknown): string | null {
  if (!isRecord(result)) return null;
  const { done, run } = result;
  if (typeof run === "number") return encodeNodeId("Run", run);
  const apiKey = isRecord(done) ? done.apiKey : undefined;
  return isRecord(apiKey) && typeof apiKey.id === "number" ? `key_${apiKey.id}` : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** One call that changes something, or tries to. */
interface AuditedCall {
  readonly actor: Pick<AuditRecord, "owner" | "apiKey" | "requestId">;
  readonly operation: string;
  /** The input of the call. Only the names of objects in it are stored. */
  readonly input: unknown;
}

/**
 * The database for one call: each of its transactions whose changes readers can see adds a row to the audit log. The
 * row is part of the transaction, so neither the change nor the row exists without the other.
 */
const auditedDatabase = (database: Database, call: AuditedCall): Database => ({
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
