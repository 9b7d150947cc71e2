import { Client } from "pg";
import { measurement, positives } from "../../scripts/measure/measurement.ts";
import { startTemporaryCitus, type TemporaryCitus, whyNoCitus } from "../../scripts/temporary-citus.ts";
import { readConfig } from "../../src/server/config/config.ts";
import { openAsItIs, type RunningServer, startServer } from "../../src/server/main.ts";
import { distributeDatabase } from "../../src/server/upkeep/distribute-database.ts";
import { FULL } from "../data/data-size.ts";
import { prepareScale } from "../data/scale-data.ts";
import { ask, medianOf, requests } from "./scale-requests.ts";

const SIZE = { ...FULL, videosPerBenchmark: 2_000, predictionsPerRun: 6_000 };
/** The number of parallel submissions, which all have the same number of rows. */
const SUBMISSIONS = 8;
const KEY = "measured-with-this-key-0123456789";

type Found = Record<string, string>;

async function asked<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function sizes(citus: TemporaryCitus, url: string): Promise<Found> {
  const found: Found = {};
  for (const [place, node] of citus.nodes.entries()) {
    const database = new URL(node);
    database.pathname = new URL(url).pathname;
    const [row] = await asked<{ size: string }>(
      database.href,
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    found[["coordinator", "worker 1", "worker 2"][place] ?? node] = row?.size ?? "";
  }
  const shards = await asked<{ port: number; n: number; size: string }>(
    url,
    "select nodeport as port, count(*)::int as n, pg_size_pretty(sum(shard_size)) as size from citus_shards group by 1 order by 1",
  );
  for (const { port, n, size } of shards) found[`shards on ${port}`] = `${n}, ${size}`;
  return found;
}

async function post<T>({ url }: RunningServer, query: string, variables: object = {}): Promise<T> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
  const answer = await (
    await fetch(`${url}/graphql`, { method: "POST", headers, body: JSON.stringify({ query, variables }) })
  ).json();
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

/** Rows stored per second by parallel submissions. */
async function ingest(server: RunningServer, questions: readonly string[]): Promise<string> {
  const predictions = questions.map((question, index) => ({
    question,
    response: `The answer is ${"ABCD"[index % 4]}.`,
  }));
  const submit = (key: string) =>
    post(server, "mutation($input:SubmitRunInput!){submitRun(input:$input){run{id}}}", {
      input: { benchmark: "bench-1", model: { name: "ingest" }, inputs: ["VIDEO"], idempotencyKey: key, predictions },
    });
  await submit("first");
  const start = performance.now();
  await Promise.all(Array.from({ length: SUBMISSIONS }, (_, index) => submit(`ingest ${index}`)));
  const seconds = (performance.now() - start) / 1_000;
  return `${Math.round((SUBMISSIONS * predictions.length) / seconds)} rows/s`;
}

interface QuestionPage {
  readonly questions: {
    readonly nodes: readonly { readonly key: string }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

async function questionKeys(server: RunningServer): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let after: string | null = null; keys.length < SIZE.predictionsPerRun; ) {
    const { questions }: QuestionPage = await post<QuestionPage>(
      server,
      `query($after:String){questions(filter:{benchmarks:["bench-1"]},first:1000,after:$after){nodes{key} pageInfo{endCursor}}}`,
      { after },
    );
    keys.push(...questions.nodes.map(({ key }) => key));
    after = questions.pageInfo.endCursor;
  }
  return keys.slice(0, SIZE.predictionsPerRun);
}

async function latencies(url: string, runs: number): Promise<Found> {
  const found: Found = {};
  const server = await startServer(
    readConfig({ DATABASE_URL: url, PORT: "0", OMNIDEX_RESPONSE_CACHE: "off", OMNIDEX_ADMIN_KEY: KEY }),
  );
  try {
    for (const [name, query] of Object.entries(requests(runs))) found[name] = await medianOf(server, query);
    found["an audit of a run"] =
      `${(await ask(server, `{run(id:"run_1"){audit(extractor:"lmms-eval-worldsense"){differences}}}`)).toFixed(0)} ms`;
    found[`${SUBMISSIONS} submissions at once`] = await ingest(server, await questionKeys(server));
  } finally {
    await server.close();
  }
  return found;
}

async function measure(runs: number): Promise<Readonly<Record<string, Found>>> {
  const citus = await startTemporaryCitus({ shared_buffers: "256MB", max_wal_size: "4GB", autovacuum: "off" });
  try {
    const url = await citus.database("scale");
    await prepareScale(url, SIZE, { benchmark: "bench-1", runs, predictions: true });
    const before = await latencies(url, runs);
    const opened = await openAsItIs({ engine: "postgresql", url });
    const start = performance.now();
    await distributeDatabase(opened.database, { shards: 32, report: () => {} });
    const distributed = `${((performance.now() - start) / 1_000).toFixed(0)} s`;
    await opened.close();
    await asked(url, "vacuum analyze");
    const after = await latencies(url, runs);
    return { before, after: { ...after, ...(await sizes(citus, url)), "distributed in": distributed } };
  } finally {
    await citus.stop();
  }
}

const [counts] = measurement(
  "citus",
  `A coordinator and two workers, all on this machine: bytes and rows by node, latencies, and the rows that parallel submissions
store per second. Each run has 6,000 predictions over 8,000 questions. For 1,000 runs it needs about 3 GB of disk.`,
)
  .argument("[runs...]", "numbers of runs", positives, [1_000])
  .parse().processedArgs as [readonly number[]];
const missing = whyNoCitus();
if (missing !== null) console.log(`Skipped: ${missing}.`);
else
  for (const runs of counts) {
    const { before = {}, after = {} } = await measure(runs);
    console.log(`${runs} runs | the coordinator alone | distributed`);
    for (const [name, value] of Object.entries(after)) console.log(`| ${name} | ${before[name] ?? ""} | ${value} |`);
  }
