import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../postgres-process.ts";
import { startTemporaryPostgres } from "../temporary-postgres.ts";
import { omnidexRelease } from "./ingest/synthetic-release.ts";
import { buildProject, measurement, positive } from "./measurement.ts";

const { questions, database } = measurement(
  "imports",
  `Starts the program, and imports made-up questions through POST /import: in Omnidex's own format, by a recipe, and with hidden
answers, the first and the last once more with other texts. A timer of 10 ms in the server notes how long its loop is held.
Prints the longest hold of each import in CPU time of the server's main thread, so that other work on the machine does not count,
and the number of holds above 50 ms. Linux only.`,
)
  .option("--questions <n>", "questions in a file", positive, 100_000)
  .option("--database <engine>", "postgres or pglite", "postgres")
  .parse()
  .opts<{ readonly questions: number; readonly database: string }>();

/** Prints a line for each hold above 10 ms: its CPU time and its duration, in milliseconds. */
const WATCH = `
import { openSync, readSync, writeSync } from "node:fs";
const handle = openSync("/proc/self/task/" + process.pid + "/schedstat", "r");
const buffer = Buffer.alloc(64);
const cpu = () => Number(buffer.toString("latin1", 0, readSync(handle, buffer, 0, 64, 0)).split(" ")[0]) / 1e6;
let [before, at] = [cpu(), performance.now()];
setInterval(() => {
  const [now, time] = [cpu(), performance.now()];
  if (now - before > 10) writeSync(2, "HELD " + (now - before) + " " + (time - at) + "\\n");
  [before, at] = [now, time];
}, 10).unref();`;

const KEY = "omx_admin_key_for_the_measurement";
const RECIPE = `recipe: 1
benchmark: { slug: by-recipe, title: By recipe }
video: { key: .video }
question: { key: .id, text: .q, options: .options, answer: .right, answerIs: POSITION_FROM_0, task: .task, level: '"PERCEPTION"' }
`;

interface Hold {
  readonly cpu: number;
  readonly duration: number;
}

async function start(
  environment: Record<string, string>,
  holds: Hold[],
): Promise<{ server: ChildProcess; url: string }> {
  const port = await freePort();
  const server = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(WATCH)}`, "bin/omnidex.js", "serve", "--port", `${port}`],
    { env: { ...process.env, ...environment, OMNIDEX_ADMIN_KEY: KEY }, stdio: ["ignore", "ignore", "pipe"] },
  );
  if (server.stderr === null) throw new Error("the server has no standard error");
  createInterface(server.stderr).on("line", (line) => {
    const [word, cpu, duration] = line.split(" ");
    if (word === "HELD") holds.push({ cpu: Number(cpu), duration: Number(duration) });
    else console.error(line);
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health/ready`).catch(() => null))?.ok) await pause(100);
  return { server, url };
}

/** Imports with the command, which sends the files to the server. */
async function importWith(url: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, OMNIDEX_URL: url, OMNIDEX_API_KEY: KEY };
  const client = spawn(process.execPath, ["bin/omnidex.js", "import", ...args, "--replace", "--quiet"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(client, "exit");
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}

/** The same questions as rows of another form. */
const rowsOf = (release: string): string =>
  (JSON.parse(release) as { questions: Record<string, unknown>[] }).questions
    .map(({ key, video, text, options, answer, task }) =>
      JSON.stringify({ id: key, video, q: text, options, right: answer, task }),
    )
    .join("\n");

buildProject();
const folder = await mkdtemp(join(tmpdir(), "omnidex-imports-"));
const postgres = database === "postgres" ? await startTemporaryPostgres() : null;
const holds: Hold[] = [];
const { server, url } = await start(
  postgres === null
    ? { OMNIDEX_DATA_DIR: join(folder, "data"), DATABASE_URL: "" }
    : { OMNIDEX_DATA_DIR: join(folder, "data"), DATABASE_URL: postgres.url },
  holds,
);
try {
  const release = omnidexRelease("own", questions);
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const own = await write("own.json", release);
  const otherTexts = (text: string): string => text.replaceAll('?","options"', ' now?","options"');
  const changed = await write("changed.json", otherTexts(release));
  const secret = omnidexRelease("hidden", questions);
  const [hidden, changedHidden] = [await write("hidden.json", secret), await write("secret.json", otherTexts(secret))];
  const rows = [await write("rows.jsonl", rowsOf(release)), await write("by-recipe.yaml", RECIPE)];
  console.log(
    "| import | time | longest hold, CPU | longest hold | holds above 50 ms of CPU |\n| --- | ---: | ---: | ---: | ---: |",
  );
  for (const [name, args] of [
    ["own format", ["own", own]],
    ["own format, other texts", ["own", changed]],
    ["by recipe", ["by-recipe", ...rows]],
    ["own format, hidden answers", ["hidden", hidden, "--answers", "hidden"]],
    ["the same, other texts", ["hidden", changedHidden]],
  ] as const) {
    holds.length = 0;
    const begin = performance.now();
    await importWith(url, args);
    const time = performance.now() - begin;
    await pause(200);
    const longest = (by: keyof Hold): string => `${Math.max(0, ...holds.map((hold) => hold[by])).toFixed(0)} ms`;
    const many = holds.filter(({ cpu }) => cpu > 50).length;
    console.log(`| ${name} | ${(time / 1000).toFixed(1)} s | ${longest("cpu")} | ${longest("duration")} | ${many} |`);
  }
} finally {
  if (server.exitCode === null && server.kill("SIGTERM")) await once(server, "exit");
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
