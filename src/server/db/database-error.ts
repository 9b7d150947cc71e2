import { OmnidexError } from "../../domain/errors.ts";
import { LostConnectionError } from "./postgres/connection.ts";

/**
 * The SQLSTATEs of statements that are too expensive: cancelled by the time limit, too complex, or nested too deeply.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TOO_MUCH: ReadonlySet<unknown> = new Set(["57014", "54000", "54001"]);

/**
 * The SQLSTATEs after which a statement can be sent again: it lost a deadlock or a conflict with another transaction,
 * or it reached a read-only standby, which happens briefly during a failover.
 */
const PASSING: ReadonlySet<unknown> = new Set(["40P01", "40001", "25006"]);

/** The codes of a full disk, from the operating system and from PostgreSQL. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Converts an error about a full disk to `STORAGE_FULL`. Other errors are returned unchanged. */
export const storageFullOr = <E>(error: E): E | OmnidexError =>
  error instanceof Error && FULL.has(codeOf(error)) ? storageFull({ cause: error }) : error;

/** The error of every write to a full disk. */
export const storageFull = (options?: ErrorOptions): OmnidexError =>
  new OmnidexError(
    "STORAGE_FULL",
    "The server's disk is full: it serves reads, but accepts no writes until space is freed.",
    undefined,
    options,
  );

/** Whether an error, or one of its causes, says that a connection to the database was lost or could not be made. */
export const isLost = (error: unknown): boolean =>
  error instanceof LostConnectionError || (error instanceof Error && isLost(error.cause));

/**
 * The SQLSTATEs of a value that is too long. Such a value exceeds PostgreSQL's limit of 1 GB, or the available memory,
 * of which PGlite has less.
 */
const TOO_LONG: ReadonlySet<unknown> = new Set(["53200", "54000"]);

/** Whether an error, or one of its causes, says that a value of a statement is longer than the database can handle. */
export const exceedsMemory = (error: unknown): boolean =>
  error instanceof Error && (TOO_LONG.has(codeOf(error)) || exceedsMemory(error.cause));

const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined);

/**
 * The errors of a Citus coordinator that has lost a worker within a statement or transaction: each SQLSTATE, with the
 * source file that raises the error. The source file is needed because unrelated errors have the same SQLSTATE. The
 * coordinator then rolls back. A failure to connect is not listed here, because its SQLSTATE is of class 08.
 */
const LOST_WORKER: Readonly<Record<string, RegExp>> = {
  // "SSL SYSCALL error", "server closed the connection unexpectedly", "failure on connection marked as essential"
  XX000: /^remote_(commands|transaction)\.c$/,
  // "failed to COPY to shard 102015 on 127.0.0.1:5432"
  58030: /^multi_copy\.c$/,
};

const hasLostWorker = (error: Error): boolean =>
  "file" in error && LOST_WORKER[String(codeOf(error))]?.test(String(error.file)) === true;

/**
 * Converts a database error that callers can act on, because their request caused it or because it is temporary. Other
 * errors are returned unchanged.
 */
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
