import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";
import { startTemporaryPostgres, type TemporaryPostgres } from "../../scripts/temporary-postgres.ts";

/** Typical settings for a small machine that serves short queries. They are the same for every measured server. */
const SETTINGS = {
  shared_buffers: "1GB",
  effective_cache_size: "4GB",
  work_mem: "64MB",
  maintenance_work_mem: "256MB",
  max_wal_size: "4GB",
  random_page_cost: "1.1",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  autovacuum: "off",
};

/** A PostgreSQL server on this machine. */
export interface BenchPostgres extends Pick<TemporaryPostgres, "url" | "stop"> {
  /** The process whose children are the backends. */
  readonly postmaster: number;
}

/** Starts a server, or uses the one at `url`, which must run on this machine so that its CPU time can be read. */
export async function usePostgres(url: string | null): Promise<BenchPostgres> {
  const server = url === null ? await startTemporaryPostgres(SETTINGS) : { url, stop: async () => {} };
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return { ...server, postmaster: parentOf(row?.pid ?? 0) };
  } finally {
    await sql.end();
  }
}

/** The fields of /proc/<pid>/stat after the program's name, beginning with the state. The name may hold blanks. */
export const statOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");

const parentOf = (pid: number): number => Number(statOf(pid)[1]);

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isChild(pid, parent));
}

function isChild(pid: number, parent: number): boolean {
  try {
    return parentOf(pid) === parent;
  } catch {
    // The process has ended in the meantime.
    return false;
  }
}
