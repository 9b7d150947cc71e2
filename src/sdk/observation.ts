import type { OmnidexError } from "./errors.ts";

/** Takes what a client has to say. `console` is one, and so are most loggers. */
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
  /** The name of the document's operation: `Questions`. Undefined where it has none. */
  readonly operation: string | undefined;
  readonly url: string;
  /** 1 for the first, more after a fault. */
  readonly attempt: number;
  /** What goes out with it. A hook may add to it, a `traceparent` for instance. */
  readonly headers: Headers;
}

/** What a request cost, by the server's own count. */
export interface RequestCost {
  /** How many objects were asked for, aggregates counted as many; 0 for an answer that the server had kept. */
  readonly objects: number;
  /** How many a single request may ask for. */
  readonly limit: number | undefined;
}

/**
 * What is left of one quota, in the terms of the headers `RateLimit` and `RateLimit-Policy`.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export interface RateLimit {
  readonly policy: string;
  readonly limit: number | undefined;
  readonly windowSeconds: number | undefined;
  readonly remaining: number | undefined;
  readonly resetSeconds: number | undefined;
}

/** An answer of the server, or of what stands before it. */
export interface ResponseInfo {
  readonly operation: string | undefined;
  readonly attempt: number;
  readonly status: number;
  /** What to name when the server's operator is asked about it. */
  readonly requestId: string | undefined;
  /** From the sending of the attempt to the end of its answer, in milliseconds. */
  readonly durationMs: number;
  /** Undefined where the server does not say. */
  readonly cost: RequestCost | undefined;
  /** Empty where the server does not say. */
  readonly rateLimits: readonly RateLimit[];
  /** What was wrong with it; undefined for a good answer. */
  readonly error: OmnidexError | undefined;
}

/** Tells a logger, where it wants to hear of the level. What the logger throws ends no request. */
export type Log = (level: Exclude<LogLevel, "off">, message: string, details: object) => void;

export function logTo(logger: Logger | undefined, least: LogLevel = "warn"): Log {
  return (level, message, details) => {
    if (logger === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    try {
      logger[level](message, details);
    } catch {}
  };
}

/** Calls a hook. Where it fails, only the logger hears of it: what the server has done is done, and has to be answered. */
export async function tellHook<T>(hook: ((info: T) => unknown) | undefined, info: T, log: Log): Promise<void> {
  try {
    await hook?.(info);
  } catch (error) {
    log("error", "omnidex: onResponse failed", { error });
  }
}
