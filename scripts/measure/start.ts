import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { findChromium, launchChromium } from "../../test/dashboard/pages/browser.ts";
import { measurement } from "./measurement.ts";

const TIMES = 3;

interface Measured {
  /** Milliseconds until the server says that it serves. */
  readonly listening: number;
  /** Milliseconds until the answer to the first query has been read. */
  readonly answered: number;
  /** Milliseconds until a browser that follows the printed link is signed in; null without Chromium. */
  readonly signedIn: number | null;
}

const QUERY = `{
  questions(filter: { audioTypes: { any: [MUSIC] }, levels: [REASONING], durationSeconds: { gt: 600 } }) {
    totalCount
    nodes { key text options { label text } video { durationSeconds } }
  }
}`;

/** Starts the server, sends one query, signs a browser in, and ends it. */
async function measureStart(dataFolder: string, browser: Browser | null): Promise<Measured> {
  const start = performance.now();
  // This is a new process group, because npm does not forward signals to the processes of its script.
  const child = spawn("npm", ["start"], {
    detached: true,
    env: { ...process.env, PORT: "0", DATABASE_URL: "", OMNIDEX_ADMIN_KEY: "", OMNIDEX_DATA_DIR: dataFolder },
  });
  try {
    const { url, link } = await addressesOf(child);
    const listening = performance.now() - start;
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: QUERY }),
    });
    const { data } = (await response.json()) as { data?: { questions: { totalCount: number } } };
    if (!data?.questions.totalCount) throw new Error("The demo's questions were not found.");
    const answered = performance.now() - start;
    const page = await browser?.newPage();
    await page?.goto(link);
    await page?.getByRole("button", { name: "API key: entered" }).waitFor();
    const signedIn = page === undefined ? null : performance.now() - start;
    await page?.close();
    return { listening, answered, signedIn };
  } finally {
    await endGroup(child);
  }
}

/** The address of the server, and its link for signing in. */
function addressesOf(child: ChildProcess): Promise<{ readonly url: string; readonly link: string }> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, url, link] = /^Omnidex serves (\S+)\n {2}sign in {2}(\S+) /m.exec(output) ?? [];
      if (url !== undefined && link !== undefined) resolve({ url, link });
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
  const signedIn = measured.flatMap((one) => one.signedIn ?? []);
  const last = signedIn.length === 0 ? "no Chromium" : seconds(median(signedIn));
  return `| ${name} | ${seconds(listening)} | ${seconds(median(answered))} | ${all} | ${last} |`;
}

measurement("start", "On an empty data folder, which is seeded first, and on an existing one.").parse();
// Started before, because the reader's browser usually runs already.
const browser = findChromium() === null ? null : await launchChromium();
const parent = await mkdtemp(join(tmpdir(), "omnidex-start-"));
try {
  const empty: Measured[] = [];
  const existing: Measured[] = [];
  for (let time = 0; time < TIMES; time++) {
    const folder = join(parent, String(time));
    empty.push(await measureStart(folder, browser));
    existing.push(await measureStart(folder, browser));
  }
  const load = loadavg()[0]?.toFixed(2);
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, load ${load}, ${TIMES} times\n`,
  );
  console.log(
    "| data folder | listening, median | first answer, median | first answer, all three | signed-in page, median |\n| --- | ---: | ---: | --- | ---: |",
  );
  console.log(row("empty", empty));
  console.log(row("existing", existing));
} finally {
  await browser?.close();
  await rm(parent, { recursive: true, force: true });
}
