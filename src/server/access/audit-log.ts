import { readInstant } from "../../domain/instant.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { encodeApiKeyId } from "./api-keys.ts";
import { type AuditConditions, type AuditRow, countAuditRows, fetchAuditRows } from "./audit-log-queries.ts";
import { requireAdmin } from "./require-admin.ts";

/** `AuditLogFilter` of the schema. */
export interface AuditLogFilter extends Omit<AuditConditions, "since"> {
  /** ISO 8601. */
  readonly since?: unknown;
}

/** `AuditLogEntry` of the schema. */
export interface AuditLogEntry {
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly owner: string | null;
  readonly apiKey: string | null;
  readonly operation: string;
  readonly object: string | null;
  readonly outcome: string;
  readonly skipped: number;
  readonly requestId: string;
}

/** A part of the log, newest first. */
export interface AuditLogPage {
  readonly rows: readonly AuditRow[];
  readonly hasNextPage: boolean;
}

/** How many rows an export reads with one statement. */
const PIECE = 500;

const conditionsOf = ({ since, ...rest }: AuditLogFilter): AuditConditions => ({
  ...rest,
  since: since == null ? null : readInstant("since", since).getTime(),
});

/**
 * The entries before a given entry, newest first.
 * @param before null for the newest entries
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` if the viewer is not an administrator; `BAD_USER_INPUT` for a malformed
 *   instant
 */
export async function readAuditLog(
  database: Queryable,
  viewer: Viewer,
  filter: AuditLogFilter,
  before: number | null,
  size: number,
): Promise<AuditLogPage> {
  requireAdmin(viewer, "Reading the audit log");
  const rows = await fetchAuditRows(database, conditionsOf(filter), before, size + 1);
  return { rows: rows.slice(0, size), hasNextPage: rows.length > size };
}

/** How many entries meet a filter. @throws as `readAuditLog` does */
export function countAuditLog(database: Queryable, viewer: Viewer, filter: AuditLogFilter): Promise<number> {
  requireAdmin(viewer, "Reading the audit log");
  return countAuditRows(database, conditionsOf(filter));
}

export const entryOf = ({ id, at, apiKey, ...row }: AuditRow): AuditLogEntry => ({
  ...row,
  id: `audit_${id}`,
  at: new Date(at).toISOString(),
  apiKey: apiKey === null ? null : encodeApiKeyId(apiKey),
});

/** The whole log as NDJSON, newest first, one statement per piece. Entries that are added meanwhile are left out. */
export async function* auditLogLines(database: Queryable, viewer: Viewer): AsyncGenerator<string> {
  for (let before: number | null = null; ; ) {
    const { rows, hasNextPage }: AuditLogPage = await readAuditLog(database, viewer, {}, before, PIECE);
    yield rows.map((row) => `${JSON.stringify(entryOf(row))}\n`).join("");
    before = rows.at(-1)?.id ?? null;
    if (!hasNextPage) return;
  }
}
