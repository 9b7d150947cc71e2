import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { AuditTrail } from "../access/audit-trail.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";

export type AuditedServices = Pick<AppServices, "database" | "failedAttempts">;

/** The audit trail of a request: the entries that it adds to the audit log. */
export const auditTrailOf = (c: Context<AppEnvironment>, { database, failedAttempts }: AuditedServices): AuditTrail =>
  new AuditTrail(database, failedAttempts, c.get("viewer"), c.get("requestId"));

/** Records failed requests to an administrative route in the audit log. */
export const auditFailures = (services: AuditedServices, operation: string): MiddlewareHandler<AppEnvironment> =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    await next();
    if (c.res.status < 400) return;
    const { code } = c.get("record");
    await auditTrailOf(c, services).record(operation, { benchmark: c.req.param("benchmark") }, code ?? "INTERNAL");
  });
