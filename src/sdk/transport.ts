import { linkedController } from "./abort.ts";
import { OmnidexConnectionError, OmnidexTimeoutError } from "./errors.ts";
import { readResponse } from "./response.ts";
import { type Outcome, withRetries } from "./retry.ts";

/** What can be said of one request, over what the client says of all. */
export interface RequestOptions {
  /** Ends the request, its retries included; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated after a fault that may pass. */
  readonly maxRetries?: number | undefined;
}

export interface TransportOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 2;

/**
 * The one write that makes something new each time. All others are idempotent, by key or by content, so they may be
 * repeated when it is not known whether the first attempt arrived.
 */
const NOT_IDEMPOTENT = /\bcreateApiKey\b/;

/** The address of the GraphQL endpoint, from that address or the server's root. */
export function graphqlEndpoint(url: string): string {
  if (!URL.canParse(url)) throw new TypeError(`'${url}' is not an address such as http://127.0.0.1:4000`);
  const endpoint = new URL(url);
  const path = endpoint.pathname.replace(/\/+$/, "");
  endpoint.pathname = path.endsWith("/graphql") ? path : `${path}/graphql`;
  return endpoint.href;
}

/** Why a fetch failed. Node says only "fetch failed" and keeps the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  if (!(cause instanceof Error)) return message;
  return "code" in cause ? String(cause.code) : cause.message;
}

/** GraphQL over HTTP, with timeouts and retries. */
export class Transport {
  readonly #endpoint: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#endpoint = graphqlEndpoint(options.url);
    this.#options = options;
    this.#headers = {
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
      ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
    };
  }

  /** Sends a document and returns its `data`; throws the first error where there is any. */
  async request(query: string, variables: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { signal } = options;
    signal?.throwIfAborted();
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? DEFAULT_MAX_RETRIES;
    const body = JSON.stringify({ query, variables });
    const attempt = (): Promise<Outcome> => this.#attempt(body, timeoutMs, signal);
    return withRetries(attempt, NOT_IDEMPOTENT.test(query) ? 0 : maxRetries, signal);
  }

  /** One exchange. The timeout spans the body too: a server may stop in the middle of it. */
  async #attempt(body: string, timeoutMs: number, parent: AbortSignal | undefined): Promise<Outcome> {
    const { controller, unlink } = linkedController(parent);
    const timeout = new OmnidexTimeoutError(`${this.#endpoint} did not answer within ${timeoutMs} ms.`);
    const timer = setTimeout(() => controller.abort(timeout), timeoutMs);
    try {
      const response = await this.#post(body, controller.signal);
      return readResponse(response, await response.text());
    } catch (error) {
      if (parent?.aborted) throw parent.reason;
      if (controller.signal.aborted) return { ok: false, error: timeout, transient: true };
      const message = `Cannot reach ${this.#endpoint}: ${reasonOf(error)}`;
      return { ok: false, error: new OmnidexConnectionError(message, { cause: error }), transient: true };
    } finally {
      clearTimeout(timer);
      unlink();
    }
  }

  #post(body: string, signal: AbortSignal): Promise<Response> {
    // Called as a plain function, because a browser's fetch refuses any other `this` than the window.
    const send = this.#options.fetch ?? globalThis.fetch;
    return send(this.#endpoint, { method: "POST", headers: this.#headers, body, signal });
  }
}
