import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Refusal } from "../../limits/refusal.ts";
import type { Viewers } from "../../services/access/viewers.ts";
import { limitHit } from "../../telemetry/server-events.ts";
import type { AppEnvironment } from "../app-environment.ts";
import type { Addressed } from "./client-address.ts";
import { refusalBody, refusalHeaders } from "./refused-request.ts";
import type { RequestLimits } from "./request-limits.ts";

type AppContext = Context<AppEnvironment>;

/** The requests of load balancers and monitoring are not limited. */
const EXEMPT = /^\/(health\/|metrics$)/;

/** Node's own request; a request without a socket, in a program that embeds the app, has no limits. */
const incomingOf = (c: AppContext): Addressed | undefined =>
  EXEMPT.test(c.req.path) ? undefined : (c.env?.incoming as Addressed | undefined);

function refused(c: AppContext, refusal: Refusal): Response {
  c.get("record").code = "RATE_LIMITED";
  return c.json(refusalBody(refusal, c.get("requestId")), 429, { ...refusalHeaders(refusal) });
}

/** Counts the request and refuses it if its caller has no quota left. The response states the remaining quota. */
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
 * Starts a heavy operation, which ends with the response.
 * @throws `RATE_LIMITED`
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
 * The viewer of a request's key; null for an invalid key. While an address is blocked after invalid keys, only keys
 * that were valid there before are looked up; other keys are refused, whether valid or not.
 */
export async function viewerWithin(
  c: AppContext,
  viewers: Viewers,
  limits: RequestLimits | null,
): Promise<Viewer | null | Response> {
  const header = c.req.header("authorization");
  // Applies to every path, because any path that validates keys could be used to guess them.
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
