/**
 * Measures how long `npm run dev` takes after a source has changed: until the new server says that it serves, and until it
 * has answered a query. It works on a copy of the sources. `npm run measure:restart`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const COPIED = [
  "bin",
  "data",
  "drizzle",
  "schema",
  "scripts",
  "src",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const TIMES = 7;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
}

/** Resolves when the process has printed one more line that says that it serves. */
const nextServing = (child: ChildProcess): Promise<void> =>
  new Promise((done, failed) => {
    const read = (chunk: Buffer): void => {
      if (!/^Omnidex serves /m.test(chunk.toString())) return;
      child.stdout?.off("data", read);
      done();
    };
    child.stdout?.on("data", read);
    child.once("exit", (code) => failed(new Error(`npm run dev ended with code ${code}.`)));
  });

async function ask(url: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ benchmarks { slug questionCount } }" }),
  });
  const { data } = (await response.json()) as { data?: { benchmarks: readonly unknown[] } };
  if (!data?.benchmarks.length) throw new Error("The server answered without benchmarks.");
}

const median = (values: readonly number[]): string =>
  `${((values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN) / 1_000).toFixed(2)} s`;

const folder = await mkdtemp(join(tmpdir(), "omnidex-restart-"));
for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
const port = await freePort();
const child = spawn(process.execPath, ["scripts/dev.mjs", "--port", String(port)], {
  cwd: folder,
  env: { ...process.env, DATABASE_URL: "", OMNIDEX_URL: "", OMNIDEX_DATA_DIR: join(folder, "data-folder") },
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(child, "exit");
try {
  await nextServing(child);
  const [serving, answered]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES; time++) {
    const again = nextServing(child);
    const start = performance.now();
    await appendFile(join(folder, "src/server/main.ts"), `\n// change ${time}\n`);
    await again;
    serving.push(performance.now() - start);
    await ask(`http://127.0.0.1:${port}`);
    answered.push(performance.now() - start);
  }
  console.log(`${cpus().length} cores (${cpus()[0]?.model}), load ${loadavg()[0]?.toFixed(2)}, ${TIMES} times\n`);
  console.log("| from a saved source | median | all |\n| --- | ---: | --- |");
  for (const [what, times] of [
    ["until it serves", serving],
    ["until the first answer", answered],
  ] as const)
    console.log(`| ${what} | ${median(times)} | ${times.map((each) => (each / 1_000).toFixed(2)).join(", ")} |`);
} finally {
  child.kill("SIGTERM");
  await ended;
  await rm(folder, { recursive: true, force: true });
}
