import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { textArray } from "../db/statement.ts";
import { auditLog } from "../db/tables/access-tables.ts";
import { boolean, float, list, pick, type RowOf, typed } from "../db/typed-sql.ts";

export interface AuditRecord {
  /** The owner of the caller's key; null for a caller without a key. */
  readonly owner: string | null;
  /** The primary key of the caller's API key; null for the administrator's key in the settings and without a key. */
  readonly apiKey: number | null;
  readonly operation: string;
  readonly object: string | null;
  /** `DONE`, or the code of the error. */
  readonly outcome: string;
  readonly skipped: number;
  readonly requestId: string;
}

const auditColumns = {
  id: float(sql`${auditLog.id}`),
  ...pick(auditLog, "owner", "apiKey", "operation", "object", "outcome", "skipped", "requestId"),
  /** Milliseconds since 1970. */
  at: float(sql`floor(extract(epoch from ${auditLog.at}) * 1000)`),
};
export type AuditRow = RowOf<typeof auditColumns>;

/** The conditions that a row must meet. A condition that is null or absent allows every row. */
export interface AuditConditions {
  readonly owners?: readonly string[] | null | undefined;
  readonly operations?: readonly string[] | null | undefined;
  readonly objects?: readonly string[] | null | undefined;
  /** True selects failed attempts, and false selects operations that succeeded. */
  readonly failed?: boolean | null | undefined;
  /** The earliest time, in milliseconds since 1970. */
  readonly since?: number | null | undefined;
}

export async function insertAuditRecord(tx: Queryable, record: AuditRecord): Promise<void> {
  await tx.query(sql`
    insert into ${auditLog} (owner, api_key, operation, object, outcome, skipped, request_id)
    values (${record.owner}::text, ${record.apiKey}::int, ${record.operation}::text, ${record.object}::text,
      ${record.outcome}::text, ${record.skipped}::int, ${record.requestId}::text)`);
}

/** Whether the database refuses writes, as a standby does. */
export async function isReadOnly(tx: Queryable): Promise<boolean> {
  const [mode] = await tx.query(typed`
    select ${list({ readOnly: boolean(sql`current_setting('transaction_read_only') = 'on'`) })}`);
  return mode?.readOnly !== false;
}

/**
 * Up to `most` rows that are older than the row with id `before`, newest first.
 * @param before null starts with the newest row of the log
 */
export const fetchAuditRows = (
  database: Queryable,
  conditions: AuditConditions,
  before: number | null,
  most: number,
): Promise<AuditRow[]> =>
  database.query(typed`
    select ${list(auditColumns)} from ${auditLog}
    where ${conditionOf(conditions)} and ${before === null ? sql`true` : sql`${auditLog.id} < ${String(before)}::text::bigint`}
    order by ${auditLog.id} desc limit ${most}::int`);

/** How many rows meet the conditions. */
export async function countAuditRows(database: Queryable, conditions: AuditConditions): Promise<number> {
  const [row] = await database.query(typed`
    select ${list({ rows: float(sql`count(*)`) })} from ${auditLog} where ${conditionOf(conditions)}`);
  return row?.rows ?? 0;
}

const conditionOf = ({ owners, operations, objects, failed, since }: AuditConditions): SQL =>
  sql.join(
    [
      sql`true`,
      ...(owners == null ? [] : [sql`${auditLog.owner} = any(${textArray(owners)})`]),
      ...(operations == null ? [] : [sql`${auditLog.operation} = any(${textArray(operations)})`]),
      ...(objects == null ? [] : [sql`${auditLog.object} = any(${textArray(objects)})`]),
      ...(failed == null ? [] : [failed ? sql`${auditLog.outcome} <> 'DONE'` : sql`${auditLog.outcome} = 'DONE'`]),
      ...(since == null ? [] : [sql`${auditLog.at} >= ${new Date(since).toISOString()}::text::timestamptz`]),
    ],
    sql` and `,
  );
