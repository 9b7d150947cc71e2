import type { ChildProcess } from "node:child_process";
import { appendFile, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { type Account, endServer, freePort, startServer, unprivilegedAccount } from "./postgres-process.ts";
import { TEST_SETTINGS, type TemporaryPostgres } from "./temporary-postgres.ts";

/** A hot standby of a temporary server, connected by streaming replication. */
export interface TemporaryReplica {
  readonly url: string;
  /** Ends the standby as if its machine had failed: SIGQUIT, without a final write. */
  crash(): Promise<void>;
  /** Starts the standby again after `crash`. */
  restart(): Promise<void>;
  /**
   * Ends the standby and removes its folder. Call it before the primary is stopped, because the standby uses the
   * primary's binaries.
   */
  stop(): Promise<void>;
}

/** The standby does not wait for readers: reads that conflict with the log are cancelled soon. */
const STANDBY_SETTINGS = { ...TEST_SETTINGS, hot_standby: "on", max_standby_streaming_delay: "50ms" };

/**
 * Copies a running server and starts the copy as its standby. The package has no `pg_basebackup`, so this does the
 * same: it copies the files between the start and the end of a backup, and writes the label that says from where to
 * replay.
 * @see https://www.postgresql.org/docs/17/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function startTemporaryReplica(primary: TemporaryPostgres): Promise<TemporaryReplica> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-replica-"));
  try {
    const account = unprivilegedAccount();
    if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid);
    await copyPrimary(primary, join(folder, "data"), account);
    const port = await freePort();
    const start = (): Promise<ChildProcess> => startServer(folder, primary.bin, account, port, STANDBY_SETTINGS);
    let server = await start();
    const url = new URL(primary.url);
    url.port = String(port);
    return {
      url: url.href,
      crash: () => endServer(server, "SIGQUIT"),
      restart: async () => {
        server = await start();
      },
      stop: async () => {
        await endServer(server);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function copyPrimary({ url, folder }: TemporaryPostgres, data: string, account: Account): Promise<void> {
  // One session for the whole backup.
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_backup_start('replica', fast => true)`;
    await copyFiles(join(folder, "data"), data);
    const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`;
    await writeFile(join(data, "backup_label"), stopped?.label ?? "");
  } finally {
    await sql.end();
  }
  const { hostname, port, username, password } = new URL(url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  await writeFile(join(data, "standby.signal"), "");
  await appendFile(join(data, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  if (account.uid !== undefined) await give(data, account.uid, account.gid ?? account.uid);
}

/** Folders that are copied empty: they belong to the running server, or contain the log, which is streamed. */
const EMPTIED = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_subtrans",
]);

async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (EMPTIED.has(entry.name)) await mkdir(target, { mode: 0o700 });
    else if (entry.isDirectory()) await copyFiles(source, target);
    else if (!/^postmaster\./.test(entry.name)) await copyFile(source, target);
  }
}

async function give(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    await (entry.isDirectory() ? give(child, uid, gid) : chown(child, uid, gid));
  }
}
