import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/** The message for a read whose `If-Match` names no current validator. */
export const NOT_MATCHED =
  "The data no longer has a validator (ETag) that 'If-Match' names. Read it again without 'If-Match'.";

/**
 * Whether `If-Match` allows a response with this validator. Only strong validators match.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export const meetsIfMatch = (header: string | undefined, etag: string | null): boolean =>
  header === undefined ||
  header.split(",").some((tag) => tag.trim() === "*" || (tag.trim() === etag && !etag.startsWith("W/")));

/** Whether `If-None-Match` names this strong validator. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export const isNamed = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((tag) => tag.trim() === "*" || opaque(tag.trim()) === opaque(etag)) ?? false;

/** A tag without the mark of a weak validator. `If-None-Match` compares tags weakly. */
const opaque = (tag: string): string => tag.replace(/^W\//, "");

/** Replaces the response to a read with status 412 if `If-Match` does not allow it. */
export const preconditions = createMiddleware<AppEnvironment>(async (c, next) => {
  await next();
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead || !(c.res.ok || c.res.status === 304)) return;
  if (meetsIfMatch(c.req.header("if-match"), c.res.headers.get("etag"))) return;
  await c.res.body?.cancel();
  // Hono copies the other headers, such as those of CORS and the current validator.
  for (const name of OF_THE_BODY) c.res.headers.delete(name);
  c.res = errorResponse(c, 412, "CONFLICT", NOT_MATCHED);
});

/** Headers of a response that an error must not have. */
const OF_THE_BODY = ["cache-control", "content-disposition", "content-length", "content-range"];
