import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { RequestRecord, recordOf } from "../telemetry/request-record.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { requestIdFrom } from "./request-id.ts";

/** Gives a request its id, and keeps its record at hand for everything else. */
export const requestRecord = createMiddleware<AppEnvironment>(async (c, next) => {
  const record = recordOf(c.env?.incoming) ?? new RequestRecord(requestIdFrom(c.req.header("x-request-id")));
  c.set("record", record);
  c.set("requestId", record.requestId);
  record.operation = routeOf(c);
  await next();
  // Not before: a handler's own Response has only its own headers.
  c.header("x-request-id", record.requestId);
});

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** The method and the pattern of the route. It never contains a caller's text, because it becomes a metrics label. */
function routeOf(c: Context<AppEnvironment>): string {
  const method = METHODS.has(c.req.method) ? c.req.method : "other";
  const pattern = routePath(c, -1);
  if (pattern === "/graphql") return `${method} /graphql, not executed`;
  return pattern === "/*" ? `${method}, no route` : `${method} ${pattern}`;
}
