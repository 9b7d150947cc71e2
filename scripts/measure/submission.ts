import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoBatch } from "../../src/formats/demo/demo-benchmark.ts";
import { buildProject, measurement, positive } from "./measurement.ts";

const LIMIT_MB = 300;
const PROGRAM = join(import.meta.dirname, "../../bin/omnidex.js");
const KEY = "omx_key_of_this_measurement";
const [MEGABYTES, ONLY] = measurement(
  "submission",
  `NDJSON, a JSON array and a CSV, read by the real program against a real server. One file has few long rows and is submitted. The
others have millions of short rows, which are rejected. Exits with 1 if the program's resident memory exceeded ${LIMIT_MB} MB.`,
)
  .argument("[megabytes]", "size of each file", positive, 2_048)
  .argument("[text]", "takes only the files whose names contain this text, such as CSV", "")
  .parse().processedArgs as [number, string];
buildProject();

interface Shape {
  readonly name: string;
  readonly file: string;
  readonly text: (bytes: number) => Iterable<string>;
  readonly exitCode: number;
}

const SHAPES: readonly Shape[] = [
  { name: "NDJSON, 480 long rows, submitted", file: "long.jsonl", text: longRows, exitCode: 0 },
  {
    name: "NDJSON, short rows, refused",
    file: "short.jsonl",
    text: (bytes) => shortRows(bytes, "", "", "\n"),
    exitCode: 1,
  },
  {
    name: "JSON array, short rows, refused",
    file: "short.json",
    text: (bytes) => shortRows(bytes, "[\n", "]\n", ",\n"),
    exitCode: 1,
  },
  { name: "CSV, short rows, refused", file: "short.csv", text: csvRows, exitCode: 1 },
];

/** A row for each question of the demo benchmark. A long log in each makes the file large. */
function* longRows(bytes: number): Generator<string> {
  const { questions } = demoBatch();
  const log = "x".repeat(Math.floor(bytes / questions.length) - 60);
  for (const { key } of questions) yield `${JSON.stringify({ question: key, response: "A", log })}\n`;
}

/** Rows for questions that do not exist, in large blocks. */
function* shortRows(bytes: number, open: string, close: string, between: string): Generator<string> {
  const row = `${JSON.stringify({ question: "no-video/0", response: "The answer is (B), as far as I can tell." })}`;
  const block = Array.from({ length: 10_000 }, () => row).join(between);
  yield open;
  for (let written = 0; written < bytes; written += block.length) yield written === 0 ? block : between + block;
  yield close;
}

function* csvRows(bytes: number): Generator<string> {
  const block = 'no-video/0,"The answer is (B), as far as I can tell."\n'.repeat(10_000);
  yield "question,response\n";
  for (let written = 0; written < bytes; written += block.length) yield block;
}

async function writeText(path: string, text: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path);
  for (const part of text) if (!stream.write(part)) await once(stream, "drain");
  stream.end();
  await once(stream, "finish");
}

async function startServer(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const env = { PATH: process.env.PATH ?? "", PORT: "0", DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: KEY };
  const child = spawn(process.execPath, [PROGRAM, "serve"], { env });
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const url = /serves (http:\S+)/.exec(output)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`the server ended: ${output}`);
}

/** The largest resident size of a process, in MB, as reported by Linux. */
function peakOf(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

async function measure(url: string, path: string): Promise<{ code: number; seconds: number; peak: number }> {
  const start = performance.now();
  const args = [
    "submit",
    path,
    "--benchmark",
    "omnidex-demo",
    "--model",
    "measured",
    "--inputs",
    "video",
    "--allow-partial",
    "--json",
  ];
  const env = { PATH: process.env.PATH ?? "", OMNIDEX_URL: url, OMNIDEX_API_KEY: KEY };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: "ignore" });
  let peak = 0;
  const timer = setInterval(() => {
    // The process may have ended before its exit event arrives.
    if (child.exitCode === null && child.pid !== undefined) peak = Math.max(peak, tryPeak(child.pid) ?? 0);
  }, 50);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(timer);
  return { code, seconds: (performance.now() - start) / 1000, peak };
}

function tryPeak(pid: number): number | null {
  try {
    return peakOf(pid);
  } catch {
    return null;
  }
}

const folder = await mkdtemp(join(tmpdir(), "omnidex-measure-"));
const server = await startServer();
try {
  console.log("| file | size | time | largest resident size | exit code |\n|---|---|---|---|---|");
  for (const { name, file, text, exitCode } of SHAPES.filter((shape) => shape.name.includes(ONLY))) {
    const path = join(folder, file);
    await writeText(path, text(MEGABYTES * 2 ** 20));
    const { code, seconds, peak } = await measure(server.url, path);
    await rm(path);
    console.log(`| ${name} | ${MEGABYTES} MB | ${seconds.toFixed(1)} s | ${peak.toFixed(0)} MB | ${code} |`);
    if (peak > LIMIT_MB || code !== exitCode) process.exitCode = 1;
  }
} finally {
  server.child.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}
