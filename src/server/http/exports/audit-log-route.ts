import type { Context } from "hono";
import { auditLogLines } from "../../access/audit-log.ts";
import { requireAdmin } from "../../access/require-admin.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { auditTrailOf } from "../audited-routes.ts";
import { onlyParameters } from "./export-filter.ts";
import { fileResponse } from "./file-response.ts";

/** `GET /export/audit.ndjson`: the whole audit log, newest first, for administrators. */
export async function auditLogResponse(c: Context<AppEnvironment>, services: AppServices): Promise<Response> {
  onlyParameters(c, []);
  const viewer = c.get("viewer");
  try {
    requireAdmin(viewer, "Reading the audit log");
  } catch (error) {
    await auditTrailOf(c, services).failed("GET /export/audit.ndjson", null, error);
    throw error;
  }
  const file = {
    name: "audit.ndjson",
    mediaType: "application/x-ndjson",
    headers: { "cache-control": "no-store" },
    content: null,
    pieces: () => auditLogLines(services.database, viewer),
  };
  return fileResponse(c, file, services);
}
