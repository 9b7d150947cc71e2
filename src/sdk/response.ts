import { apiError } from "./api-errors.ts";
import { clockOf, readRetryAfter } from "./response-headers.ts";
import type { Outcome } from "./retry.ts";
import {
  OMNIDEX_ERROR_CODES,
  type OmnidexApiError,
  type OmnidexError,
  type OmnidexErrorCode,
  OmnidexProtocolError,
} from "./sdk-errors.ts";

/** An error as received: any field may be missing or have another type. */
interface WireError {
  readonly message?: unknown;
  readonly path?: unknown;
  readonly extensions?: { readonly code?: unknown; readonly details?: unknown; readonly requestId?: unknown };
}

interface WireBody {
  readonly data?: unknown;
  readonly errors?: readonly WireError[];
}

const CODE_BY_STATUS: Readonly<Record<number, OmnidexErrorCode>> = {
  400: "BAD_USER_INPUT",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  413: "BAD_USER_INPUT",
  429: "RATE_LIMITED",
  500: "INTERNAL",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "UNAVAILABLE",
  507: "STORAGE_FULL",
};
const TRANSIENT: ReadonlySet<OmnidexErrorCode> = new Set(["RATE_LIMITED", "UNAVAILABLE"]);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parseBody(text: string): WireBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && ("data" in body || Array.isArray(body.errors)) ? body : undefined;
  } catch {
    return undefined;
  }
}

const isCode = (value: unknown): value is OmnidexErrorCode => OMNIDEX_ERROR_CODES.some((code) => code === value);

function readCode(code: unknown, status: number): OmnidexErrorCode {
  if (isCode(code)) return code;
  // Codes common to GraphQL servers: GRAPHQL_VALIDATION_FAILED, GRAPHQL_PARSE_FAILED, BAD_REQUEST.
  if (typeof code === "string" && /^(GRAPHQL_|BAD_REQUEST$)/.test(code)) return "BAD_USER_INPUT";
  return CODE_BY_STATUS[status] ?? "INTERNAL";
}

function toApiError(error: WireError, response: Response): OmnidexApiError {
  const { code, details, requestId } = error.extensions ?? {};
  const message = typeof error.message === "string" ? error.message : "The server gave no reason.";
  return apiError(readCode(code, response.status), message, {
    details: isRecord(details) ? details : undefined,
    path: Array.isArray(error.path) ? error.path : undefined,
    requestId: typeof requestId === "string" ? requestId : (response.headers.get("x-request-id") ?? undefined),
    status: response.status,
    retryAfter: retryAfterOf(response),
  });
}

const retryAfterOf = ({ headers }: Response): number | undefined =>
  readRetryAfter(headers.get("retry-after"), clockOf(headers));

/** The error for a response that is not GraphQL, such as a proxy's error page or the response of another server. */
function foreignError(response: Response): OmnidexError {
  const type = response.headers.get("content-type") ?? "no content type";
  // Without the document, which the address of a query that is sent with GET contains.
  const said = `${response.url.split("?")[0]} answered ${response.status} (${type}) with no GraphQL response`;
  const code = response.ok ? undefined : CODE_BY_STATUS[response.status];
  if (code === undefined)
    return new OmnidexProtocolError(`${said}. Check that this is the address of an Omnidex server.`);
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return apiError(code, `${said}.`, { status: response.status, requestId, retryAfter: retryAfterOf(response) });
}

/** Reads a complete response: returns the data, or the first error and whether it is transient. */
export function readResponse(response: Response, text: string): Outcome {
  const body = parseBody(text);
  const first = body?.errors?.[0];
  if (body !== undefined && first === undefined && body.data != null) return { ok: true, data: body.data };
  const error = first === undefined ? foreignError(response) : toApiError(first, response);
  const transient = "code" in error && TRANSIENT.has(error.code as OmnidexErrorCode);
  const computing = "details" in error && isRecord(error.details) && "progress" in error.details;
  return { ok: false, error, transient, computing, retryAfter: retryAfterOf(response) };
}
