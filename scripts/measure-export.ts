/*
 * Measures the time and memory of an export of 100,000 questions (or as many as the variable QUESTIONS says), and compares
 * reading them from Parquet with paging through GraphQL: QUESTIONS=20000 npm run measure:export
 * Another process imports the questions, this one serves them, and a third one reads them.
 */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { ADMIN } from "../src/domain/viewer.ts";
import { appServices } from "../src/server/app-services.ts";
import { readConfig } from "../src/server/config/config.ts";
import { createApp } from "../src/server/http/app.ts";
import { openDatabase } from "../src/server/main.ts";
import { importBenchmark } from "../src/server/services/import-benchmark.ts";
import { largeBatch } from "../test/server/export/large-batch.ts";
import { runCommand } from "./run-command.ts";

const PAGE = `query ($after: String, $filter: QuestionFilter) { questions(first: 1000, after: $after, filter: $filter) { pageInfo { hasNextPage endCursor } nodes {
  key text options { label text } answerFormat answer { label text value } answerAccess task { slug name } level
  audioTypes { type nativeLabel } video { key durationSeconds durationBucket url subset caption category { slug name } }
  media { kind path } requiresAudio requiresVisual questionOnly requiresDomainKnowledge subset
  reasoningSteps { modality evidence inference } native ordinal benchmark { slug license } release { version contentHash } } } }`;

const QUESTIONS = Number(process.env.QUESTIONS ?? 100_000);
const ROUNDS = 7;
const MB = 1024 ** 2;
const config = readConfig({ DATABASE_URL: process.env.TEST_DATABASE_URL, OMNIDEX_ADMIN_KEY: "measuring-exports-0" });

if (process.argv[2] === "import") {
  const { database, close } = await openDatabase(config.database);
  await importBenchmark(database, largeBatch(QUESTIONS), { viewer: ADMIN });
  await close();
} else if (process.argv[2] === "compare") {
  await comparePages(process.argv[3] ?? "");
} else {
  spawnSync(process.execPath, [...process.execArgv, process.argv[1] ?? "", "import"], { stdio: "inherit" });
  await measure();
}

async function measure(): Promise<void> {
  const { database, close } = await openDatabase(config.database);
  const services = await appServices(config, database, (_id, error) => console.error(error));
  const server = createServer(getRequestListener(createApp(services).fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/export/questions`;
  // With NODE_OPTIONS=--expose-gc this is the memory in use; without it, it includes garbage.
  const memory = (): number => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    return (globalThis.gc === undefined ? rss : heapUsed + external) / MB;
  };
  // The memory that any query of the release needs is not counted for the export.
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
  await runCommand([process.execPath, ...process.execArgv, process.argv[1] ?? "", "compare", url], {});
  server.close();
  server.closeAllConnections();
  await close();
}

/**
 * Reads the same questions into objects: from Parquet, generated and then kept, and from pages of GraphQL. Each round
 * asks for another slice of the same size, so that its file is not there and no answer is cached.
 */
async function comparePages(url: string): Promise<void> {
  const seconds: Record<"first" | "again" | "pages", number[]> = { first: [], again: [], pages: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const filter = { not: { keys: [`q${round}`] } };
    const parquet = async (): Promise<number> => {
      const file = await asyncBufferFromUrl({
        url: `${url}.parquet?filter=${encodeURIComponent(JSON.stringify(filter))}`,
      });
      return (await parquetReadObjects({ file })).length;
    };
    seconds.first.push(await timed(parquet));
    seconds.again.push(await timed(parquet));
    seconds.pages.push(await timed(() => readPages(url.replace("/export/questions", "/graphql"), filter)));
  }
  print("Parquet, first time", seconds.first);
  print("Parquet, again", seconds.again);
  print("GraphQL, pages of 1,000", seconds.pages);
  const ratios = seconds.pages.map((pages, round) => pages / (seconds.first[round] ?? 0));
  console.log(`GraphQL / Parquet, first time: median ${median(ratios).toFixed(1)}`);
}

async function timed(read: () => Promise<number>): Promise<number> {
  const begun = performance.now();
  const rows = await read();
  if (rows < QUESTIONS - 1) throw new Error(`${rows} rows were read`);
  return (performance.now() - begun) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function print(name: string, seconds: readonly number[]): void {
  const all = seconds.map((each) => each.toFixed(2)).join();
  console.log(`${name.padEnd(24)} median ${median(seconds).toFixed(2)} s of ${all}`);
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
