import { OmnidexError } from "../../domain/errors.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { Queryable } from "./database.ts";
import type { Query, ResultOf } from "./statement.ts";

/**
 * What one request reads by. Once the database did not answer, or a statement took longer than it may, nothing more is sent
 * for this request: everything that it still asks for fails with the same error. So what is answered in another way after
 * it failed in one does not keep the database busy twice.
 */
export class RequestReads implements Queryable {
  #refusal: OmnidexError | null;

  /** @param refusal of an earlier try at the same request */
  constructor(
    private readonly target: Queryable,
    private readonly record: RequestRecord,
    refusal: OmnidexError | null = null,
  ) {
    this.#refusal = refusal;
  }

  /** What ended it; null while it goes on. */
  get refusal(): OmnidexError | null {
    return this.#refusal;
  }

  query<Q extends Query>(query: Q): Promise<ResultOf<Q>[]> {
    return this.together((target) => target.query(query, this.record));
  }

  /** Reads by what other requests are sent to as well, so that several may read at once. */
  async together<T>(read: (target: Queryable) => Promise<T>): Promise<T> {
    this.requireGoing();
    try {
      return await read(this.target);
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  /** Takes down what the request failed by, for it may have been read past this: into memory that requests share. */
  note(error: unknown): void {
    if (isDatabases(error)) this.#refusal ??= error;
  }

  /** @throws what has ended it, if anything has */
  requireGoing(): void {
    if (this.#refusal !== null) throw this.#refusal;
  }
}

/** The database's own word, not that of who writes the statements: that has no cause. */
const isDatabases = (error: unknown): error is OmnidexError =>
  error instanceof OmnidexError &&
  (error.code === "UNAVAILABLE" || error.code === "COST_LIMIT_EXCEEDED") &&
  error.cause !== undefined;

/** Reads together with other requests, where this is one of several. */
export const readTogether = <T>(database: Queryable, read: (target: Queryable) => Promise<T>): Promise<T> =>
  database instanceof RequestReads ? database.together(read) : read(database);
