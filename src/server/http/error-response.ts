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
