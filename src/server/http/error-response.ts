import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, RETRY_AFTER_SECONDS } from "../../domain/errors.ts";
import type { AppEnvironment } from "./app-environment.ts";

/** An error response in the shape of a GraphQL response, so that clients parse only one shape. */
export const errorResponse = (
  c: Context<AppEnvironment>,
  status: ContentfulStatusCode,
  code: ErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): Response => {
  const retryAfter = status === 503 ? RETRY_AFTER_SECONDS : details?.retryAfter;
  c.get("record").code = code;
  return c.json(
    { errors: [{ message, extensions: { code, requestId: c.get("requestId"), ...(details && { details }) } }] },
    status,
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  );
};

/** An error response in the shape of JSON-RPC, for a request whose message was not read. @see https://www.jsonrpc.org/specification#error_object */
export function rpcError(c: Context<AppEnvironment>, status: 400 | 403, code: number, message: string): Response {
  c.get("record").code = status === 403 ? "FORBIDDEN" : "BAD_USER_INPUT";
  return c.json({ jsonrpc: "2.0", id: null, error: { code, message } }, status);
}

/** What is wrong with an `Authorization` header that names no valid key. It never repeats the key. */
export function wrongKeyMessage(header: string | undefined): string {
  // Clients send UTF-8, but the bytes of a header are read as Latin-1.
  const text = Buffer.from(header?.trim() ?? "", "latin1").toString();
  const [, scheme = "", secret = ""] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  const isBearer = scheme.toLowerCase() === "bearer";
  if (isBearer && (secret === "" || EMPTY.has(secret)))
    return "The key in 'Authorization: Bearer …' is empty. Send a key, or leave the header out to read public data.";
  if (!isBearer)
    return "The header 'Authorization' does not begin with the scheme 'Bearer'. Send 'Authorization: Bearer <key>'.";
  if (/^["'“‘`]|["'”’`]$/.test(secret))
    return "The key in 'Authorization: Bearer …' is in quotes. Send it without them.";
  if (/\s/.test(secret)) return "The key in 'Authorization: Bearer …' contains a space. Send one key without spaces.";
  return WRONG_KEY;
}

export const WRONG_KEY = "The key in 'Authorization: Bearer …' is unknown to this server, has expired or was revoked.";

const EMPTY: ReadonlySet<string> = new Set(['""', "''"]);
