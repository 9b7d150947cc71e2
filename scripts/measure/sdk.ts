import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type ServerProcess, serve } from "../../test/cli/cli-process.ts";
import { buildSdk } from "../build-sdk.ts";
import { sdkSizes } from "../sdk-sizes.ts";
import { buildProject, measurement } from "./measurement.ts";

const KEY = "measure-sdk-key-0123456789";
const QUESTIONS = 20_000;
const PAGE_SIZE = 1_000;
const TIMES = 7;

type Sdk = typeof import("../../src/sdk/index.ts");

/** A custom benchmark with four questions per video, whose texts are about as long as real ones. */
function benchmark(): object {
  const keys = Array.from({ length: QUESTIONS }, (_, index) => index);
  return {
    benchmark: { slug: "many", title: "Many", license: "CC0-1.0" },
    tasks: [{ name: "Listening", level: "PERCEPTION", metric: "accuracy" }],
    videos: keys
      .filter((index) => index % 4 === 0)
      .map((index) => ({
        key: `v${index / 4}`,
        category: `Kind ${index % 7}/Sort ${index % 31}`,
        durationSeconds: 30 + (index % 900),
        audioTypes: [(["SPEECH", "SOUND", "MUSIC"] as const)[index % 3]],
      })),
    questions: keys.map((index) => ({
      key: `v${index >> 2}/${index % 4}`,
      video: `v${index >> 2}`,
      task: "Listening",
      answer: "ABCD"[index % 4],
      text: `Which instrument is heard number ${index} when the curtain rises for the second time in the video?`,
      options: ["The violin in the front row", "A drum behind the stage", "The organ", `Number ${index}, a flute`],
    })),
  };
}

async function importBenchmark({ url }: ServerProcess): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([JSON.stringify(benchmark())]), "many.json");
  const headers = { authorization: `Bearer ${KEY}` };
  const response = await fetch(`${url}/import/many`, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(`The import failed: ${await response.text()}`);
}

/** The requests of one page-through, as the SDK sends them. */
async function recordedBodies({ Omnidex }: Sdk, url: string): Promise<readonly string[]> {
  const bodies: string[] = [];
  const recording: typeof fetch = (address, init) => {
    bodies.push(String(init?.body));
    return fetch(address, init);
  };
  const omnidex = new Omnidex({ url, apiKey: KEY, fetch: recording });
  await omnidex.questions({ filter: { benchmarks: ["many"] }, pageSize: PAGE_SIZE }).toArray();
  return bodies;
}

/** One curl process for all pages; `--next` reuses its connection. */
async function curlConfig(folder: string, url: string, bodies: readonly string[], key: string | null): Promise<string> {
  const parts = bodies.map((body) =>
    [
      `url = "${url}/graphql"`,
      "silent",
      "fail",
      'output = "/dev/null"',
      'header = "content-type: application/json"',
      'header = "accept: application/graphql-response+json, application/json;q=0.9"',
      ...(key === null ? [] : [`header = "authorization: Bearer ${key}"`]),
      `data-raw = ${JSON.stringify(body)}`,
    ].join("\n"),
  );
  const path = join(folder, key === null ? "kept.curl" : "computed.curl");
  await writeFile(path, parts.join("\nnext\n"));
  return path;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The minimum that any JavaScript client must do: fetch and parse the same pages, one after the other. */
async function parseAll(url: string, bodies: readonly string[], apiKey: string | undefined): Promise<void> {
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const accept = "application/graphql-response+json, application/json;q=0.9";
  const headers = { "content-type": "application/json", accept, ...authorization };
  for (const body of bodies)
    JSON.parse(await (await fetch(`${url}/graphql`, { method: "POST", headers, body })).text());
}

async function measure(
  { Omnidex }: Sdk,
  url: string,
  config: string,
  bodies: readonly string[],
  apiKey: string | undefined,
) {
  const omnidex = new Omnidex({ url, apiKey });
  const sdk = async (): Promise<void> => {
    let count = 0;
    for await (const _question of omnidex.questions({ filter: { benchmarks: ["many"] }, pageSize: PAGE_SIZE }))
      count += 1;
    if (count !== QUESTIONS) throw new Error(`${count} questions came.`);
  };
  const curl = (): Promise<unknown> => promisify(execFile)("curl", ["--config", config]);
  const parse = (): Promise<void> => parseAll(url, bodies, apiKey);
  const times: { sdk: number; curl: number; parse: number }[] = [];
  await Promise.all([sdk(), curl()]);
  for (let time = 0; time < TIMES; time += 1)
    times.push({ curl: await timed(curl), sdk: await timed(sdk), parse: await timed(parse) });
  return {
    curl: median(times.map((one) => one.curl)),
    sdk: median(times.map((one) => one.sdk)),
    parse: median(times.map((one) => one.parse)),
    ratio: median(times.map((one) => one.sdk / one.curl)),
  };
}

/** The time to the first question and to all questions, with pages of each size. */
async function measurePages({ Omnidex }: Sdk, url: string): Promise<void> {
  const omnidex = new Omnidex({ url, apiKey: KEY });
  const read = async (pageSize: number): Promise<{ first: number; all: number }> => {
    const start = performance.now();
    let first = 0;
    for await (const _question of omnidex.questions({ filter: { benchmarks: ["many"] }, pageSize }))
      if (first === 0) first = performance.now() - start;
    return { first, all: performance.now() - start };
  };
  console.log("\n| questions a page | first question | all questions |\n| ---: | ---: | ---: |");
  for (const pageSize of [20, 100, 200, 500, 1_000]) {
    const times: { first: number; all: number }[] = [];
    for (let time = 0; time <= TIMES; time += 1) times.push(await read(pageSize));
    // The first pass prepares the statement.
    const [, ...measured] = times;
    const [first, all] = [median(measured.map((one) => one.first)), median(measured.map((one) => one.all))];
    console.log(`| ${pageSize} | ${first.toFixed(0)} ms | ${all.toFixed(0)} ms |`);
  }
}

measurement(
  "sdk",
  `Pages through 20,000 questions from one server process, in turn with the built package and with curl, and with the package in
pages of several sizes. curl has every advantage: one process, one connection, all cursors known beforehand, and responses that
are not parsed. The SDK learns each cursor from the previous page, and creates 20,000 objects.`,
).parse();
buildProject();
console.log("| imported | bytes, bundled, minified, with gzip |\n| --- | ---: |");
for (const [imported, bytes] of await sdkSizes()) console.log(`| ${imported} | ${bytes} |`);
console.log("");

const folder = await mkdtemp(join(tmpdir(), "omnidex-measure-sdk-"));
const before = loadavg()[0] ?? 0;
const server = await serve({ DATABASE_URL: process.env.DATABASE_URL ?? "memory:", OMNIDEX_ADMIN_KEY: KEY });
try {
  await buildSdk(join(folder, "sdk"));
  const sdk: Sdk = await import(pathToFileURL(join(folder, "sdk/dist/sdk/index.js")).href);
  await importBenchmark(server);
  const bodies = await recordedBodies(sdk, server.url);
  console.log("| answers | curl | fetch and JSON.parse | SDK | SDK / curl |\n| --- | ---: | ---: | ---: | ---: |");
  for (const [name, key] of [
    ["computed (with a key)", KEY],
    ["cached by the server (without a key)", null],
  ] as const) {
    const config = await curlConfig(folder, server.url, bodies, key);
    const result = await measure(sdk, server.url, config, bodies, key ?? undefined);
    console.log(
      `| ${name} | ${result.curl.toFixed(0)} ms | ${result.parse.toFixed(0)} ms | ${result.sdk.toFixed(0)} ms | ${result.ratio.toFixed(2)} |`,
    );
  }
  await measurePages(sdk, server.url);
  const after = loadavg()[0] ?? 0;
  console.log(
    `\n${bodies.length} pages, ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, load ${before.toFixed(1)} before and ${after.toFixed(1)} after.`,
  );
} finally {
  await server.end();
  await rm(folder, { recursive: true, force: true });
}
