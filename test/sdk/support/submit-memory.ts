import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { bundledProgram } from "./bundled-program.ts";
import { largeSource } from "./large-source.ts";
import { sampleReport, sampleRun } from "./sample-run.ts";

export type SourceKind = "function" | "iterable" | "file";

/** The memory and time of a client's process. */
export interface Taken {
  readonly rows: number;
  /** The largest resident size of the process. */
  readonly peakMb: number;
  readonly seconds: number;
  /** How many bytes the client sent. */
  readonly sent: number;
}

const run = {
  ...sampleRun(),
  predictionCount: 0,
  release: { id: "r", version: 1, contentHash: "", current: true, questionCount: 0 },
};
const ANSWERS: readonly (readonly [operation: RegExp, data: object])[] = [
  [/mutation SubmitRun/, { submitRun: { run, report: sampleReport() } }],
  [/mutation ValidateQuestions/, { validateRun: { report: sampleReport() } }],
  [/mutation OpenRun/, { createRun: { run: { ...run, status: "OPEN" }, report: sampleReport() } }],
  [
    /mutation AppendPredictions/,
    { appendPredictions: { run, added: 0, repeated: 0, total: 0, report: sampleReport() } },
  ],
  [/mutation FinalizeRun/, { finalizeRun: { run } }],
];

/** A server that accepts everything and stores nothing. */
async function takingServer() {
  let sent = 0;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const server = createServer(async (request, response) => {
    let beginning = "";
    for await (const bytes of request as AsyncIterable<Buffer>) {
      sent += bytes.length;
      if (beginning.length < 1_000) beginning += bytes.toString("latin1", 0, 1_000);
    }
    if (beginning.includes("mutation OpenRun")) open();
    const data = ANSWERS.find(([operation]) => operation.test(beginning))?.[1];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent: () => sent, opened, close: () => server.close() };
}

/**
 * Writes all rows into a named pipe twice, because the client reads the source twice. The client opens the run between
 * the two readings.
 */
async function writeInto(pipe: string, megabytes: number, opened: Promise<void>): Promise<void> {
  function* lines(): Generator<string> {
    for (const row of largeSource(megabytes)) yield `${JSON.stringify(row)}\n`;
  }
  const write = (): Promise<void> => pipeline(Readable.from(lines()), createWriteStream(pipe));
  await write();
  await opened;
  await write();
}

/**
 * Submits the given number of megabytes from a process of its own. Nothing is written to disk: the kind `file` is a
 * named pipe.
 */
export async function submitInProcess(kind: SourceKind, megabytes: number): Promise<Taken> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-submit-"));
  const server = await takingServer();
  try {
    const file = join(folder, "results.jsonl");
    await promisify(execFile)("mkfifo", [file]);
    const args = [await bundledProgram("memory-client.ts", folder), server.url, kind, `${megabytes}`, file];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const written = kind === "file" ? writeInto(file, megabytes, server.opened) : Promise.resolve();
    let output = "";
    child.stdout.on("data", (bytes) => (output += bytes));
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`The client ended with ${code}.`);
    await written;
    return { ...(JSON.parse(output) as Omit<Taken, "sent">), sent: server.sent() };
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
