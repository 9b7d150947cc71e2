// biome-ignore-all lint/performance/noBarrelFile: the entry point of the package
export {
  OmnidexBadUserInputError,
  OmnidexConflictError,
  OmnidexCostLimitExceededError,
  OmnidexForbiddenError,
  OmnidexInternalError,
  OmnidexNotFoundError,
  OmnidexQuotaExceededError,
  OmnidexRateLimitedError,
  OmnidexUnauthenticatedError,
  OmnidexUnavailableError,
} from "./api-errors.ts";
export { Omnidex } from "./client.ts";
export {
  type ApiErrorInfo,
  OMNIDEX_ERROR_CODES,
  OmnidexApiError,
  OmnidexConnectionError,
  OmnidexError,
  type OmnidexErrorCode,
  OmnidexProtocolError,
  OmnidexTimeoutError,
} from "./errors.ts";
export { TypedDocumentString } from "./generated/operations.ts";
export type * from "./options.ts";
export { type Connection, type ListOptions, type Page, Paged } from "./pagination.ts";
export type { SubmitOptions } from "./submission.ts";
export type { RequestOptions } from "./transport.ts";
export type { AstDocument, DocumentTypeDecoration, TypedDocument } from "./typed-document.ts";
export type * from "./types.ts";
