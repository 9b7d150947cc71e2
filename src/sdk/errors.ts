/** What the server says is wrong. The union is closed: a server that says anything else is read by its HTTP status. */
export const OMNIDEX_ERROR_CODES = [
  "BAD_USER_INPUT",
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
export type OmnidexErrorCode = (typeof OMNIDEX_ERROR_CODES)[number];

/** The base of every error that this package makes, so that one `instanceof` tells them from others. */
export class OmnidexError extends Error {
  override readonly name: string = "OmnidexError";
}

/** What comes with an error of the server, besides its code and message. */
export interface ApiErrorInfo {
  /** The server's own facts about the error, such as the limit that was passed. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The path of the field in the response that failed. */
  readonly path?: readonly (string | number)[] | undefined;
  /** What to name when the server's operator is asked about it. */
  readonly requestId?: string | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  /** How long the server asks to wait before another attempt, in seconds. */
  readonly retryAfter?: number | undefined;
}

/** The server was reached, and refused or failed. */
export class OmnidexApiError extends OmnidexError {
  override readonly name: string = "OmnidexApiError";
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly path: readonly (string | number)[] | undefined;
  readonly requestId: string | undefined;
  readonly status: number | undefined;
  /** In seconds; undefined where the server does not ask for it. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: OmnidexErrorCode,
    message: string,
    info: ApiErrorInfo = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.details = info.details;
    this.path = info.path;
    this.requestId = info.requestId;
    this.status = info.status;
    this.retryAfter = info.retryAfter;
  }
}

/** The server could not be reached, or the connection broke. */
export class OmnidexConnectionError extends OmnidexError {
  override readonly name: string = "OmnidexConnectionError";
  readonly code: "CONNECTION" | "TIMEOUT" = "CONNECTION";
}

/** The server took longer than `timeoutMs` over one attempt. */
export class OmnidexTimeoutError extends OmnidexConnectionError {
  override readonly name = "OmnidexTimeoutError";
  override readonly code = "TIMEOUT";
}

/** What answered does not speak Omnidex's GraphQL: a wrong address, or a fault of the server. */
export class OmnidexProtocolError extends OmnidexError {
  override readonly name = "OmnidexProtocolError";
  readonly code = "PROTOCOL";
}
