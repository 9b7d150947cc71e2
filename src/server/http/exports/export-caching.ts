import { createHash } from "node:crypto";
import type { Context } from "hono";
import { ANONYMOUS } from "../../../domain/viewer.ts";
import type { AppEnvironment } from "../app-environment.ts";

/** How long a cache between the server and a reader may go without asking, in seconds: as for queries. */
const MAX_AGE = 60;

/**
 * Cache headers for an export whose content is identified by `content`; none for a caller with a key. The validator is
 * weak, because the same text is sent in several encodings, except for files that are never encoded.
 */
export function cacheHeaders(
  c: Context<AppEnvironment>,
  content: string,
  isEncoded = true,
): Readonly<Record<string, string>> {
  if (c.get("viewer") !== ANONYMOUS) return {};
  const tag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
  return {
    etag: isEncoded ? `W/${tag}` : tag,
    "cache-control": `public, max-age=${MAX_AGE}`,
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
