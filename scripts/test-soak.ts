/**
 * Runs a mixed load for ten minutes on a server with its own PostgreSQL: `npm run test:soak`. `-- --seconds 60` changes
 * the duration. Exits with code 1 if memory or connections grow, or anything fails. With `-- --short` it takes 8 s and
 * reports the memory without judging it, because the caches are not full by then.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { Claims, mb } from "./measured/claims.ts";
import { type Holdings, MeasuredServer } from "./measured/measured-server.ts";
import { SoakLoad } from "./soak/soak-load.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "600" }, short: { type: "boolean", default: false } },
});
const SECONDS = values.short ? 8 : Number(values.seconds);
const SAMPLES = 40;

/** The allowed growth from the second quarter to the last. Every cache is in use by the second quarter. */
const MOST_GROWTH = 1.1;
/** A pool of ten, one connection that sends notifications, one that listens, and one that checks the database. */
const MOST_CONNECTIONS = 13;
/** The socket over which a sample asks for the metrics. */
const OWN_SOCKETS = 1;

interface Sample extends Holdings {
  readonly connections: number;
  /** The size of the server's caches in bytes, as estimated by the server. */
  readonly caches: number;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const claims = new Claims(values.short);

const postgres = await startTemporaryPostgres();
const server = await MeasuredServer.start(postgres.url, { OMNIDEX_LOG_LEVEL: "warn" });
const watcher = new pg.Client({ connectionString: postgres.url, application_name: "watcher" });
await watcher.connect();

async function sample(): Promise<Sample> {
  const { rows } = await watcher.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name like 'omnidex%'",
  );
  const { text } = await server.get("/metrics");
  const caches = [...text.matchAll(/^omnidex_cache_bytes{.*} (\S+)$/gm)].reduce(
    (sum, [, bytes]) => sum + Number(bytes),
    0,
  );
  return { ...(await server.holdings()), connections: rows[0]?.count ?? 0, caches };
}

/** The resources of an idle server. Sockets of clients are closed after five idle seconds. */
async function atRest(): Promise<Sample> {
  await pause(8_000);
  return sample();
}

try {
  const load = new SoakLoad(server.url);
  const begin = performance.now();
  const end = begin + SECONDS * 1_000;
  const working = load.until(end);
  const samples: Sample[] = [];
  while (performance.now() < end) {
    await pause((SECONDS * 1_000) / SAMPLES);
    samples.push(await sample());
  }
  await working;
  const { done, faults } = load.tally;
  const rest = await atRest();

  const quarter = samples.length >> 2;
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const [heaps, memories] = (["heap", "rss"] as const).map((kind) =>
    [second, last].map((part) => median(part.map((one) => one[kind]))),
  ) as [[number, number], [number, number]];
  const most = Math.max(...samples.map(({ connections }) => connections));
  const { TCPSocketWrap: sockets = 0, ...others } = rest.resources;
  const metrics = (await server.get("/metrics")).text;
  const counted = (name: string): number => Number(new RegExp(`^${name}(?:{.*})? (\\S+)$`, "m").exec(metrics)?.[1]);

  console.log(`in ${SECONDS} s: ${[...done].map(([kind, count]) => `${count} × ${kind}`).join(", ")}`);
  for (const fault of faults) console.log(`       ${fault}`);
  for (const { heap, rss, caches } of samples.filter((_, index) => index % 4 === 3))
    console.log(`       heap ${mb(heap)}, memory ${mb(rss)}, caches ${mb(caches)}`);
  claims.claim(faults.length === 0, "every request was answered");
  claims.claim(counted("omnidex_failures_total") === 0, "the server counts no error that is not the caller's");
  claims.claim(
    heaps[1] <= MOST_GROWTH * heaps[0],
    `heap after garbage collection: second quarter ${mb(heaps[0])}, last ${mb(heaps[1])}`,
    true,
  );
  claims.claim(
    memories[1] <= MOST_GROWTH * memories[0],
    `memory: second quarter ${mb(memories[0])}, last ${mb(memories[1])}`,
    true,
  );
  claims.claim(most <= MOST_CONNECTIONS, `at most ${most} connections to the database, of ${MOST_CONNECTIONS}`);
  claims.claim(
    sockets <= rest.connections + OWN_SOCKETS,
    `at rest: ${sockets} sockets, ${rest.connections} of them to the database, besides ${JSON.stringify(others)}`,
  );
} finally {
  await server.stop();
  const { rows } = await watcher.query("select 1 from pg_stat_activity where application_name like 'omnidex%'");
  claims.claim(rows.length === 0, "no connection outlives the server");
  await watcher.end();
  await postgres.stop();
}
process.exitCode = claims.exitCode;
