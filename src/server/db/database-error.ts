import { OmnidexError } from "../../domain/errors.ts";

/**
 * The SQLSTATEs of a statement that asks for too much: cancelled by the time limit, too complex, too deep.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TOO_MUCH: ReadonlySet<unknown> = new Set(["57014", "54000", "54001"]);

/** An error of the database as callers may see it, where it is theirs; else as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && TOO_MUCH.has(error.code))) return error;
  return new OmnidexError("COST_LIMIT_EXCEEDED", "The query takes too long; ask for less.", undefined, {
    cause: error,
  });
}
