import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";

const execute = promisify(execFile);

/** What starts a cluster: `install`, `start DIR PORT`, `database DIR PORT NAME`, `stop DIR`. */
const SCRIPT = process.env.OMNIDEX_CITUS_CLUSTER || resolve(import.meta.dirname, "../../shared/citus/cluster.sh");

/** Durability is what a test cluster can do without; a database of each test file has a daemon of its own on each node. */
const TEST_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** A coordinator and two workers, for as long as this process wants them. */
export interface TemporaryCitus {
  /** Addresses of the nodes' databases `postgres`, the coordinator's first. */
  readonly nodes: readonly string[];
  /** The nodes' folders: `coordinator`, `worker1`, `worker2`. */
  readonly folder: string;
  /** Makes a database on all nodes, and returns its address on the coordinator. */
  database(name: string): Promise<string>;
  /** Ends the nodes and removes their folder. */
  stop(): Promise<void>;
}

/** Why no cluster can be started here; null where one can. */
export const whyNoCitus = (): string | null =>
  existsSync(SCRIPT) ? null : `${SCRIPT} is not there; OMNIDEX_CITUS_CLUSTER can name another script of its kind`;

/**
 * Installs Citus, where it is not, and starts a cluster on free ports of 127.0.0.1.
 * @param settings of its nodes, beside or instead of those of a test
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
    return { nodes, folder, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** In a group of its own: an interrupt at the terminal must reach the tests first and the nodes last. */
async function run(...command: readonly string[]): Promise<void> {
  await execute("setsid", ["--wait", SCRIPT, ...command], { maxBuffer: 2 ** 26 });
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

/** The first of so many ports of 127.0.0.1, one after the other, that nobody has. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const probes: Server[] = [];
    try {
      for (let place = 0; place < count; place++) probes.push(await listening(first + place));
      return first;
    } catch {
      // Somebody has one of them.
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
