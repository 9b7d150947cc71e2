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
 * An error whose message is sent to the caller. The messages of graphql-js and Apollo Server about an invalid request
 * are sent, too. All other errors are logged and sent as `INTERNAL`, without their message. `details` is sent as
 * `extensions.details`, so it must hold nothing secret.
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

/** Returns `value`, an argument or the length of a list. @throws `BAD_USER_INPUT` unless it is from 0 to `maximum` */
export function requireUpTo(maximum: number, name: string, value: number): number {
  if (value < 0 || value > maximum) throw badInput(`'${name}' must be from 0 to ${maximum}; got ${value}.`);
  return value;
}

/** @throws `BAD_USER_INPUT` that names the field, for a text of another length or with a NUL character */
export function checkText(field: string, text: string | null | undefined, least: number, most: number): void {
  if (text == null) return;
  if (text.length < least || text.length > most) throw badInput(`'${field}' must have ${least} to ${most} characters.`);
  if (text.includes("\0")) throw badInput(`'${field}' must not contain a NUL character.`);
}

export const notFound = (what: string, id: string): OmnidexError =>
  new OmnidexError("NOT_FOUND", `There is no ${what} '${id}'.`);

/** Makes a switch over a closed union exhaustive: the compiler rejects the call if it is reachable. */
export class UnreachableCaseError extends Error {
  constructor(value: never) {
    super(`Unreachable case: ${JSON.stringify(value)}`);
  }
}
