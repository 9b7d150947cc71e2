import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { measurement } from "./measurement.ts";

const TIMES = 3;

interface Measured {
  /** Milliseconds until the server says that it serves. */
  readonly listening: number;
  /** Milliseconds until the answer to the first query has been read. */
  readonly answered: number;
}

const QUERY = `{
  questions(filter: { audioTypes: { any: [MUSIC] }, levels: [REASONING], durationSeconds: { gt: 600 } }) {
    totalCount
    nodes { key text options { label text } video { durationSeconds } }
  }
}`;

/** Starts the server, sends one query, and ends it. */
async function measureStart(dataFolder: string): Promise<Measured> {
  const start = performance.now();
  // This is a new process group, because npm does not forward signals to the processes of its script.
  const child = spawn("npm", ["start"], {
    detached: true,
    env: { ...process.env, PORT: "0", DATABASE_URL: "", OMNIDEX_DATA_DIR: dataFolder },
  });
  try {
    const url = await addressOf(child);
    const listening = performance.now() - start;
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: QUERY }),
    });
    const { data } = (await response.json()) as { data?: { questions: { totalCount: number } } };
    if (!data?.questions.totalCount) throw new Error("The demo's questions were not found.");
    return { listening, answered: performance.now() - start };
  } finally {
    await endGroup(child);
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /^Omnidex serves (\S+)$/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`npm start ended:\n${output}`)));
  });
}

/** Waits for the server, too: its pipes close when the last process of the group has ended. */
async function endGroup(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  await closed;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

function row(name: string, measured: readonly Measured[]): string {
  const listening = median(measured.map((one) => one.listening));
  const answered = measured.map((one) => one.answered);
  const all = answered.map((time) => (time / 1000).toFixed(2)).join(", ");
  return `| ${name} | ${seconds(listening)} | ${seconds(median(answered))} | ${all} |`;
}

measurement("start", "On an empty data folder, which is seeded first, and on an existing one.").parse();
const parent = await mkdtemp(join(tmpdir(), "omnidex-start-"));
try {
  const empty: Measured[] = [];
  const existing: Measured[] = [];
  for (let time = 0; time < TIMES; time++) {
    const folder = join(parent, String(time));
    empty.push(await measureStart(folder));
    existing.push(await measureStart(folder));
  }
  const load = loadavg()[0]?.toFixed(2);
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, load ${load}, ${TIMES} times\n`,
  );
  console.log(
    "| data folder | listening, median | first answer, median | first answer, all three |\n| --- | ---: | ---: | --- |",
  );
  console.log(row("empty", empty));
  console.log(row("existing", existing));
} finally {
  await rm(parent, { recursive: true, force: true });
}
