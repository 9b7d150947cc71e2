import type { OmnidexError } from "./sdk-errors.ts";

/** Receives a client's log messages. `console` and most loggers satisfy it. */
export interface Logger {
  debug(message: string, ...details: unknown[]): void;
  info(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  error(message: string, ...details: unknown[]): void;
}

const LEVELS = ["debug", "info", "warn", "error", "off"] as const;
export type LogLevel = (typeof LEVELS)[number];

/** One attempt, before it is sent. */
export interface RequestInfo {
  /** The name of the document's operation, such as `Questions`. Undefined for an anonymous operation. */
  readonly operation: string | undefined;
  /** The address of the GraphQL endpoint. */
  readonly url: string;
  /** 1 for the first attempt, higher for retries. */
  readonly attempt: number;
  /** The request headers. A hook may add to them, such as a `traceparent`. */
  readonly headers: Headers;
}

/** The cost of a request, as the server counts it. */
export interface RequestCost {
  /** The number of requested objects; an aggregate counts as several. 0 for a response from the server's cache. */
  readonly objects: number;
  /** The most objects that one request may ask for. */
  readonly limit: number | undefined;
}

/**
 * The state of one rate limit, from the headers `RateLimit` and `RateLimit-Policy`.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export interface RateLimit {
  /** `requests` or `cost`. */
  readonly policy: string;
  /** The whole quota, in requests or cost points. */
  readonly limit: number | undefined;
  /** How many seconds an empty quota takes to refill completely; undefined if the server does not say. */
  readonly windowSeconds: number | undefined;
  /** Requests or cost points left. */
  readonly remaining: number | undefined;
  /** The number of seconds until the quota is full again. */
  readonly resetSeconds: number | undefined;
}

/** A response of the server, or of a proxy in front of it. */
export interface ResponseInfo {
  /** The name of the operation; undefined if it has none. */
  readonly operation: string | undefined;
  /** 1 for the first attempt, 2 for the first retry. */
  readonly attempt: number;
  /** The HTTP status. */
  readonly status: number;
  /** The id to quote when reporting the response to the server's operator. */
  readonly requestId: string | undefined;
  /** The headers of the response. Browsers include only those that the server exposes. */
  readonly headers: Headers;
  /** From sending the request to the end of the response, in milliseconds. */
  readonly durationMs: number;
  /** Undefined if the response does not state it. */
  readonly cost: RequestCost | undefined;
  /** Empty if the response does not state them. */
  readonly rateLimits: readonly RateLimit[];
  /** The error of the response; undefined if it succeeded. */
  readonly error: OmnidexError | undefined;
}

/** Writes to the logger if the level is enabled. An error thrown by the logger does not fail the request. */
export type Log = (level: Exclude<LogLevel, "off">, message: string, details: object) => void;

export function logTo(logger: Logger | undefined, least: LogLevel = "warn"): Log {
  return (level, message, details) => {
    if (logger === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    try {
      logger[level](message, details);
    } catch {}
  };
}

/** Calls a hook. A failure is only logged: the server has already acted, so the caller must get its response. */
export async function tellHook<T>(hook: ((info: T) => unknown) | undefined, info: T, log: Log): Promise<void> {
  try {
    await hook?.(info);
  } catch (error) {
    log("error", "omnidex: onResponse failed", { error });
  }
}
