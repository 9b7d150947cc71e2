import { OmnidexError } from "../../domain/errors.ts";
import { LostConnectionError } from "./postgres/connection.ts";

/**
 * The SQLSTATEs of a statement that asks for too much: cancelled by the time limit, too complex, too deep.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TOO_MUCH: ReadonlySet<unknown> = new Set(["57014", "54000", "54001"]);

/**
 * Those of a statement that can be sent again: it was chosen to end a deadlock, or met a server that is a standby, as the one
 * before it is for a moment when another takes over.
 */
const PASSING: ReadonlySet<unknown> = new Set(["40P01", "40001", "25006"]);

/** What says that a disk is full: the system, and PostgreSQL. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** `STORAGE_FULL` for an error that says that a disk is full; else the error as it is. */
export const storageFullOr = <E>(error: E): E | OmnidexError =>
  error instanceof Error && FULL.has(codeOf(error)) ? storageFull({ cause: error }) : error;

/** The error of everything that would write to a full disk. */
export const storageFull = (options?: ErrorOptions): OmnidexError =>
  new OmnidexError(
    "STORAGE_FULL",
    "The server's disk is full: it can be read, but nothing can be written until there is room.",
    undefined,
    options,
  );

/** Whether an error says that a connection to the database is gone or cannot be had, or one that it was caused by does. */
export const isLost = (error: unknown): boolean =>
  error instanceof LostConnectionError || (error instanceof Error && isLost(error.cause));

const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined);

/**
 * How a coordinator of Citus says that it has lost a worker in the middle of a statement or a transaction, which it undoes:
 * the SQLSTATE and the source file that raised it. None of them has a SQLSTATE of its own; only where it cannot connect is it
 * of class 08.
 */
const LOST_WORKER: Readonly<Record<string, RegExp>> = {
  // "SSL SYSCALL error", "server closed the connection unexpectedly", "failure on connection marked as essential"
  XX000: /^remote_(commands|transaction)\.c$/,
  // "failed to COPY to shard 102015 on 127.0.0.1:5432"
  58030: /^multi_copy\.c$/,
};

const hasLostWorker = (error: Error): boolean =>
  "file" in error && LOST_WORKER[String(codeOf(error))]?.test(String(error.file)) === true;

/** An error of the database as callers may see it, where it is theirs or will pass; else as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const full = storageFullOr(error);
  if (full !== error) return full;
  const code = codeOf(error);
  if (TOO_MUCH.has(code))
    return new OmnidexError("COST_LIMIT_EXCEEDED", "The query takes too long; ask for less.", undefined, {
      cause: error,
    });
  if (error instanceof LostConnectionError || hasLostWorker(error) || PASSING.has(code))
    return new OmnidexError("UNAVAILABLE", "The database does not answer. Try again in a moment.", undefined, {
      cause: error,
    });
  return error;
}
