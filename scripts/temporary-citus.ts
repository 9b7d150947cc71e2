import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { DISTRIBUTED_SETTINGS } from "../src/server/upkeep/distribution-queries.ts";
import { unprivilegedAccount } from "./postgres-process.ts";

const execute = promisify(execFile);

/** The script that starts a cluster: `install`, `start DIR PORT`, `database DIR PORT NAME`, `stop DIR`. */
const SCRIPT = process.env.OMNIDEX_CITUS_CLUSTER || resolve(import.meta.dirname, "../../shared/citus/cluster.sh");

/**
 * Settings of all nodes. Test data needs no durability. `DISTRIBUTED_SETTINGS` belong to a database, but are set for
 * the nodes here, because PostgreSQL does not copy them with a database.
 */
const TEST_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", ...DISTRIBUTED_SETTINGS };

/** A node, by the name of its folder. */
export type CitusNode = "coordinator" | "worker1" | "worker2";

/** A coordinator and two workers for the lifetime of this process. */
export interface TemporaryCitus {
  /** Addresses of the nodes' databases `postgres`, the coordinator's first. */
  readonly nodes: readonly string[];
  /** The nodes' folders: `coordinator`, `worker1`, `worker2`. */
  readonly folder: string;
  /** Creates a database on all nodes, and returns its address on the coordinator. */
  database(name: string): Promise<string>;
  /** Ends a node as if it had crashed. */
  kill(node: CitusNode): Promise<void>;
  /** Starts a node that was ended. */
  restart(node: CitusNode): Promise<void>;
  /** Ends the nodes and removes their folder. */
  stop(): Promise<void>;
}

/** Why no cluster can be started here; null if one can. */
export const whyNoCitus = (): string | null =>
  existsSync(SCRIPT) ? null : `${SCRIPT} does not exist; OMNIDEX_CITUS_CLUSTER can name another such script`;

/**
 * Installs Citus if necessary, and starts a cluster on free ports of 127.0.0.1.
 * @param settings of its nodes; by default those of a test cluster
 */
export async function startTemporaryCitus(
  settings: Readonly<Record<string, string>> = TEST_SETTINGS,
): Promise<TemporaryCitus> {
  await run("install");
  const folder = await mkdtemp(join(tmpdir(), "omnidex-citus-"));
  const port = await freePorts(3);
  const stop = async (): Promise<void> => {
    await run("stop", folder);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await run("start", folder, String(port));
    const nodes = [0, 1, 2].map((place) => `postgres://postgres@127.0.0.1:${port + place}/postgres`);
    await Promise.all(nodes.map((node) => configure(node, settings)));
    const database = async (name: string): Promise<string> => {
      await run("database", folder, String(port), name);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    };
    const kill = (node: CitusNode): Promise<void> => killNode(join(folder, node));
    const restart = (node: CitusNode): Promise<void> => restartNode(join(folder, node));
    return { nodes, folder, database, kill, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs the script in a separate process group, so that an interrupt at the terminal does not reach the nodes before the
 * tests have ended.
 */
async function run(...command: readonly string[]): Promise<void> {
  await execute("setsid", ["--wait", SCRIPT, ...command], { maxBuffer: 2 ** 26 });
}

/** SIGQUIT is PostgreSQL's "immediate" shutdown: nothing is flushed, and the next start recovers. */
async function killNode(data: string): Promise<void> {
  const file = join(data, "postmaster.pid");
  process.kill(Number.parseInt(await readFile(file, "utf8"), 10), "SIGQUIT");
  for (let waited = 0; existsSync(file) && waited < 100; waited++) await pause(100);
}

async function restartNode(data: string): Promise<void> {
  // The file contains the command line: the program, then its arguments in quotes.
  const [program = ""] = (await readFile(join(data, "postmaster.opts"), "utf8")).split(" ");
  const options = ["-D", data, "-l", `${data}.log`, "-w", "start"];
  await execute(join(dirname(program), "pg_ctl"), options, { ...unprivilegedAccount(), cwd: dirname(data) });
}

async function configure(node: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const sql = postgres(node, { max: 1, onnotice: () => {} });
  try {
    for (const [name, value] of Object.entries(settings)) await sql.unsafe(`alter system set ${name} = '${value}'`);
    await sql`select pg_reload_conf()`;
  } finally {
    await sql.end();
  }
}

/** The first of `count` consecutive free ports of 127.0.0.1. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const probes: Server[] = [];
    try {
      for (let place = 0; place < count; place++) probes.push(await listening(first + place));
      return first;
    } catch {
      // One of the ports is in use.
    } finally {
      await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))));
    }
  }
}

const listening = (port: number): Promise<Server> =>
  new Promise((done, failed) => {
    const server = createServer().once("error", failed);
    server.listen(port, "127.0.0.1", () => done(server));
  });
