import type { Logger, LogLevel, RequestInfo, ResponseInfo } from "./observation.ts";

/** What can be said of one request, over what the client says of all. */
export interface RequestOptions {
  /** Ends the request, its retries included; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated after a fault that may pass. */
  readonly maxRetries?: number | undefined;
}

/** How to reach a server. */
export interface OmnidexOptions {
  /** The server's root, `http://127.0.0.1:4000`, or the address of its GraphQL endpoint. */
  readonly url: string;
  /** `omx_…`. What is public can be read without one. */
  readonly apiKey?: string | undefined;
  /** Used in the place of the platform's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Of one attempt, in milliseconds. 60,000 by default; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated after a fault that may pass. 2 by default. */
  readonly maxRetries?: number | undefined;
  /** Told what happens; `console` is one. Without it nothing is said. Keys and variables are never told. */
  readonly logger?: Logger | undefined;
  /** The least that the logger is told. `warn` by default: only what is tried again. */
  readonly logLevel?: LogLevel | undefined;
  /** Called before each attempt is sent, and waited for; may add to its `headers`. Where it fails, so does the request. */
  readonly onRequest?: ((request: RequestInfo) => void | Promise<void>) | undefined;
  /** Called after each answer, also of one that will be tried again. Where it fails, only the logger is told. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
}
