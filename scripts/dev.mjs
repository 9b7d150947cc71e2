// Implements `npm run dev`: builds and serves, and does so again whenever a source changes. Takes the arguments of
// `omnidex serve`. With OMNIDEX_URL, only the dashboard is served, and its requests go to that server.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { context } from "esbuild";
import { createServer } from "vite";
import { BUILD_OPTIONS } from "./build-options.mjs";
import { DASHBOARD_OPTIONS } from "./dashboard-options.mjs";

const GIVEN = process.argv.slice(2);
const ARGUMENTS = ["--enable-source-maps", "bin/omnidex.js", "serve", ...GIVEN];

/**
 * How long to wait for further changes, in milliseconds: an editor saves in several steps, and a checkout changes many
 * files.
 */
const SETTLING = 50;

/** How long a server may take to shut down, in milliseconds. */
const PATIENCE = 5_000;

/** The address of the server that answers the dashboard's requests. */
function serverAddress() {
  if (process.env.OMNIDEX_URL) return process.env.OMNIDEX_URL;
  const { values } = parseArgs({ args: GIVEN, options: { port: { type: "string" } }, strict: false });
  return `http://127.0.0.1:${values.port ?? process.env.PORT ?? 4000}`;
}

/** The dashboard with hot reload. All other requests are forwarded to the server. */
async function serveDashboard() {
  const target = serverAddress();
  /** @type {import("vite").ProxyOptions} */
  const forwarding = {
    target,
    changeOrigin: true,
    // Without the header Origin, the server does not treat the requests as cross-origin.
    configure: (proxy) => proxy.on("proxyReq", (request) => request.removeHeader("origin")),
  };
  const dashboard = await createServer({
    ...DASHBOARD_OPTIONS,
    server: {
      host: "127.0.0.1",
      port: 5173,
      proxy: {
        "/graphql": { ...forwarding, bypass: graphiql },
        "/export": forwarding,
        "/croissant": forwarding,
        "/import": forwarding,
      },
    },
  });
  await dashboard.listen();
  const address = dashboard.resolvedUrls?.local[0] ?? "http://127.0.0.1:5173/";
  console.log(`The dashboard, with hot reload: ${address} (requests go to ${target})`);
  return dashboard;
}

/** A browser that opens /graphql gets GraphiQL, which is a page of the dashboard. */
const graphiql = ({ method, headers }) =>
  method === "GET" && headers.accept?.includes("text/html") ? "/graphiql.html" : undefined;

/** Builds and serves, and does so again after each change. Returns a function that stops both. */
async function serveApi() {
  /** One key for all servers of this session, so that the key that was copied from the first start remains valid. */
  const environment = { OMNIDEX_ADMIN_KEY: `omx_admin_${randomBytes(24).toString("base64url")}`, ...process.env };
  if (process.env.OMNIDEX_ADMIN_KEY === undefined) console.log(`OMNIDEX_ADMIN_KEY=${environment.OMNIDEX_ADMIN_KEY}`);
  await emptyDist();
  const builder = await context(BUILD_OPTIONS);
  /** The server that runs or ran last. @type {import("node:child_process").ChildProcess | undefined} */
  let server;

  /** If the build fails, the last version keeps running; esbuild prints the errors. */
  async function serveAnew() {
    const built = await builder.rebuild().catch(() => null);
    if (built === null) return;
    // Only one server can use a data folder.
    await end(server);
    server = spawn(process.execPath, ARGUMENTS, { stdio: "inherit", env: environment });
  }

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
  return async () => {
    watcher.close();
    clearTimeout(settling);
    await serving;
    await end(server);
    await builder.dispose();
  };
}

/** Removes all builds except the dashboard of the last `npm run build`, which the server serves on its own port. */
async function emptyDist() {
  await mkdir("dist", { recursive: true });
  for (const name of await readdir("dist"))
    if (name !== "dashboard") await rm(`dist/${name}`, { recursive: true, force: true });
}

/** @param {import("node:child_process").ChildProcess | undefined} server */
async function end(server) {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  const late = setTimeout(() => server.kill("SIGKILL"), PATIENCE);
  await ended;
  clearTimeout(late);
}

const dashboard = await serveDashboard();
const endApi = process.env.OMNIDEX_URL ? async () => {} : await serveApi();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, async () => {
    await endApi();
    await dashboard.close();
  });
