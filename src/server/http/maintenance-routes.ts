import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { OmnidexError } from "../../domain/errors.ts";
import type { FilePieces } from "../../formats/encoding/pieces.ts";
import { AuditTrail } from "../access/audit-trail.ts";
import { requireAdmin } from "../access/require-admin.ts";
import { ROUTE_SCOPES, requireScope } from "../access/required-callers.ts";
import { temporaryPrefix } from "../db/process-identity.ts";
import { checkLines } from "../upkeep/check-database.ts";
import { writeBackup } from "../upkeep/write-backup.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { fileResponse } from "./exports/file-response.ts";

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

type Services = AuditedServices & Pick<AppServices, "log" | "spooled" | "exportRoom" | "version">;

/** Maintenance of the database by administrators: `POST /maintenance/check`, `POST /maintenance/backup`. */
export function maintenanceRoutes(services: Services): Hono<AppEnvironment> {
  let isBackingUp = false;
  const backup = async function* (): FilePieces {
    if (isBackingUp)
      throw new OmnidexError("CONFLICT", "A backup is already being written; wait until it has finished.");
    isBackingUp = true;
    try {
      yield* backupPieces(services);
    } finally {
      isBackingUp = false;
    }
  };
  return new Hono<AppEnvironment>()
    .use(auditFailures(services, "POST /maintenance"))
    .use(async (c, next) => {
      const viewer = c.get("viewer");
      requireScope(viewer, ROUTE_SCOPES["/maintenance"], "/maintenance");
      requireAdmin(viewer, "Maintenance");
      await next();
    })
    .post("/check", (c) => {
      const file = { content: null, name: "check.ndjson", mediaType: "application/x-ndjson", headers: PRIVATE };
      return fileResponse(c, { ...file, pieces: () => checkLines(services.database) }, services);
    })
    .post("/backup", async (c) => {
      // The audit log records backups, because a backup contains all data, including hidden answers.
      await auditTrailOf(c, services).record("POST /maintenance/backup", null, "DONE");
      const file = { content: null, name: "omnidex-backup.ndjson.gz", mediaType: "application/gzip", headers: PRIVATE };
      return fileResponse(c, { ...file, pieces: backup }, services);
    });
}

const PRIVATE = { "cache-control": "no-store" };

/**
 * The pieces of a backup. The backup is first written to disk, because PGlite answers no other query while the backup's
 * snapshot is open, and the client may be slow.
 */
async function* backupPieces({ database, version }: Services): FilePieces {
  const folder = await mkdtemp(temporaryPrefix("backup"));
  try {
    const file = join(folder, "backup");
    await writeBackup(database, file, version);
    for await (const piece of createReadStream(file, { highWaterMark: 2 ** 18 })) yield piece as Buffer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
