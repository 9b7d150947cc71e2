import {
  type ApiErrorInfo,
  OmnidexApiError,
  type OmnidexConnectionError,
  OmnidexError,
  type OmnidexErrorCode,
  type OmnidexProtocolError,
  type OmnidexTimeoutError,
} from "./errors.ts";
import type { OmnidexInputError } from "./input-error.ts";
import type { ReleaseChanges, ValidationReport } from "./types.ts";

/** Pins a subclass to its code, so that `instanceof` and `code` narrow alike. */
const withCode = <const C extends OmnidexErrorCode>(code: C) =>
  class extends OmnidexApiError {
    declare readonly code: C;
    constructor(message: string, info?: ApiErrorInfo, options?: ErrorOptions) {
      super(code, message, info, options);
    }
  };

/** The input is not valid; `details` says where. */
export class OmnidexBadUserInputError extends withCode("BAD_USER_INPUT") {
  override readonly name = "OmnidexBadUserInputError";

  /** The validation report, with the issues of each row, if the server refused rows of a submission. */
  get report(): ValidationReport | undefined {
    const report = this.details?.report as ValidationReport | undefined;
    return Array.isArray(report?.issues) ? report : undefined;
  }
}

/** The object does not exist, or the viewer may not see it. */
export class OmnidexNotFoundError extends withCode("NOT_FOUND") {
  override readonly name = "OmnidexNotFoundError";
}

/** The API key is missing or not valid. */
export class OmnidexUnauthenticatedError extends withCode("UNAUTHENTICATED") {
  override readonly name = "OmnidexUnauthenticatedError";
}

/** The API key does not allow this. */
export class OmnidexForbiddenError extends withCode("FORBIDDEN") {
  override readonly name = "OmnidexForbiddenError";
}

/** The key's quota is used up. The client does not retry. */
export class OmnidexQuotaExceededError extends withCode("QUOTA_EXCEEDED") {
  override readonly name = "OmnidexQuotaExceededError";
}

/** The rate limit still applies after the last retry. */
export class OmnidexRateLimitedError extends withCode("RATE_LIMITED") {
  override readonly name = "OmnidexRateLimitedError";
}

/** The document asks for more objects than the server allows in one request. */
export class OmnidexCostLimitExceededError extends withCode("COST_LIMIT_EXCEEDED") {
  override readonly name = "OmnidexCostLimitExceededError";
}

/**
 * The current state does not allow the operation: an idempotency key was reused with other input, a run is closed, or a
 * release would replace one that has runs.
 */
export class OmnidexConflictError extends withCode("CONFLICT") {
  override readonly name = "OmnidexConflictError";

  /** What would change, if a release was not allowed to replace another. */
  get changes(): ReleaseChanges | undefined {
    return this.details?.changes as ReleaseChanges | undefined;
  }
}

/** The server is still unavailable after the last retry. */
export class OmnidexUnavailableError extends withCode("UNAVAILABLE") {
  override readonly name = "OmnidexUnavailableError";
}

/**
 * The server's disk is full: it serves reads but no writes until its operator frees space. The client does not retry.
 */
export class OmnidexStorageFullError extends withCode("STORAGE_FULL") {
  override readonly name = "OmnidexStorageFullError";
}

/** An internal error of the server. `requestId` finds it in the server's log. */
export class OmnidexInternalError extends withCode("INTERNAL") {
  override readonly name = "OmnidexInternalError";
}

const CLASS_BY_CODE = {
  BAD_USER_INPUT: OmnidexBadUserInputError,
  NOT_FOUND: OmnidexNotFoundError,
  UNAUTHENTICATED: OmnidexUnauthenticatedError,
  FORBIDDEN: OmnidexForbiddenError,
  QUOTA_EXCEEDED: OmnidexQuotaExceededError,
  RATE_LIMITED: OmnidexRateLimitedError,
  COST_LIMIT_EXCEEDED: OmnidexCostLimitExceededError,
  CONFLICT: OmnidexConflictError,
  UNAVAILABLE: OmnidexUnavailableError,
  STORAGE_FULL: OmnidexStorageFullError,
  INTERNAL: OmnidexInternalError,
} as const satisfies Record<
  OmnidexErrorCode,
  new (
    message: string,
    info?: ApiErrorInfo,
    options?: ErrorOptions,
  ) => OmnidexApiError
>;

/** Any error that the server reported. */
export type OmnidexApiFailure = InstanceType<(typeof CLASS_BY_CODE)[OmnidexErrorCode]>;

/**
 * Every error that a request can reject with, except the abort reason of the caller's own signal. The union is closed,
 * so a `switch` over `code` is exhaustive: the eleven codes of the server, and CONNECTION, TIMEOUT, PROTOCOL and INPUT.
 */
export type OmnidexFailure =
  | OmnidexApiFailure
  | OmnidexConnectionError
  | OmnidexTimeoutError
  | OmnidexProtocolError
  | OmnidexInputError;

/**
 * Whether a caught value is an error of this package.
 *
 * @example
 * try {
 *   await omnidex.run(id);
 * } catch (error) {
 *   if (!isOmnidexFailure(error)) throw error;
 *   if (error.code === "RATE_LIMITED") console.log(`again in ${error.retryAfter} s`, error.requestId);
 * }
 */
export const isOmnidexFailure = (error: unknown): error is OmnidexFailure => error instanceof OmnidexError;

/** Makes the error of a code, as an instance of that code's class. */
export const apiError = (code: OmnidexErrorCode, message: string, info?: ApiErrorInfo): OmnidexApiError =>
  new CLASS_BY_CODE[code](message, info);
