import type { Logger, LogLevel, RequestInfo, ResponseInfo } from "./observation.ts";

/** Options of one request, which override those of the client. */
export interface RequestOptions {
  /** Aborts the request, including its retries; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The most retries of a request after a transient fault. */
  readonly maxRetries?: number | undefined;
  /** Whether this query may be sent with GET, and so be answered by a cache; the client's `cacheable` by default. */
  readonly cacheable?: boolean | undefined;
  /** Called after each response to this call, before the client's own `onResponse`. Its failure is only logged. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
}

/** How to reach a server. */
export interface OmnidexOptions {
  /**
   * The server's root, such as `http://127.0.0.1:4000`, or the address of its GraphQL endpoint. By default the
   * environment variable `OMNIDEX_URL`.
   */
  readonly url?: string | undefined;
  /**
   * The API key, `omx_…`. By default the environment variable `OMNIDEX_API_KEY`; null sends no key. Public data can be
   * read without one.
   */
  readonly apiKey?: string | null | undefined;
  /** Replaces the platform's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The timeout of one attempt, in milliseconds. 60,000 by default; `Infinity` for no timeout. */
  readonly timeoutMs?: number | undefined;
  /** The most retries of a request after a transient fault. 2 by default. */
  readonly maxRetries?: number | undefined;
  /**
   * Whether short queries without an API key are sent with GET, so that the caches of browsers and proxies may answer
   * them for up to a minute. True by default; false sends every query with POST, which no cache answers.
   */
  readonly cacheable?: boolean | undefined;
  /** The logger, such as `console`. Without one, nothing is logged. Keys and variables are never logged. */
  readonly logger?: Logger | undefined;
  /** The lowest level that is logged. `warn` by default, which logs retries only. */
  readonly logLevel?: LogLevel | undefined;
  /** Called and awaited before each attempt; may add to its `headers`. If it fails, the request fails. */
  readonly onRequest?: ((request: RequestInfo) => void | Promise<void>) | undefined;
  /** Called after each response, including those that lead to a retry. If it fails, the failure is only logged. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
}
