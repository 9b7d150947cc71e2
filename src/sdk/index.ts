// biome-ignore-all lint/performance/noBarrelFile: the entry point of the package
export {
  isOmnidexFailure,
  type OmnidexApiFailure,
  OmnidexBadUserInputError,
  OmnidexConflictError,
  OmnidexCostLimitExceededError,
  type OmnidexFailure,
  OmnidexForbiddenError,
  OmnidexInternalError,
  OmnidexInvalidFilterError,
  OmnidexNotFoundError,
  OmnidexQuotaExceededError,
  OmnidexRateLimitedError,
  OmnidexStorageFullError,
  OmnidexUnauthenticatedError,
  OmnidexUnavailableError,
} from "./api-errors.ts";
export type { Call, WithResponse } from "./call.ts";
export { Omnidex, type Query } from "./client.ts";
export { fromCsv, toCsv } from "./csv-text.ts";
export { TypedDocumentString } from "./generated/operations.ts";
export type { BenchmarkHandle, BenchmarkReference, RunHandle, RunReference } from "./handles.ts";
export type { Logger, LogLevel, RateLimit, RequestCost, RequestInfo, ResponseInfo } from "./observation.ts";
export {
  type BothWays,
  type Connection,
  type ListOptions,
  type Page,
  Paged,
  type PageInfo,
  ReversiblePaged,
} from "./pagination.ts";
export {
  type ApiErrorInfo,
  type InputProblem,
  OMNIDEX_ERROR_CODES,
  OmnidexApiError,
  OmnidexConnectionError,
  OmnidexError,
  type OmnidexErrorCode,
  OmnidexInputError,
  OmnidexProtocolError,
  OmnidexTimeoutError,
} from "./sdk-errors.ts";
export type * from "./sdk-options.ts";
export type { SubmitOptions } from "./submission.ts";
export type { SubmitProgress } from "./submission-progress.ts";
export type { PredictionRows, PredictionSource } from "./submission-source.ts";
export type { OmnidexOptions, RequestOptions } from "./transport-options.ts";
export type { AstDocument, DocumentTypeDecoration, TypedDocument } from "./typed-document.ts";
export type * from "./types.ts";
