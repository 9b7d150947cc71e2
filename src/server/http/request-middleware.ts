import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import type { Viewers } from "../access/viewers.ts";
import { RequestRecord, recordOf } from "../telemetry/request-record.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { errorResponse, wrongKeyMessage } from "./error-response.ts";
import { viewerWithin } from "./limits/limit-middleware.ts";
import type { RequestLimits } from "./limits/request-limits.ts";
import { requestIdFrom } from "./observed-listener.ts";

/** Gives a request its id and its record. A request that is a part of another adds its cost to that of the other. */
export const requestRecord = createMiddleware<AppEnvironment>(async (c, next) => {
  const within = c.env?.within;
  const sent = within === undefined ? recordOf(c.env?.incoming) : new RequestRecord(within.requestId);
  const record = sent ?? new RequestRecord(requestIdFrom(c.req.header("x-request-id")));
  c.set("record", record);
  c.set("requestId", record.requestId);
  record.operation = routeOf(c);
  await next();
  if (within !== undefined && record.cost !== null) within.cost = (within.cost ?? 0) + record.cost;
  // The header is set after the handler, because a handler that returns a new response would drop it.
  c.header("x-request-id", record.requestId);
});

/**
 * Forbids caches to keep what no other header allows them to keep. Otherwise, a proxy may choose a time itself: Varnish
 * would serve an error 404 or the state of the server for two minutes.
 * @see https://www.rfc-editor.org/rfc/rfc9111#section-4.2.2
 */
export const keptOnlyIfAllowed = createMiddleware<AppEnvironment>(async (c, next) => {
  await next();
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (isRead && !c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
});

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** The method and the route's pattern, as a metrics label. It never contains text from the caller. */
function routeOf(c: Context<AppEnvironment>): string {
  const method = METHODS.has(c.req.method) ? c.req.method : "other";
  const pattern = routePath(c, -1);
  if (pattern === "/graphql") return `${method} /graphql, not executed`;
  return pattern === "/*" ? `${method}, no route` : `${method} ${pattern}`;
}

/**
 * Authenticates the request. A request with an invalid key is refused, not treated as a request without a key, so that
 * the key's owner notices.
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export const viewerFromKey = (viewers: Viewers, limits: RequestLimits | null) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const viewer = await viewerWithin(c, viewers, limits);
    if (viewer instanceof Response) return viewer;
    if (viewer === null) return unauthenticated(c);
    c.set("viewer", viewer);
    await next();
  });

/** Looks the caller up in the database, for routes that write. */
export const confirmedViewer = (viewers: Viewers) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const viewer = await viewers.confirmed(c.get("viewer"));
    if (viewer === null) return unauthenticated(c);
    c.set("viewer", viewer);
    await next();
  });

function unauthenticated(c: Context<AppEnvironment>): Response {
  c.header("www-authenticate", 'Bearer realm="omnidex"');
  return errorResponse(c, 401, "UNAUTHENTICATED", wrongKeyMessage(c.req.header("authorization")));
}
