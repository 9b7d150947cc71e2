import { createHash } from "node:crypto";
import type { Context } from "hono";
import { ANONYMOUS } from "../../../domain/viewer.ts";
import type { AppEnvironment } from "../app-environment.ts";

/** How long a cache between the server and a reader may go without asking, in seconds: as for queries. */
const MAX_AGE = 60;

/**
 * What may be said to caches of an export whose content this names; nothing of what is shown to a key. The validator is
 * weak, since the same text goes out in several encodings, but for files that are never encoded.
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

/** Whether the reader has it already. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isKnown(c: Context<AppEnvironment>, etag: string | undefined): boolean {
  const tags = c.req.header("if-none-match")?.split(",") ?? [];
  return etag !== undefined && tags.some((tag) => tag.trim() === "*" || opaque(tag.trim()) === opaque(etag));
}

/** Tags are compared weakly: it is only asked whether to send the file. */
const opaque = (tag: string): string => tag.replace(/^W\//, "");

/** Headers are ASCII; what is not is written as in a URL. */
export const licenseHeader = (license: string): Readonly<Record<string, string>> => ({
  "x-data-license": license.replace(/[^\x20-\x7e]+/g, encodeURIComponent),
});
