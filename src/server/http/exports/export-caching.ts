import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { ANONYMOUS } from "../../../domain/viewer.ts";
import type { AppEnvironment } from "../app-environment.ts";

/**
 * How long a cache between the server and a reader may serve a file without revalidation, in seconds. The same as for
 * queries.
 */
const MAX_AGE = 60;

/** The key of the validators of callers with a key, so that nobody can compute one from what a file might contain. */
const SECRET = randomBytes(32);

/**
 * Cache headers for an export whose content is identified by `content`. The file of a caller with a key may be cached
 * for that caller only. Its validator depends on a secret of this process, so after a restart, or from another server,
 * the whole file is sent again. Validators are weak because the same text is sent in several encodings; files that are
 * never encoded have strong ones.
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

/** Whether the client already has the content. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isKnown(c: Context<AppEnvironment>, etag: string | undefined): boolean {
  const tags = c.req.header("if-none-match")?.split(",") ?? [];
  return etag !== undefined && tags.some((tag) => tag.trim() === "*" || opaque(tag.trim()) === opaque(etag));
}

/** Compares tags weakly, because the only question is whether to send the file. */
const opaque = (tag: string): string => tag.replace(/^W\//, "");

/** Percent-encodes non-ASCII characters, because headers are ASCII. */
export const licenseHeader = (license: string): Readonly<Record<string, string>> => ({
  "x-data-license": license.replace(/[^\x20-\x7e]+/g, encodeURIComponent),
});
