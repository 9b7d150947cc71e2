import { apiError } from "./api-errors.ts";
import type { RateLimit, RequestCost } from "./observation.ts";
import type { Outcome } from "./retry.ts";
import {
  OMNIDEX_ERROR_CODES,
  type OmnidexApiError,
  type OmnidexError,
  type OmnidexErrorCode,
  OmnidexProtocolError,
} from "./sdk-errors.ts";

/** An item of a structured header with its parameters: `"daily";r=50;t=30`. */
interface Item {
  readonly value: string;
  readonly number: (parameter: string) => number | undefined;
}

const toNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;

/** Reads a list of items and skips malformed members. @see https://www.rfc-editor.org/rfc/rfc9651#section-4.2 */
function readItems(header: string | null): Item[] {
  const items = (header ?? "").matchAll(/(?:^|,)\s*("(?:[^"\\]|\\.)*"|[^\s;,"]+)((?:\s*;\s*[^;,"]+(?:"[^"]*")?)*)/g);
  return [...items].map(([, value = "", rest = ""]) => {
    const parameters = new Map(
      [...rest.matchAll(/;\s*([a-z*][\w.*-]*)=([^;]*)/g)].map((match) => [match[1], match[2]]),
    );
    return { value: value.replace(/^"|"$/g, ""), number: (name) => toNumber(parameters.get(name)?.trim()) };
  });
}

/** Reads a header such as `X-Omnidex-Cost: 101;limit=200000`. */
export function readCost(headers: Headers): RequestCost | undefined {
  const [item] = readItems(headers.get("x-omnidex-cost"));
  const objects = toNumber(item?.value);
  return item === undefined || objects === undefined ? undefined : { objects, limit: item.number("limit") };
}

/** Joins `RateLimit-Policy: "daily";q=1000;w=86400` and `RateLimit: "daily";r=17;t=3600` by policy name. */
export function readRateLimits(headers: Headers): RateLimit[] {
  const policies = readItems(headers.get("ratelimit-policy"));
  const states = readItems(headers.get("ratelimit"));
  const names = new Set([...policies, ...states].map((item) => item.value));
  const read = (items: readonly Item[], name: string, parameter: string): number | undefined =>
    items.find((item) => item.value === name)?.number(parameter);
  return [...names].map((policy) => ({
    policy,
    limit: read(policies, policy, "q"),
    windowSeconds: read(policies, policy, "w"),
    remaining: read(states, policy, "r"),
    resetSeconds: read(states, policy, "t"),
  }));
}

/** The responder's time in milliseconds since 1970; the local time if a browser does not expose the `Date` header. */
const clockOf = (headers: Headers): number => Date.parse(headers.get("date") ?? "") || Date.now();

/** Parses `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3), and returns seconds. */
export function readRetryAfter(value: string | null, now: number = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}

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
