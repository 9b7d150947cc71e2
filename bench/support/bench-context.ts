import type { Options } from "../options.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { SERVERS } from "../servers/server-list.ts";
import type { Measurable } from "./measure.ts";
import type { BenchPostgres } from "./postgres.ts";
import { startServer } from "./server-process.ts";

/** The arguments of every set. */
export interface BenchContext {
  readonly options: Options;
  readonly postgres: BenchPostgres;
  readonly say: (line: string) => void;
}

export type StartedServer = Measurable & { stop(): Promise<void> };

export const environmentOf = ({ options, postgres }: BenchContext): NodeJS.ProcessEnv => ({
  DATABASE_URL: postgres.url,
  BENCH_SMOKE: options.smoke ? "1" : "0",
});

/** Starts the servers with these names, in order, and ends them after the work, even if it fails. */
export function withServers<T>(
  context: BenchContext,
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
  work: (servers: readonly StartedServer[]) => Promise<T>,
): Promise<T> {
  const servers = SERVERS.filter(({ name }) => names.includes(name)).map((server) => ({ server, environment }));
  return withStarted(context, servers, work);
}

/** Starts these servers, each with its own environment, and ends them after the work, even if it fails. */
export async function withStarted<T>(
  context: BenchContext,
  servers: readonly { readonly server: BenchServer; readonly environment: NodeJS.ProcessEnv }[],
  work: (servers: readonly StartedServer[]) => Promise<T>,
): Promise<T> {
  const started: StartedServer[] = [];
  try {
    for (const { server, environment } of servers) {
      context.say(`starting ${server.name}`);
      started.push({ server, ...(await startServer(server.command, environment)) });
    }
    return await work(started);
  } finally {
    for (const server of started) await server.stop();
  }
}
