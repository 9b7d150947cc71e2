import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { ANONYMOUS } from "../../../domain/viewer.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { isNamed } from "../preconditions.ts";

/** How long a shared cache may serve a file without revalidation, in seconds. It is the same as for queries. */
const MAX_AGE = 60;

/** The HMAC key of private validators. Without it, a caller could compute validators to guess a file's content. */
const SECRET = randomBytes(32);

/**
 * Cache headers for an export that `content` identifies. A file for a caller with a key may be cached only for this
 * caller. The validator of such a file depends on a secret of this process. After a restart, or from another server,
 * the whole file is therefore sent again. A file that may be sent in several encodings has a weak validator, and any
 * other file has a strong validator.
 */
export function cacheHeaders(
  c: Context<AppEnvironment>,
  content: string,
  isEncoded = true,
): Readonly<Record<string, string>> {
  const viewer = c.get("viewer");
  const isPublic = viewer === ANONYMOUS;
  const digest = isPublic
    ? createHash("sha256").update(content)
    : createHmac("sha256", SECRET).update(JSON.stringify([viewer.admin, viewer.owner, content]));
  const tag = `"${digest.digest("base64url").slice(0, 27)}"`;
  return {
    etag: isEncoded ? `W/${tag}` : tag,
    "cache-control": isPublic ? `public, max-age=${MAX_AGE}` : "private, no-cache",
    vary: "accept, authorization, origin, accept-encoding",
  };
}

/**
 * The response without a body if the client already has the current content; otherwise null. It has the media type of
 * the file, because caches update the headers of their copy, and the HTTP adaptor would send `text/plain`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5
 */
export function notModified(
  c: Context<AppEnvironment>,
  mediaType: string,
  headers: Readonly<Record<string, string>>,
): Response | null {
  const { etag } = headers;
  if (etag === undefined || !isNamed(c.req.header("if-none-match"), etag)) return null;
  return c.body(null, 304, { ...headers, "content-type": mediaType });
}
