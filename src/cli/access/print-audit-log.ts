import type { AuditLogEntry, AuditLogFilter } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { download } from "../export/download-file.ts";
import { NDJSON_ONLY, requireExtensionOf } from "../output/file-extension.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Column, printTable } from "../output/table.ts";

export interface AuditLogOptions extends FormatOptions {
  readonly owner?: string;
  readonly operation?: string;
  readonly object?: string;
  readonly failed?: boolean;
  readonly since?: string;
  readonly limit: number;
  readonly json?: boolean;
  /** The file for the whole log; `-` for standard output. */
  readonly output?: string;
}

const COLUMNS: readonly Column[] = [
  { title: "TIME" },
  { title: "OWNER", flexible: true },
  { title: "KEY" },
  { title: "OPERATION" },
  { title: "OBJECT", flexible: true },
  { title: "OUTCOME" },
  { title: "SKIPPED" },
];

/**
 * Prints entries of the audit log, or writes all of it to a file.
 * @throws {UsageError} for a name whose extension is that of another format than NDJSON
 */
export async function auditLog({ limit, json, format, output, ...conditions }: AuditLogOptions): Promise<void> {
  if (output !== undefined)
    requireExtensionOf(
      NDJSON_ONLY,
      output,
      "The audit log",
      "'omnidex audit-log --format csv' prints its last entries.",
    );
  const { omnidex, connection } = await connect();
  if (output !== undefined) {
    await download(connection, "/export/audit.ndjson", output);
    return;
  }
  const entries = await omnidex
    .auditLog({ filter: filterOf(conditions) })
    .take(limit)
    .toArray();
  if (json) return printJson(entries);
  if (entries.length === 0) return remark("The audit log has no such entry.");
  await printTable(COLUMNS, entries.map(rowOf), format);
}

type Conditions = Pick<AuditLogOptions, "owner" | "operation" | "object" | "failed" | "since">;

const filterOf = ({ owner, operation, object, failed, since }: Conditions): AuditLogFilter => ({
  ...(owner === undefined ? {} : { owners: [owner] }),
  ...(operation === undefined ? {} : { operations: [operation] }),
  ...(object === undefined ? {} : { objects: [object] }),
  ...(failed === undefined ? {} : { failed }),
  ...(since === undefined ? {} : { since }),
});

const rowOf = ({ at, owner, apiKey, operation, object, outcome, skipped }: AuditLogEntry) => [
  at.slice(0, 19).replace("T", " "),
  owner ?? "no key",
  apiKey ?? "",
  { text: operation, style: colors.bold },
  object ?? "",
  outcome,
  skipped === 0 ? "" : String(skipped),
];
