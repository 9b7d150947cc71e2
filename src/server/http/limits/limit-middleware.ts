import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Viewers } from "../../access/viewers.ts";
import { type Refusal, rateLimitHeaders, refusalError } from "../../limits/callers.ts";
import type { Admission } from "../../limits/request-admission.ts";
import type { RequestRecord } from "../../telemetry/request-record.ts";
import { limitHit } from "../../telemetry/server-events.ts";
import type { AppEnvironment } from "../app-environment.ts";
import type { Addressed, RequestLimits } from "./request-limits.ts";

/** The error of a refusal, in the shape of a GraphQL response. */
function refusalBody(refusal: Refusal, requestId: string): object {
  const { message, code, details } = refusalError(refusal);
  return { errors: [{ message, extensions: { code, requestId, details } }] };
}

/** The headers of the response to a refused request. */
const refusalHeaders = ({ retryAfter, rateLimits }: Refusal): Readonly<Record<string, string>> => ({
  ...rateLimitHeaders(rateLimits),
  "retry-after": String(retryAfter),
});

/** Answers a request that exceeds its caller's limits, without reading its body. */
export function refuse(
  { refusal }: Admission,
  { type, record }: { readonly type: string; readonly record: RequestRecord },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  if (refusal === null) return false;
  record.code = "RATE_LIMITED";
  const body = JSON.stringify(refusalBody(refusal, record.requestId));
  outgoing.writeHead(429, {
    ...refusalHeaders(refusal),
    "x-request-id": record.requestId,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(body);
  incoming.resume();
  return true;
}

type AppContext = Context<AppEnvironment>;

/** The paths without limits, for load balancers and monitoring. */
const EXEMPT = /^\/(health\/|metrics$)/;

/** Node's request, if it is limited. A program that calls the app without a socket has no limits. */
const incomingOf = (c: AppContext): Addressed | undefined =>
  EXEMPT.test(c.req.path) ? undefined : (c.env?.incoming as Addressed | undefined);

function refused(c: AppContext, refusal: Refusal): Response {
  c.get("record").code = "RATE_LIMITED";
  return c.json(refusalBody(refusal, c.get("requestId")), 429, { ...refusalHeaders(refusal) });
}

/** Counts each request, and refuses it if the caller's quota is used up. The response states the remaining quotas. */
export const limitRequests = (limits: RequestLimits | null): MiddlewareHandler<AppEnvironment> =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const incoming = incomingOf(c);
    if (limits === null || incoming === undefined) return next();
    const admission = limits.admit(incoming, c.get("viewer"));
    if (admission.refusal !== null) return refused(c, admission.refusal);
    c.set("admission", admission);
    await next();
    for (const [name, value] of Object.entries(admission.headers())) c.header(name, value);
  });

/**
 * Counts each request as a heavy operation until its response ends, and charges `points` to the caller's quota.
 * @throws `RATE_LIMITED` if the caller already has the allowed number of heavy operations in progress
 */
export const limitWork = (points: number): MiddlewareHandler<AppEnvironment> =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const admission = c.get("admission");
    const { outgoing } = c.env ?? {};
    if (admission !== undefined && outgoing !== undefined) {
      const end = admission.beginWork();
      if (outgoing.destroyed || outgoing.closed) end();
      else outgoing.once("close", end);
      admission.spendCost(points);
    }
    await next();
  });

/**
 * The viewer of a request's key; null for an invalid key. While an address is blocked after too many invalid keys, only
 * keys that it has used successfully before are accepted. All other keys are refused, even valid keys.
 */
export async function viewerWithin(
  c: AppContext,
  viewers: Viewers,
  limits: RequestLimits | null,
): Promise<Viewer | null | Response> {
  const header = c.req.header("authorization");
  // No path is exempt, because every path that validates keys could be used to guess keys.
  const incoming = header === undefined ? undefined : (c.env?.incoming as Addressed | undefined);
  if (limits === null || incoming === undefined) return viewers.of(header);
  const refusal = limits.keyRefusal(incoming);
  if (refusal === null) {
    const viewer = await viewers.of(header);
    if (viewer === null) limits.wrongKey(incoming);
    return viewer;
  }
  const viewer = viewers.remembers(header) ? await viewers.of(header) : null;
  if (viewer !== null && limits.wasShown(incoming, viewer)) return viewer;
  limitHit.publish({ limit: "wrong-keys" });
  return refused(c, refusal);
}
