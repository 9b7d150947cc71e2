import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { getRequestListener } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { ADMIN } from "../../src/domain/viewer.ts";
import { appServices } from "../../src/server/app-services.ts";
import { importBenchmark } from "../../src/server/benchmarks/import-benchmark.ts";
import { readConfig } from "../../src/server/config/config.ts";
import type { Queryable } from "../../src/server/db/database.ts";
import { createApp } from "../../src/server/http/app.ts";
import { openDatabase } from "../../src/server/main.ts";
import { largeBatch } from "../../test/server/export/large-batch.ts";
import { runCommand } from "../run-command.ts";
import { measurement, positive } from "./measurement.ts";

const PAGE = `query ($after: String, $filter: QuestionFilter) { questions(first: 1000, after: $after, filter: $filter) { pageInfo { hasNextPage endCursor } nodes {
  key text options { label text } answerFormat answer { label text value } answerAccess task { slug name } level
  audioTypes { type nativeLabel } video { key durationSeconds durationBucket url subset caption category { slug name } }
  media { kind path } requiresAudio requiresVisual questionOnly requiresDomainKnowledge subset
  reasoningSteps { modality evidence inference } native ordinal benchmark { slug license } release { version contentHash } } } }`;

/** The ways to read a slice, in the order of a round. The file is made by the first request for it, and then kept. */
const WAYS = [
  "Parquet by DuckDB, first time",
  "Parquet by DuckDB, again",
  "Parquet into objects, first time",
  "Parquet into objects, again",
  "GraphQL into objects, pages of 1,000",
] as const;

const command = measurement(
  "export",
  "One process imports the questions, a second serves them, and a third reads them as Parquet and in pages of GraphQL.",
)
  .option("--questions <n>", "questions of the release", positive, 100_000)
  .argument(
    "[step...]",
    "used by the measurement itself for the other processes: import, or compare with two addresses",
  )
  .parse();
const { questions: QUESTIONS } = command.opts<{ readonly questions: number }>();
const [step, ...addresses] = command.args;
const ROUNDS = 7;
const MB = 1024 ** 2;
const config = readConfig({ DATABASE_URL: process.env.TEST_DATABASE_URL, OMNIDEX_ADMIN_KEY: "measuring-exports-0" });

if (step === "import") {
  const { database, close } = await openDatabase(config.database);
  await importBenchmark(database, largeBatch(QUESTIONS), { viewer: ADMIN });
  await close();
} else if (step === "compare") {
  await comparePages(addresses[0] ?? "", addresses[1] ?? "");
} else {
  const [program = "", ...args] = stepCommand("import");
  spawnSync(program, args, { stdio: "inherit" });
  await measure();
}

/** The command that makes a step in a process of its own. */
function stepCommand(...args: readonly string[]): readonly string[] {
  const size = ["--questions", String(QUESTIONS)];
  return [process.execPath, ...process.execArgv, import.meta.filename, ...size, ...args];
}

async function measure(): Promise<void> {
  const { database, close } = await openDatabase(config.database);
  const services = await appServices(config, database, (_id, error) => console.error(error));
  const server = createServer(getRequestListener(createApp(services).fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/export/questions`;
  // With NODE_OPTIONS=--expose-gc this is the memory in use. Without the option it includes garbage.
  const memory = (): number => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    return (globalThis.gc === undefined ? rss : heapUsed + external) / MB;
  };
  // Loads the release first, because any query needs that memory: it is not a cost of the export.
  await read(`${url}.ndjson?filter=%7B%22keys%22%3A%5B%22q1%22%5D%7D`);
  for (const extension of ["ndjson", "csv", "parquet"]) {
    const before = memory();
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, memory());
    }, 100);
    const begun = performance.now();
    const bytes = await read(`${url}.${extension}`);
    clearInterval(timer);
    const seconds = (performance.now() - begun) / 1000;
    const figures = [bytes / MB, seconds, before, peak].map((figure) => figure.toFixed(1).padStart(8));
    console.log(`${extension.padEnd(8)} MB, s, memory before, at most: ${figures.join()}`);
  }
  const costs = createServer(async (_request, response) => {
    const { user, system } = process.cpuUsage();
    response.end(JSON.stringify({ server: (user + system) / 1e6, database: await databaseTime(database) }));
  }).listen(0, "127.0.0.1");
  await once(costs, "listening");
  const costsUrl = `http://127.0.0.1:${(costs.address() as AddressInfo).port}`;
  await runCommand(stepCommand("compare", url, costsUrl), {});
  costs.close();
  server.close();
  server.closeAllConnections();
  await close();
}

/** The processor time of the database's connections, in seconds; 0 where the system has no `/proc`. */
async function databaseTime(database: Queryable): Promise<number> {
  const rows = await database.query(
    sql`select pid from pg_stat_activity where backend_type like '%backend%' or backend_type = 'parallel worker'`,
  );
  const ticks = rows.map(({ pid }) => {
    try {
      // The name of the program, which may have spaces, ends with a parenthesis; user and system time are fields 14 and 15.
      const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
      return rest
        .split(" ")
        .slice(11, 13)
        .reduce((sum, field) => sum + Number(field), 0);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

type Way = (typeof WAYS)[number];

/**
 * Reads the same questions from Parquet, into a table of DuckDB and into objects, and from pages of GraphQL into objects.
 * Each request for a new file asks for another slice of the same size, so that no answer is cached.
 */
async function comparePages(url: string, costs: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-measure-"));
  const duck = await (await DuckDBInstance.create(":memory:")).connect();
  const address = (filter: object): string => `${url}.parquet?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const intoDuck = async (filter: object): Promise<number> => {
    const file = join(folder, "slice.parquet");
    await writeFile(file, Buffer.from(await (await fetch(address(filter))).arrayBuffer()));
    await duck.run(`create or replace table slice as select * from read_parquet('${file}')`);
    return Number((await duck.runAndReadAll("select count(*) as n from slice")).getRowObjectsJson()[0]?.n);
  };
  const intoObjects = async (filter: object): Promise<number> =>
    (await parquetReadObjects({ file: await asyncBufferFromUrl({ url: address(filter) }) })).length;
  const pages = (filter: object): Promise<number> => readPages(url.replace("/export/questions", "/graphql"), filter);

  const rounds: Record<Way, Timed>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [filter, other] = [0, 1].map((part) => ({ not: { keys: [`q${2 * round + part}`] } })) as [object, object];
    const works: Readonly<Record<Way, () => Promise<number>>> = {
      "Parquet by DuckDB, first time": () => intoDuck(filter),
      "Parquet by DuckDB, again": () => intoDuck(filter),
      "Parquet into objects, first time": () => intoObjects(other),
      "Parquet into objects, again": () => intoObjects(other),
      "GraphQL into objects, pages of 1,000": () => pages(filter),
    };
    const figures: Partial<Record<Way, Timed>> = {};
    for (const way of WAYS) figures[way] = await timed(works[way], costs);
    rounds.push(figures as Record<Way, Timed>);
  }
  duck.closeSync();
  await rm(folder, { recursive: true });
  printComparison(rounds);
}

function printComparison(rounds: readonly Record<Way, Timed>[]): void {
  const paged: Way = "GraphQL into objects, pages of 1,000";
  for (const way of WAYS) {
    print(
      way,
      rounds.map((round) => round[way]),
    );
    for (const what of ["elapsed", "total"] as const) {
      const ratios = rounds.map((round) => round[paged][what] / round[way][what]);
      const all = ratios.map((ratio) => ratio.toFixed(1)).join();
      if (way !== paged) console.log(`  pages / this, ${what}: median ${median(ratios).toFixed(1)} of ${all}`);
    }
  }
}

/** Seconds: on the clock, and of processor time in the reader, the server, the database, and all three. */
interface Timed {
  readonly elapsed: number;
  readonly reader: number;
  readonly server: number;
  readonly database: number;
  readonly total: number;
}

async function timed(read: () => Promise<number>, costs: string): Promise<Timed> {
  const served = async () => (await (await fetch(costs)).json()) as { server: number; database: number };
  const [before, own, begun] = [await served(), process.cpuUsage(), performance.now()];
  const rows = await read();
  const elapsed = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(own);
  if (rows < QUESTIONS - 1) throw new Error(`${rows} rows were read`);
  const after = await served();
  const [server, database] = [after.server - before.server, after.database - before.database];
  const reader = (user + system) / 1e6;
  return { elapsed, reader, server, database, total: reader + server + database };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function print(name: string, rounds: readonly Timed[]): void {
  const all = rounds.map(({ elapsed }) => elapsed.toFixed(2)).join();
  const [elapsed = "", ...costs] = (["elapsed", "reader", "server", "database"] as const).map(
    (what) => `${what} ${median(rounds.map((round) => round[what])).toFixed(2)}`,
  );
  console.log(`${name.padEnd(36)} medians, s: ${elapsed} (${all}); processor time: ${costs.join(", ")}`);
}

interface Page {
  readonly data: {
    readonly questions: {
      readonly nodes: readonly object[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
    };
  };
}

async function readPages(url: string, filter: object): Promise<number> {
  let [rows, after] = [0, null as string | null];
  for (;;) {
    const body = JSON.stringify({ query: PAGE, variables: { after, filter } });
    const response = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
    const { data } = (await response.json()) as Page;
    rows += data.questions.nodes.length;
    if (!data.questions.pageInfo.hasNextPage) return rows;
    after = data.questions.pageInfo.endCursor;
  }
}

async function read(url: string): Promise<number> {
  const [response] = (await once(get(url), "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const piece of response) bytes += (piece as Buffer).length;
  return bytes;
}
