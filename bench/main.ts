/** `npm run bench`: measures Omnidex beside hand-written SQL and other servers, and writes `bench/results`. */
import postgres from "postgres";
import { prepareData } from "./data/prepare-data.ts";
import { fiveSection } from "./five-section.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { type BenchQuery, fiveQueries } from "./queries/five-queries.ts";
import { randomShapes, SHAPES } from "./queries/shapes/random-shapes.ts";
import { describeMachine, type Section, writeReport } from "./report.ts";
import { SERVERS } from "./servers/server-list.ts";
import { shapesSection } from "./shapes-section.ts";
import { compareAnswers } from "./support/answers.ts";
import { type Measurable, measureAll, peakMemories } from "./support/measure.ts";
import { type BenchPostgres, usePostgres } from "./support/postgres.ts";
import { startServer } from "./support/server-process.ts";

const say = (line: string): void => console.error(`[${(performance.now() / 1_000).toFixed(0)} s] ${line}`);

async function startServers(
  names: readonly string[],
  url: string,
  { smoke }: Options,
): Promise<(Measurable & { stop(): Promise<void> })[]> {
  const started = [];
  for (const server of SERVERS.filter(({ name }) => names.includes(name))) {
    say(`starting ${server.name}`);
    started.push({
      server,
      ...(await startServer(server.command, { DATABASE_URL: url, BENCH_SMOKE: smoke ? "1" : "0" })),
    });
  }
  return started;
}

async function queriesOf(options: Options, url: string): Promise<readonly BenchQuery[]> {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  try {
    const all = await fiveQueries(sql);
    return all.filter(({ name }) => options.queries === null || options.queries.includes(name));
  } finally {
    await sql.end();
  }
}

async function measureFive(options: Options, { url, postmaster }: BenchPostgres): Promise<Section> {
  const queries = await queriesOf(options, url);
  const servers = await startServers(options.servers, url, options);
  try {
    say(`${await compareAnswers(servers, queries)} answers are equal`);
    const { rounds, seconds, connections } = options;
    const warmUp = Math.min(1, seconds);
    const measured = await measureAll(servers, queries, {
      rounds,
      seconds,
      connections,
      warmUp,
      postmaster,
      progress: say,
    });
    const measuredServers = servers.map(({ server }) => server);
    return fiveSection(measuredServers, queries, measured, peakMemories(servers));
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** The second set: the floor and this server over random documents. */
async function measureShapes(options: Options, { url, postmaster }: BenchPostgres): Promise<Section> {
  const shapes = randomShapes(SHAPES, options.size);
  const servers = await startServers(["floor", "omnidex"], url, options);
  try {
    say(`${await compareAnswers(servers, shapes)} answers are equal`);
    const seconds = options.smoke ? 0.1 : Math.min(1, options.seconds);
    const { rounds, connections } = options;
    const load = { rounds, seconds, connections, warmUp: seconds / 4, postmaster, progress: say };
    return shapesSection(shapes, await measureAll(servers, shapes, load), "omnidex");
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function run(options: Options): Promise<void> {
  const machine = describeMachine();
  const database = await usePostgres(options.databaseUrl);
  endWithSignals(database);
  try {
    say("making the data");
    await prepareData(database.url, options.size);
    const sections: Section[] = [];
    if (options.sets.includes("five")) sections.push(await measureFive(options, database));
    if (options.sets.includes("shapes")) sections.push(await measureShapes(options, database));
    const { databaseUrl: _, ...settings } = options;
    console.log(await writeReport(options.smoke ? "smoke" : "latest", machine, settings, sections));
  } finally {
    await database.stop();
  }
}

/** The servers get the terminal's signals themselves; PostgreSQL does not. */
function endWithSignals({ stop }: BenchPostgres): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)));
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error && !("code" in error) ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}
