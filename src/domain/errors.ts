/** Every error that a caller may see carries one of these codes in `extensions.code`. */
export const ERROR_CODES = [
  "BAD_USER_INPUT",
  "INVALID_FILTER",
  "NOT_FOUND",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "QUOTA_EXCEEDED",
  "RATE_LIMITED",
  "COST_LIMIT_EXCEEDED",
  "CONFLICT",
  "UNAVAILABLE",
  "STORAGE_FULL",
  "INTERNAL",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The `Retry-After` of an `UNAVAILABLE` error, in seconds. */
export const RETRY_AFTER_SECONDS = 1;

/**
 * The one class of errors whose message is meant for the caller. Anything else is masked as `INTERNAL` and logged.
 * `details` goes into `extensions.details`, so it must hold nothing secret.
 */
export class OmnidexError extends Error {
  override readonly name = "OmnidexError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Readonly<Record<string, unknown>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const badInput = (message: string, details?: Readonly<Record<string, unknown>>): OmnidexError =>
  new OmnidexError("BAD_USER_INPUT", message, details);

export const notFound = (what: string, id: string): OmnidexError =>
  new OmnidexError("NOT_FOUND", `There is no ${what} '${id}'.`);

/** Makes a switch over a closed union exhaustive: the compiler rejects the call if it is reachable. */
export class UnreachableCaseError extends Error {
  constructor(value: never) {
    super(`Unreachable case: ${JSON.stringify(value)}`);
  }
}
