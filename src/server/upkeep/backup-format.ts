import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { badInput, type OmnidexError } from "../../domain/errors.ts";
import type { AppliedMigration } from "../db/migrations.ts";

/** The version of the file's own layout. */
export const BACKUP_VERSION = 1;

/** The first line of a backup. */
export interface BackupHeader {
  readonly format: "omnidex-backup";
  readonly version: number;
  /** The version of Omnidex. */
  readonly omnidex: string;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  readonly engine: "pglite" | "postgresql";
  /** The version of the tables. */
  readonly migrations: readonly AppliedMigration[];
}

/** The line before the rows of a table. */
export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
  /** The last value of each sequence, by the column that it numbers. */
  readonly sequences: Readonly<Record<string, string | null>>;
}

/** The last line of a backup. */
export interface EndLine {
  readonly end: true;
  readonly rows: number;
  /** The hash of everything before this line, in hexadecimal. */
  readonly sha256: string;
}

/** The parts of a backup, in order. A row is the text of a JSON array. */
export type BackupPart =
  | { readonly kind: "header"; readonly header: BackupHeader }
  | { readonly kind: "table"; readonly table: TableLine }
  | { readonly kind: "row"; readonly line: string };

const damaged = (file: string, what: string): OmnidexError =>
  badInput(`'${file}' is not a complete backup: ${what}. Nothing was written.`);

/**
 * Reads a backup. Its number of rows and its checksum are checked at the end, so its rows must not be trusted before
 * then.
 * @throws `BAD_USER_INPUT` for a file that is not a backup, is truncated or was altered
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash("sha256");
  let rows = 0;
  let ended = false;
  let begun = false;
  for await (const line of linesOf(file)) {
    if (ended) throw damaged(file, "there is data after its last line");
    if (!line.startsWith("{")) {
      rows += 1;
      hash.update(line).update("\n");
      yield { kind: "row", line };
      continue;
    }
    const value = parsed(file, line);
    if (!begun) checkHeader(file, value);
    if ("end" in value) {
      checkEnd(file, value as unknown as EndLine, rows, hash);
      ended = true;
      continue;
    }
    hash.update(line).update("\n");
    yield begun
      ? { kind: "table", table: value as unknown as TableLine }
      : { kind: "header", header: value as unknown as BackupHeader };
    begun = true;
  }
  if (!ended) throw damaged(file, "its last line is missing");
}

/** The size of a backup. */
export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
}

/** Reads all of a backup. @throws as `readBackup` does */
export async function verifyBackup(
  file: string,
): Promise<{ readonly header: BackupHeader; readonly report: BackupReport }> {
  let header: BackupHeader | null = null;
  const report = { tables: 0, rows: 0 };
  for await (const part of readBackup(file)) {
    if (part.kind === "header") header = part.header;
    else report[part.kind === "row" ? "rows" : "tables"] += 1;
  }
  if (header === null) throw damaged(file, "it is empty");
  return { header, report };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  const text = createGunzip();
  // Forwards errors of the file to the reader of the lines.
  bytes.on("error", (error) => text.destroy(error));
  bytes.pipe(text);
  try {
    yield* splitLines(text);
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw damaged(file, error.message);
    throw error;
  } finally {
    bytes.destroy();
    text.destroy();
  }
}

/**
 * Splits text into lines at newlines only. `readline` would also split at carriage returns and at U+2028, which JSON
 * does not escape.
 */
async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      rest.push(chunk.subarray(start, end));
      yield (rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest)).toString("utf8");
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString("utf8");
}

function parsed(file: string, line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged(file, "one of its lines is not JSON");
  }
}

function checkHeader(file: string, header: Record<string, unknown>): void {
  if (header.format !== "omnidex-backup" || !Array.isArray(header.migrations))
    throw damaged(file, "its first line is not a backup's header");
  if (header.version !== BACKUP_VERSION)
    throw badInput(
      `'${file}' has backup layout ${header.version}; this version of Omnidex reads layout ${BACKUP_VERSION}.`,
    );
}

function checkEnd(file: string, { rows, sha256 }: EndLine, counted: number, hash: Hash): void {
  if (rows !== counted) throw damaged(file, `it states ${rows} rows, but has ${counted}`);
  if (hash.digest("hex") !== sha256) throw damaged(file, "its checksum does not match");
}
