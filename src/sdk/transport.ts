import { exactJson } from "./exact-json.ts";
import { type Log, logTo, type RequestInfo, type ResponseInfo, tellHook } from "./observation.ts";
import type { SentRequest } from "./redirects.ts";
import { readCost, readRateLimits, readResponse } from "./response.ts";
import { linkedController, type Outcome, orAborted, withRetries } from "./retry.ts";
import { OmnidexConnectionError, OmnidexInputError, OmnidexProtocolError, OmnidexTimeoutError } from "./sdk-errors.ts";
import type { OmnidexOptions, RequestOptions } from "./transport-options.ts";

/** The longest address of a request, in characters. Servers and proxies accept at least 8,000 by default. */
const LONGEST_ADDRESS = 4_000;
/** Statuses with which a proxy refuses the method or the length of an address. */
const REFUSED: ReadonlySet<number> = new Set([405, 414, 431]);

/** The queries of a client that are sent with GET, so that browsers and proxies may cache the answers. */
class CacheableQueries {
  #isRefused = false;

  /**
   * The address of a query; undefined if it is to be sent with POST. Only a query without credentials has one: its answer
   * is public, and its address, which proxies log, contains no secret.
   *
   * @param query a document without mutations
   * @see https://graphql.github.io/graphql-over-http/draft/#sec-GET
   */
  addressOf(endpoint: string, query: string, variables: unknown, headers: Headers): string | undefined {
    const address = new URL(endpoint);
    // The parameters of an endpoint may be a gateway's key.
    if (this.#isRefused || address.search !== "" || headers.has("authorization") || headers.has("cookie")) return;
    address.searchParams.set("query", query);
    const values = JSON.stringify(variables ?? {});
    if (values !== "{}") address.searchParams.set("variables", values);
    return address.href.length > LONGEST_ADDRESS ? undefined : address.href;
  }

  /** Whether a proxy has refused GET. Later queries of the client are then sent with POST. */
  isRefusedBy({ status, body }: Response): boolean {
    if (!REFUSED.has(status)) return false;
    this.#isRefused = true;
    // Frees the connection.
    void body?.cancel();
    return true;
  }
}

/** The options of a client. */
const CLIENT_OPTIONS = /^(url|apiKey|fetch|timeoutMs|maxRetries|cacheable|logger|logLevel|onRe(quest|sponse))$/;
/** The options of a call that reach the transport: those of one request, and those of lists. */
const CALL_OPTIONS = /^(signal|timeoutMs|maxRetries|cacheable|onResponse|pageSize|after)$/;

/**
 * Refuses unknown options: one may be a misspelled `filter`, and the answer would then be about all questions.
 *
 * @throws OmnidexInputError that names the option
 */
function checkOptions(options: object, known: RegExp): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !known.test(name)) throw new OmnidexInputError(`There is no option '${name}' here.`);
}

/** @throws OmnidexInputError for a number below the least, or a value that is not a number */
function atLeast(least: number, name: "timeoutMs" | "maxRetries", value: number): number {
  if (value >= least) return value;
  throw new OmnidexInputError(`${name} is ${value}; expected a number from ${least}.`);
}

/**
 * Refuses variables that the document does not declare: a server ignores them, and would answer another question.
 * Undefined variables are not sent.
 *
 * @param implied the variables of pages, which a list sends with any document
 * @throws OmnidexInputError that names the variable
 */
export function checkDeclared(document: string, variables: unknown, implied = ""): void {
  const declared = (document + implied).match(/\$\w+/g);
  for (const [name, value] of Object.entries(variables ?? {}))
    if (value !== undefined && !declared?.includes(`$${name}`))
      throw new OmnidexInputError(`The document has no variable '$${name}'.`);
}

/** The parts of the platform that are read here: Node, Deno and Bun have `process`, web pages have `location`. */
interface Platform {
  readonly URL: unknown;
  readonly navigator?: { readonly userAgent?: string } | undefined;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly location?: { readonly origin: string } | undefined;
}

/** A variable of the environment; undefined if it is empty or cannot be read, as in browsers. */
function environmentVariable(name: "OMNIDEX_URL" | "OMNIDEX_API_KEY"): string | undefined {
  const { process }: Platform = globalThis;
  try {
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno throws for a variable that the program has no permission to read.
    return undefined;
  }
}

/**
 * For a web page, whose browser hides why a request failed, advice to allow its origin. Empty outside of web pages, and
 * for pages of the server's own origin.
 */
function crossOriginAdvice(endpoint: string): string {
  const { location }: Platform = globalThis;
  const origin = location?.origin;
  if (origin === undefined || origin === new URL(endpoint).origin) return "";
  return `. If the server is running, it may not allow pages from ${origin}: add that origin to its OMNIDEX_CORS_ORIGINS`;
}

/** The version of the package, as in `package.json`. */
export const VERSION = "0.1.0";

/**
 * The header that names this package and the runtime in a server's logs. None for a web page: its browser names itself,
 * and servers of other origins would have to allow the header.
 */
function userAgent(): Readonly<Record<string, string>> {
  const { location, navigator }: Platform = globalThis;
  if (location?.origin !== undefined) return {};
  const runtime = navigator?.userAgent;
  return { "user-agent": `omnidex-sdk/${VERSION}${runtime === undefined ? "" : ` ${runtime}`}` };
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_RETRIES = 2;
/** The longest delay of a timer: in browsers and Node, a longer one fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** The address of the GraphQL endpoint. `url` may be that address or the server's root. */
export function graphqlEndpoint(url: string | undefined): string {
  if (url === undefined) throw new TypeError("The server's address is missing: pass `url` or set OMNIDEX_URL");
  if (!URL.canParse(url)) throw new TypeError(`'${url}' is not an address such as http://127.0.0.1:4000`);
  const endpoint = new URL(url);
  // `fetch` refuses URLs with credentials, and its error message would contain the password.
  if (endpoint.username || endpoint.password) throw new TypeError("`url` must not contain a user or password");
  const path = endpoint.pathname.replace(/\/+$/, "");
  endpoint.pathname = path.endsWith("/graphql") ? path : `${path}/graphql`;
  return endpoint.href;
}

/** Validates a key for use in a header. The platform's own error message would contain the key. */
function headerKey(apiKey: string | null | undefined): string {
  const key = apiKey?.trim() ?? "";
  if (/[^\x21-\x7e]/.test(key))
    throw new TypeError(
      "`apiKey` contains a character that no key has, such as a space, a line break or an accented letter",
    );
  return key;
}

/** Why a fetch failed. Node's message is only "fetch failed"; the reason is in the error's cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  if (!(cause instanceof Error)) return message;
  return "code" in cause ? String(cause.code) : cause.message;
}

/** The state shared by all attempts of one request. */
interface Exchange {
  readonly operation: string | undefined;
  readonly body: string;
  /** The document and variables of a query that may be sent with GET. */
  readonly cacheable: { readonly query: string; readonly variables: unknown } | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onResponse: RequestOptions["onResponse"];
}

/** GraphQL over HTTP, with timeouts and retries. */
export class Transport {
  readonly #endpoint: string;
  readonly #key: string;
  readonly #options: OmnidexOptions;
  readonly #log: Log;
  readonly #cacheable = new CacheableQueries();
  #last: ResponseInfo | undefined;

  constructor(options: OmnidexOptions = {}) {
    checkOptions(options, CLIENT_OPTIONS);
    this.#endpoint = graphqlEndpoint(options.url ?? environmentVariable("OMNIDEX_URL"));
    this.#key = headerKey(options.apiKey === undefined ? environmentVariable("OMNIDEX_API_KEY") : options.apiKey);
    this.#options = options;
    this.#log = logTo(options.logger, options.logLevel);
  }

  /** The latest response to any request. */
  get lastResponse(): ResponseInfo | undefined {
    return this.#last;
  }

  /** Sends a document and returns its `data`; throws the first error if there is one. */
  async request(query: string, variables: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { signal, onResponse } = options;
    signal?.throwIfAborted();
    const operation = /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1];
    checkOptions(options, CALL_OPTIONS);
    checkDeclared(query, variables, "$first$after$withTotal");
    const timeoutMs = atLeast(1, "timeoutMs", options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const wanted = atLeast(0, "maxRetries", options.maxRetries ?? this.#options.maxRetries ?? DEFAULT_MAX_RETRIES);
    const isRead = !query.includes("mutation");
    const cacheable =
      isRead && (options.cacheable ?? this.#options.cacheable ?? true) ? { query, variables } : undefined;
    const exchange = { operation, body: exactJson({ query, variables }), cacheable, timeoutMs, signal, onResponse };
    // Loaded on the first mutation, because a program that only reads does not need it.
    const repeatable = isRead || (await import("./repeatable.ts")).isRepeatable(query, variables);
    signal?.throwIfAborted();
    return withRetries((attempt) => this.#attempt(exchange, attempt), {
      maxRetries: repeatable ? wanted : 0,
      signal,
      onRetry: ({ message }, pauseMs) => this.#log("warn", "omnidex: trying again", { operation, pauseMs, message }),
    });
  }

  /** Makes one attempt. The timeout covers the body too, because a server may stall in the middle of it. */
  async #attempt(
    { operation, body, cacheable, timeoutMs, signal: parent, onResponse }: Exchange,
    attempt: number,
  ): Promise<Outcome> {
    const request: RequestInfo = { operation, url: this.#endpoint, attempt, headers: this.#headers() };
    await orAborted(this.#options.onRequest?.(request), parent);
    const { controller, unlink } = linkedController(parent);
    const timeout = new OmnidexTimeoutError(`${this.#endpoint} did not answer within ${timeoutMs} ms.`);
    const timer = timeoutMs > LONGEST_TIMEOUT_MS ? undefined : setTimeout(() => controller.abort(timeout), timeoutMs);
    const start = performance.now();
    let outcome: Outcome;
    let response: Response;
    try {
      response = await this.#send(request.headers, body, cacheable, controller.signal);
      outcome = readResponse(response, await response.text());
    } catch (error) {
      if (parent?.aborted) throw parent.reason;
      if (controller.signal.aborted) return { ok: false, error: timeout, transient: true };
      if (error instanceof OmnidexProtocolError) return { ok: false, error, transient: false };
      const message = `Cannot reach ${this.#endpoint}: ${reasonOf(error)}${crossOriginAdvice(this.#endpoint)}`;
      return { ok: false, error: new OmnidexConnectionError(message, { cause: error }), transient: true };
    } finally {
      clearTimeout(timer);
      unlink();
    }
    const info = this.#observe(request, response, outcome, performance.now() - start);
    void tellHook(onResponse, info, this.#log);
    void tellHook(this.#options.onResponse, info, this.#log);
    return outcome;
  }

  #headers(): Headers {
    return new Headers({
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
      ...userAgent(),
      ...(this.#key ? { authorization: `Bearer ${this.#key}` } : {}),
    });
  }

  async #send(
    headers: Headers,
    body: string,
    cacheable: Exchange["cacheable"],
    signal: AbortSignal,
  ): Promise<Response> {
    const address =
      cacheable && this.#cacheable.addressOf(this.#endpoint, cacheable.query, cacheable.variables, headers);
    if (address !== undefined) {
      const plain = new Headers(headers);
      plain.delete("content-type");
      const response = await this.#follow(address, { method: "GET", headers: plain, signal, redirect: "manual" });
      if (!this.#cacheable.isRefusedBy(response)) return response;
    }
    return this.#follow(this.#endpoint, { method: "POST", headers, body, signal, redirect: "manual" });
  }

  async #follow(address: string, init: SentRequest["init"]): Promise<Response> {
    // Called as a plain function, because a browser's `fetch` requires `this` to be the window.
    const send = this.#options.fetch ?? globalThis.fetch;
    const response = await send(address, init);
    if (response.ok || response.status >= 400 || response.status === 304) return response;
    const { followRedirects } = await import("./redirects.ts");
    return followRedirects(response, { send, address, path: "/graphql", init });
  }

  #observe(
    { operation, attempt }: RequestInfo,
    { headers, status }: Response,
    outcome: Outcome,
    durationMs: number,
  ): ResponseInfo {
    const info = {
      operation,
      attempt,
      status,
      requestId: headers.get("x-request-id") ?? undefined,
      durationMs,
      cost: readCost(headers),
      rateLimits: readRateLimits(headers),
      error: outcome.ok ? undefined : outcome.error,
    };
    this.#log("debug", "omnidex: answered", info);
    this.#last = { ...info, headers };
    return this.#last;
  }
}
