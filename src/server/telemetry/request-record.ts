/** How a GraphQL request was answered: out of the cache, by a compiled operation, or by graphql-js. */
export type AnsweredBy = "cache" | "compiled" | "executed";

/** The longest name of an operation that is logged. */
const LONGEST_NAME = 100;

/**
 * The data about a request while it is answered. It is logged and counted when the response has ended. It is passed as
 * an argument, because an `AsyncLocalStorage` makes every promise of the process more expensive before Node 24.
 */
export class RequestRecord {
  /** Milliseconds on the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  /**
   * A label from a bounded set; null until it is known. For GraphQL, it is the type and root field of the operation,
   * such as `query questions`. For other requests, it is the method and the route, such as `GET /export/runs/:id`.
   */
  operation: string | null = null;
  answeredBy: AnsweredBy | null = null;
  /** In objects. */
  cost: number | null = null;
  /** The code of the first error. */
  code: string | null = null;
  /** The id of the trace that the request belongs to; null if nothing is traced. */
  traceId: string | null = null;
  #name: string | null = null;

  constructor(readonly requestId: string) {}

  /** The name that the caller gave its operation. */
  get name(): string | null {
    return this.#name;
  }

  set name(name: string | null) {
    this.#name = name === null ? null : name.slice(0, LONGEST_NAME);
  }
}

/** A symbol instead of a `WeakMap`, whose entries the garbage collector examines at each minor collection. */
const RECORD = Symbol("record");

type Recorded = object & { [RECORD]?: RequestRecord };

/** Attaches a record to a request of Node's. */
export function keepRecord(incoming: Recorded, record: RequestRecord): void {
  incoming[RECORD] = record;
}

/** The record of a Node request. */
export const recordOf = (incoming: Recorded | undefined): RequestRecord | undefined => incoming?.[RECORD];
