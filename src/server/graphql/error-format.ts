import { unwrapResolverError } from "@apollo/server/errors";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";

/** Receives the errors that are not the caller's fault. */
export type ErrorLog = (requestId: string, error: unknown) => void;

/**
 * Errors that graphql-js and Apollo report about a document or request. They are the caller's fault, so their messages
 * are shown.
 */
const CALLERS_FAULT: ReadonlySet<unknown> = new Set([
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "BAD_USER_INPUT",
  "BAD_REQUEST",
  "OPERATION_RESOLUTION_FAILURE",
  "PERSISTED_QUERY_NOT_FOUND",
  "PERSISTED_QUERY_NOT_SUPPORTED",
]);

/** The message of graphql-js for a document whose fields of the same name would take too long to compare. */
const VALIDATION_ABORTED = "Validation aborted.";

/** The message of Apollo Server for a document that is sent with another document's hash. */
const OTHER_HASH = "provided sha does not match query";

/** Converts any error to the form that callers see: a message, a location, and one of our codes. */
export function formatError(formatted: GraphQLFormattedError, error: unknown, log: ErrorLog): GraphQLFormattedError {
  const original = ownError(error) ?? unwrapResolverError(error);
  if (original instanceof OmnidexError) {
    if (isFault(original)) log(requestIdOf(error), original.cause ?? original);
    return located(formatted, original.message, original.code, original.details && { details: original.details });
  }
  if (formatted.message === VALIDATION_ABORTED) {
    return located(formatted, "The document repeats its fields too often to be validated.", "COST_LIMIT_EXCEEDED");
  }
  if (formatted.message === OTHER_HASH) {
    return located(formatted, "'sha256Hash' is not the SHA-256 of the query.", "BAD_USER_INPUT");
  }
  if (isRefusal(original)) return located(formatted, formatted.message, "BAD_USER_INPUT");
  if (CALLERS_FAULT.has(formatted.extensions?.code) && !(original instanceof RangeError)) {
    return located(formatted, formatted.message, "BAD_USER_INPUT");
  }
  const requestId = requestIdOf(error);
  log(requestId, original);
  return located(formatted, "Something went wrong on the server. Find the request id in the server's log.", "INTERNAL");
}

/** Whether an operator has to know of the error. An error with `progress` only asks the caller to wait for a result. */
const isFault = ({ code, details }: OmnidexError): boolean =>
  code === "STORAGE_FULL" || (code === "UNAVAILABLE" && details?.progress === undefined);

/** The error that one of our validation rules or plugins threw; null for any other error. */
const ownError = (error: unknown): OmnidexError | null =>
  error instanceof GraphQLError && error.originalError instanceof OmnidexError ? error.originalError : null;

/** Whether Apollo Server refused a persisted query. Such an error has an HTTP status but no code. */
const isRefusal = (error: unknown): boolean =>
  error instanceof GraphQLError &&
  error.originalError === undefined &&
  (error.extensions.http as { readonly status?: number } | undefined)?.status === 400 &&
  error.extensions.code === undefined;

const requestIdOf = (error: unknown): string =>
  error instanceof GraphQLError && typeof error.extensions.requestId === "string" ? error.extensions.requestId : "";

const located = (
  { locations, path }: GraphQLFormattedError,
  message: string,
  code: ErrorCode,
  more: object = {},
): GraphQLFormattedError => ({
  message,
  ...(locations && { locations }),
  ...(path && { path }),
  extensions: { code, ...more },
});
