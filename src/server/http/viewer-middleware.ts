import { createMiddleware } from "hono/factory";
import type { Viewers } from "../services/access/viewers.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";
import { viewerWithin } from "./limits/limit-middleware.ts";
import type { RequestLimits } from "./limits/request-limits.ts";

/**
 * Authenticates the request. An invalid key is refused, not treated as a missing one, so that its owner notices.
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export const viewerFromKey = (viewers: Viewers, limits: RequestLimits | null) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const viewer = await viewerWithin(c, viewers, limits);
    if (viewer instanceof Response) return viewer;
    if (viewer === null) {
      c.header("www-authenticate", 'Bearer realm="omnidex"');
      return errorResponse(
        c,
        401,
        "UNAUTHENTICATED",
        "The key in 'Authorization: Bearer …' is not a key of this server, or it has ended.",
      );
    }
    c.set("viewer", viewer);
    await next();
  });
