import { createHash } from "node:crypto";
import type { Context } from "hono";
import { ANONYMOUS } from "../../../domain/viewer.ts";
import type { AppEnvironment } from "../app-environment.ts";

/** How long a cache between the server and a reader may go without asking, in seconds: as for queries. */
const MAX_AGE = 60;

/** What may be said to caches of an export whose content this names; nothing of what is shown to a key. */
export function cacheHeaders(c: Context<AppEnvironment>, content: string): Readonly<Record<string, string>> {
  if (c.get("viewer") !== ANONYMOUS) return {};
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
  return { etag, "cache-control": `public, max-age=${MAX_AGE}`, vary: "accept, authorization, origin" };
}

/** Whether the reader has it already. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isKnown(c: Context<AppEnvironment>, etag: string | undefined): boolean {
  const tags = c.req.header("if-none-match")?.split(",") ?? [];
  return etag !== undefined && tags.some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Headers are ASCII; what is not is written as in a URL. */
export const licenseHeader = (license: string): Readonly<Record<string, string>> => ({
  "x-data-license": license.replace(/[^\x20-\x7e]+/g, encodeURIComponent),
});
