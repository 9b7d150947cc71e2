import type { BenchQuery } from "../queries/five-queries.ts";
import { asks } from "../servers/server-list.ts";
import type { Addressed } from "./answers.ts";
import { cpuOf, cpuOfFamily, peakMemoryOf } from "./cpu-time.ts";
import { type LoadOptions, load, postRequest } from "./load.ts";

/** A server whose process can be measured. */
export interface Measurable extends Addressed {
  readonly pid: number;
}

/** The measurement of one query on one server in one round. */
export interface Measurement {
  readonly server: string;
  readonly query: string;
  readonly round: number;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU for each request. */
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly clientCpu: number;
}

export interface MeasureOptions extends LoadOptions {
  readonly rounds: number;
  /** Seconds before the first round. */
  readonly warmUp: number;
  readonly postmaster: number;
  readonly progress: (line: string) => void;
}

/**
 * Measures round by round, query by query, one server after the other, so that disturbances affect all servers alike.
 */
export async function measureAll(
  servers: readonly Measurable[],
  queries: readonly BenchQuery[],
  options: MeasureOptions,
): Promise<Measurement[]> {
  const pairs = queries.flatMap((query) =>
    servers.filter(({ server }) => asks(server, query)).map((server) => ({ server, query })),
  );
  const { connections, warmUp, progress } = options;
  for (const { server, query } of pairs)
    await load(server.url, requestsOf(server, query), { connections, seconds: warmUp });
  const measured: Measurement[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    progress(`round ${round} of ${options.rounds}`);
    // Every other round is in reverse order, so that no server always follows the same one.
    for (const { server, query } of round % 2 === 1 ? pairs : pairs.toReversed())
      measured.push(await measureOne(server, query, round, options));
  }
  return measured;
}

async function measureOne(
  server: Measurable,
  query: BenchQuery,
  round: number,
  { postmaster, ...options }: MeasureOptions,
): Promise<Measurement> {
  const before = { server: cpuOf(server.pid), postgres: cpuOfFamily(postmaster) };
  const result = await load(server.url, requestsOf(server, query), options);
  const { requests, latencies } = result;
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    server: server.server.name,
    query: query.name,
    round,
    requestsPerSecond: requests / result.seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    serverCpu: (cpuOf(server.pid) - before.server) / requests,
    postgresCpu: (cpuOfFamily(postmaster) - before.postgres) / requests,
    clientCpu: result.clientCpuMs / requests,
  };
}

const requestsOf = ({ server }: Measurable, query: BenchQuery): Buffer[] =>
  query.variants.map((variables) => {
    const { path, body } = server.request(query, variables);
    return postRequest(path, body);
  });

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const peakMemories = (servers: readonly Measurable[]): Readonly<Record<string, number>> =>
  Object.fromEntries(servers.map(({ server, pid }) => [server.name, peakMemoryOf(pid)]));
