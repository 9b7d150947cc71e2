import { ERROR_CODES, type ErrorCode } from "../domain/errors.ts";

/** The server's error codes. The union is closed: a response with another code is classified by its HTTP status. */
export const OMNIDEX_ERROR_CODES = ERROR_CODES;
export type OmnidexErrorCode = ErrorCode;

/** The base class of every error that this package makes, so that one `instanceof` recognizes them all. */
export class OmnidexError extends Error {
  override readonly name: string = "OmnidexError";
}

/** Details of a server error besides its code and message. */
export interface ApiErrorInfo {
  /** Facts about the error from the server, such as the limit that was exceeded. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The response path of the field that failed. */
  readonly path?: readonly (string | number)[] | undefined;
  /** The id to quote when reporting the error to the server's operator. */
  readonly requestId?: string | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  /** How long the server asks to wait before another attempt, in seconds. */
  readonly retryAfter?: number | undefined;
}

/** The server was reached, and refused the request or failed. */
export class OmnidexApiError extends OmnidexError {
  override readonly name: string = "OmnidexApiError";
  declare readonly details: Readonly<Record<string, unknown>> | undefined;
  declare readonly path: readonly (string | number)[] | undefined;
  declare readonly requestId: string | undefined;
  declare readonly status: number | undefined;
  /** In seconds; undefined if the server sent no `Retry-After`. */
  declare readonly retryAfter: number | undefined;

  constructor(
    readonly code: OmnidexErrorCode,
    message: string,
    info?: ApiErrorInfo,
    options?: ErrorOptions,
  ) {
    super(message, options);
    Object.assign(this, info);
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

/** The response is not Omnidex's GraphQL: the address is wrong, or the server is at fault. */
export class OmnidexProtocolError extends OmnidexError {
  override readonly name = "OmnidexProtocolError";
  readonly code = "PROTOCOL";
}

/** A row that is not a prediction. */
export interface InputProblem {
  /** The index of the row, from 0. */
  readonly row: number;
  /** What is wrong, and what is allowed. */
  readonly message: string;
}

/** The input cannot be sent: rows are not predictions, or a file is malformed. */
export class OmnidexInputError extends OmnidexError {
  override readonly name = "OmnidexInputError";
  readonly code = "INPUT";

  constructor(
    message: string,
    /** The index of the first wrong row, from 0. */
    readonly row?: number,
    options?: ErrorOptions,
    /** The problems of all rows, at most 1,000; empty if the file as a whole cannot be read. */
    readonly problems: readonly InputProblem[] = row === undefined ? [] : [{ row, message }],
  ) {
    super(message, options);
  }
}
