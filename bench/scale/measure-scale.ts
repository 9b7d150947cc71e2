import postgres from "postgres";
import { measurement, positives } from "../../scripts/measure/measurement.ts";
import { startTemporaryPostgres } from "../../scripts/temporary-postgres.ts";
import { readConfig } from "../../src/server/config/config.ts";
import { startServer } from "../../src/server/main.ts";
import { FULL } from "../data/data-size.ts";
import { prepareScale } from "../data/scale-data.ts";
import { ask, medianOf, requests } from "./scale-requests.ts";

const SIZE = { ...FULL, videosPerBenchmark: 2_000, predictionsPerRun: 6_000 };
const SETTINGS = { shared_buffers: "512MB", max_wal_size: "4GB", maintenance_work_mem: "256MB", autovacuum: "off" };

interface Measured {
  readonly [name: string]: string;
}

async function sizes(sql: postgres.Sql): Promise<Measured> {
  const [row] = await sql<Measured[]>`
    with parts as (select oid from pg_class where relname ~ '^predictions_[0-9]$')
    select (select count(*) from runs)::text as runs,
      (select pg_size_pretty(sum(pg_relation_size(oid))) from parts) as "size of the predictions' rows",
      (select pg_size_pretty(sum(pg_relation_size(i.indexrelid))) from parts join pg_index i on i.indrelid = oid
        where i.indisprimary) as "primary key of the predictions",
      pg_size_pretty(pg_total_relation_size('scores')) as "score vectors",
      pg_size_pretty(pg_total_relation_size('runs')) as "rows of runs"`;
  return row ?? {};
}

async function groupBy(sql: postgres.Sql): Promise<string> {
  await sql`set statement_timeout = 0`;
  const start = performance.now();
  await sql`select run_id, avg(score) as value from predictions where ordinal in (
      select ordinal from questions where duration_seconds between 7 and 905 and level = 'REASONING')
    group by run_id order by value desc limit 20`;
  return `${(performance.now() - start).toFixed(0)} ms`;
}

async function measure(runs: number): Promise<Measured> {
  const server = await startTemporaryPostgres(SETTINGS);
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    const start = performance.now();
    await prepareScale(server.url, SIZE, { benchmark: "bench-1", runs, predictions: true });
    const filled = `${((performance.now() - start) / 1_000).toFixed(0)} s`;
    const found: Record<string, string> = { ...(await sizes(sql)), "time to fill": filled };
    const settings = { DATABASE_URL: server.url, PORT: "0", OMNIDEX_RESPONSE_CACHE: "off" };
    const omnidex = await startServer(readConfig(settings));
    const [first = () => ""] = Object.values(requests(runs));
    found["first leaderboard"] = `${(await ask(omnidex, first())).toFixed(0)} ms`;
    for (const [name, query] of Object.entries(requests(runs))) found[name] = await medianOf(omnidex, query);
    found["GROUP BY over predictions, once"] = await groupBy(sql);
    found["memory of the process"] = `${(process.memoryUsage().rss / 1024 ** 2).toFixed(0)} MB`;
    await omnidex.close();
    return found;
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
  }
}

const [counts] = measurement(
  "scale",
  `Each run has 6,000 predictions over 8,000 questions, and each number of runs gets a new PostgreSQL server. 10,000 runs are 60
million predictions, and need about 15 GB of disk until the measurement ends.`,
)
  .argument("[runs...]", "numbers of runs", positives, [1_000, 3_000, 10_000])
  .parse().processedArgs as [readonly number[]];
for (const runs of counts) {
  for (const [name, value] of Object.entries(await measure(runs))) console.log(`| ${name} | ${value} |`);
  console.log("");
}
