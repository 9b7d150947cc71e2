import { OmnidexError } from "../../domain/errors.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { Queryable } from "./database.ts";
import type { Query, ResultOf } from "./statement.ts";

/**
 * The reads of one request. If the database does not answer, a statement exceeds its time limit, or the request is
 * refused, all further reads of the request fail with the same error and are not sent. So a request that falls back to
 * graphql-js after such a failure does not occupy the database twice.
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

  /** The error that stopped the reads; null while reads are allowed. */
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

  /** Reads through a `Queryable` that requests share, so that reads of several requests can be combined. */
  async together<T>(read: (target: Queryable) => Promise<T>): Promise<T> {
    this.requireGoing();
    try {
      return await read(this.target);
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  /** Records the error of a read that was not sent through this object, such as a read that fills a shared cache. */
  note(error: unknown): void {
    if (isOfReading(error)) this.#refusal ??= error;
  }

  /** Stops the reads with an error that refuses the whole request. */
  refuse(error: unknown): void {
    if (error instanceof OmnidexError) this.#refusal ??= error;
  }

  /** @throws the error that stopped the reads, if there is one */
  requireGoing(): void {
    if (this.#refusal !== null) throw this.#refusal;
  }
}

/**
 * Whether the error came from the database, or refuses what it would have to read. Such an error has a `cause`. An error
 * that our own code raises while it builds a statement has no `cause`.
 */
const isOfReading = (error: unknown): error is OmnidexError =>
  error instanceof OmnidexError &&
  (error.code === "UNAVAILABLE" || error.code === "COST_LIMIT_EXCEEDED") &&
  error.cause !== undefined;

/**
 * Calls `read` with the `Queryable` that it should use. If `database` is the `RequestReads` of one request, this is the
 * `Queryable` that requests share, so that `read` can combine the reads of several requests. Otherwise it is `database`
 * itself.
 */
export const readTogether = <T>(database: Queryable, read: (target: Queryable) => Promise<T>): Promise<T> =>
  database instanceof RequestReads ? database.together(read) : read(database);
