import { createHash, timingSafeEqual } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { ADMIN, ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/**
 * Finds out who is asking. A key that is wrong is refused, rather than taken for none: its owner should know.
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export const viewerFromKey = (adminKey: string | null) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const viewer = viewerOf(c.req.header("authorization"), adminKey);
    if (viewer === null) {
      c.header("www-authenticate", 'Bearer realm="omnidex"');
      return errorResponse(
        c,
        401,
        "UNAUTHENTICATED",
        "The key in 'Authorization: Bearer …' is not a key of this server.",
      );
    }
    c.set("viewer", viewer);
    await next();
  });

/** Who an `Authorization` header says is asking; `null` where it shows a key that is none of this server's. */
export function viewerOf(header: string | undefined, adminKey: string | null): Viewer | null {
  if (header === undefined || header.trim() === "") return ANONYMOUS;
  const key = /^Bearer +(\S+)$/i.exec(header.trim())?.[1];
  return key !== undefined && adminKey !== null && equalSecrets(key, adminKey) ? ADMIN : null;
}

/** In a time that tells nothing of where they differ; over hashes, for the lengths must be equal. */
function equalSecrets(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
