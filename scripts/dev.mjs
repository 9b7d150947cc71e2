// What `npm run dev` does: builds and serves, and again whenever a source has changed. Arguments are those of `omnidex serve`.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { watch } from "node:fs";
import { rm } from "node:fs/promises";
import { context } from "esbuild";
import { BUILD_OPTIONS } from "./build-options.mjs";

const ARGUMENTS = ["--enable-source-maps", "bin/omnidex.js", "serve", ...process.argv.slice(2)];

/** An editor saves in several steps, and a checkout changes many files: in milliseconds. */
const SETTLING = 50;

/** How long a server may take to end in order, in milliseconds. */
const PATIENCE = 5_000;

/** One key for all servers of this session, so that what was copied from the first start goes on working. */
const ENVIRONMENT = { OMNIDEX_ADMIN_KEY: `omx_admin_${randomBytes(24).toString("base64url")}`, ...process.env };
if (process.env.OMNIDEX_ADMIN_KEY === undefined) console.log(`OMNIDEX_ADMIN_KEY=${ENVIRONMENT.OMNIDEX_ADMIN_KEY}`);

const builder = await context(BUILD_OPTIONS);

/** The server that runs, or ran last. @type {import("node:child_process").ChildProcess | undefined} */
let server;

/** The last version goes on while there is something to mend: esbuild says what. */
async function serveAnew() {
  const built = await builder.rebuild().catch(() => null);
  if (built === null) return;
  // A data folder is one server's.
  await end();
  server = spawn(process.execPath, ARGUMENTS, { stdio: "inherit", env: ENVIRONMENT });
}

async function end() {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  const late = setTimeout(() => server?.kill("SIGKILL"), PATIENCE);
  await ended;
  clearTimeout(late);
}

await rm("dist", { recursive: true, force: true });
let serving = serveAnew();
let settling;
const watcher = watch("src", { recursive: true }, () => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    serving = serving.then(serveAnew);
  }, SETTLING);
});

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, async () => {
    watcher.close();
    clearTimeout(settling);
    await serving;
    await end();
    await builder.dispose();
  });
