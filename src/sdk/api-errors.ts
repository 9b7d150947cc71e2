import type { FilterFault } from "../domain/slice/filter-fault.ts";
import {
  type ApiErrorInfo,
  OmnidexApiError,
  type OmnidexConnectionError,
  OmnidexError,
  type OmnidexErrorCode,
  type OmnidexInputError,
  type OmnidexProtocolError,
  type OmnidexTimeoutError,
} from "./sdk-errors.ts";
import type { ReleaseChanges, ValidationReport } from "./types.ts";

/** Fixes the code of a subclass, so that both `instanceof` and a check of `code` narrow the type of an error. */
const withCode = <const C extends OmnidexErrorCode>(code: C) =>
  class extends OmnidexApiError {
    declare readonly code: C;
    constructor(message: string, info?: ApiErrorInfo, options?: ErrorOptions) {
      super(code, message, info, options);
    }
  };

/** The input is not valid; `details` says where. */
export class OmnidexBadUserInputError extends /* @__PURE__ */ withCode("BAD_USER_INPUT") {
  override readonly name = "OmnidexBadUserInputError";

  /** The validation report, with the issues of each row, if the server refused rows of a submission. */
  get report(): ValidationReport | undefined {
    const report = this.details?.report as ValidationReport | undefined;
    return Array.isArray(report?.issues) ? report : undefined;
  }
}

/** A filter that cannot match: it names unknown values, or has an empty range. `faults` has one entry per problem. */
export class OmnidexInvalidFilterError extends /* @__PURE__ */ withCode("INVALID_FILTER") {
  override readonly name = "OmnidexInvalidFilterError";

  /** The problems, each with its place in the filter; at most 20. */
  get faults(): readonly FilterFault[] {
    const faults = this.details?.faults;
    return Array.isArray(faults) ? (faults as FilterFault[]) : [];
  }
}

/** The object does not exist, or the viewer may not see it. */
export class OmnidexNotFoundError extends /* @__PURE__ */ withCode("NOT_FOUND") {
  override readonly name = "OmnidexNotFoundError";
}

/** The API key is missing or not valid. */
export class OmnidexUnauthenticatedError extends /* @__PURE__ */ withCode("UNAUTHENTICATED") {
  override readonly name = "OmnidexUnauthenticatedError";
}

/** The API key does not allow this. */
export class OmnidexForbiddenError extends /* @__PURE__ */ withCode("FORBIDDEN") {
  override readonly name = "OmnidexForbiddenError";
}

/** The owner's submission quota is used up. The client does not retry. */
export class OmnidexQuotaExceededError extends /* @__PURE__ */ withCode("QUOTA_EXCEEDED") {
  override readonly name = "OmnidexQuotaExceededError";
}

/** The rate limit still applies after the last retry. */
export class OmnidexRateLimitedError extends /* @__PURE__ */ withCode("RATE_LIMITED") {
  override readonly name = "OmnidexRateLimitedError";
}

/** The document asks for more objects than the server allows in one request. */
export class OmnidexCostLimitExceededError extends /* @__PURE__ */ withCode("COST_LIMIT_EXCEEDED") {
  override readonly name = "OmnidexCostLimitExceededError";
}

/**
 * The current state does not allow the operation: an idempotency key was reused with other input, a run is closed, or a
 * release would replace one that has runs.
 */
export class OmnidexConflictError extends /* @__PURE__ */ withCode("CONFLICT") {
  override readonly name = "OmnidexConflictError";

  /** What the replacement would change, if the server refused to replace a release with another. */
  get changes(): ReleaseChanges | undefined {
    return this.details?.changes as ReleaseChanges | undefined;
  }
}

/** The server is still unavailable after the last retry. */
export class OmnidexUnavailableError extends /* @__PURE__ */ withCode("UNAVAILABLE") {
  override readonly name = "OmnidexUnavailableError";

  /** The share that is done of a long computation, from 0 to 1, if the server is still computing the result. */
  get progress(): number | undefined {
    return this.details?.progress as number | undefined;
  }
}

/** The server's disk is full: it serves no writes until its operator frees space. The client does not retry. */
export class OmnidexStorageFullError extends /* @__PURE__ */ withCode("STORAGE_FULL") {
  override readonly name = "OmnidexStorageFullError";
}

/** An internal error of the server. `requestId` finds it in the server's log. */
export class OmnidexInternalError extends /* @__PURE__ */ withCode("INTERNAL") {
  override readonly name = "OmnidexInternalError";
}

const CLASS_BY_CODE = {
  BAD_USER_INPUT: OmnidexBadUserInputError,
  INVALID_FILTER: OmnidexInvalidFilterError,
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
 * so a `switch` over `code` is exhaustive: the twelve codes of the server, and CONNECTION, TIMEOUT, PROTOCOL and INPUT.
 */
export type OmnidexFailure =
  | OmnidexApiFailure
  | OmnidexConnectionError
  | OmnidexTimeoutError
  | OmnidexProtocolError
  | OmnidexInputError;

/** Makes the error of a code, as an instance of that code's class. */
export const apiError = (code: OmnidexErrorCode, message: string, info?: ApiErrorInfo): OmnidexApiError =>
  new CLASS_BY_CODE[code](message, info);

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
