import { OmnidexError } from "../../domain/errors.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { Queryable } from "./database.ts";
import type { Query, ResultOf } from "./statement.ts";

/**
 * The reads of one request. After the database did not answer, or a statement exceeded its time limit, nothing more is
 * sent for this request: all further reads fail with the same error. So a request that falls back after a failure does
 * not occupy the database twice.
 */
export class RequestReads implements Queryable {
  #refusal: OmnidexError | null;

  /** @param refusal the error of an earlier attempt at the same request */
  constructor(
    private readonly target: Queryable,
    private readonly record: RequestRecord,
    refusal: OmnidexError | null = null,
  ) {
    this.#refusal = refusal;
  }

  /** The error that ended the reads; null while they go on. */
  get refusal(): OmnidexError | null {
    return this.#refusal;
  }

  async query<Q extends Query>(query: Q): Promise<ResultOf<Q>[]> {
    this.requireGoing();
    try {
      return await this.target.query(query, this.record);
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  /** Reads through an object that other requests share, so that their reads can be combined. */
  async together<T>(read: (target: Queryable) => Promise<T>): Promise<T> {
    this.requireGoing();
    try {
      return await read(this.target);
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  /** Records an error of a read that bypassed this object, such as a read into a cache that requests share. */
  note(error: unknown): void {
    if (isDatabases(error)) this.#refusal ??= error;
  }

  /** @throws the error that has ended the reads, if there is one */
  requireGoing(): void {
    if (this.#refusal !== null) throw this.#refusal;
  }
}

/** An error from the database has a cause. An error that our own code raises while it builds a statement has none. */
const isDatabases = (error: unknown): error is OmnidexError =>
  error instanceof OmnidexError &&
  (error.code === "UNAVAILABLE" || error.code === "COST_LIMIT_EXCEEDED") &&
  error.cause !== undefined;

/** Combines the read with those of other requests if the reader belongs to one request of several. */
export const readTogether = <T>(database: Queryable, read: (target: Queryable) => Promise<T>): Promise<T> =>
  database instanceof RequestReads ? database.together(read) : read(database);
