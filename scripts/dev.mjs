// Implements `npm run dev`: builds and serves, and does so again whenever a source changes. Arguments are those of
// `omnidex serve`.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { watch } from "node:fs";
import { rm } from "node:fs/promises";
import { context } from "esbuild";
import { createServer } from "vite";
import { BUILD_OPTIONS } from "./build-options.mjs";
import { DASHBOARD_OPTIONS } from "./dashboard-options.mjs";

const ARGUMENTS = ["--enable-source-maps", "bin/omnidex.js", "serve", ...process.argv.slice(2)];

/**
 * How long to wait for further changes, in milliseconds: an editor saves in several steps, and a checkout changes many
 * files.
 */
const SETTLING = 50;

/** How long a server may take to end in order, in milliseconds. */
const PATIENCE = 5_000;

/** One key for all servers of this session, so that the key that was copied from the first start remains valid. */
const ENVIRONMENT = { OMNIDEX_ADMIN_KEY: `omx_admin_${randomBytes(24).toString("base64url")}`, ...process.env };
if (process.env.OMNIDEX_ADMIN_KEY === undefined) console.log(`OMNIDEX_ADMIN_KEY=${ENVIRONMENT.OMNIDEX_ADMIN_KEY}`);

const builder = await context(BUILD_OPTIONS);

/** The server that runs or ran last. @type {import("node:child_process").ChildProcess | undefined} */
let server;

/** If the build fails, the last version keeps running; esbuild prints the errors. */
async function serveAnew() {
  const built = await builder.rebuild().catch(() => null);
  if (built === null) return;
  // Only one server can use a data folder.
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

/** The dashboard with hot reload. All other requests are forwarded to the server. */
const API = `http://127.0.0.1:${process.env.PORT ?? 4000}`;
const dashboard = await createServer({
  ...DASHBOARD_OPTIONS,
  server: {
    host: "127.0.0.1",
    port: 5173,
    // GraphiQL's page is part of the dashboard; queries are forwarded to the server.
    proxy: Object.fromEntries(["/graphql", "/export", "/croissant"].map((path) => [path, { target: API }])),
  },
});

await rm("dist", { recursive: true, force: true });
await dashboard.listen();
console.log(`The dashboard, with hot reload: ${dashboard.resolvedUrls?.local[0] ?? "http://127.0.0.1:5173/"}`);
let serving = serveAnew();
let settling;
const watcher = watch("src", { recursive: true }, (_, name) => {
  // Vite handles changes in the dashboard.
  if (name?.startsWith("dashboard")) return;
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
    await dashboard.close();
    await builder.dispose();
  });
