/**
 * Uses the package, packed and installed into an empty folder, in every available runtime: this Node, Node 22 and 24,
 * Deno and Bun by npx, and Chromium (`CHROMIUM`, or one of the usual names on the path). A runtime that is not
 * available is skipped with a message; with `--require` it fails. `npm run test:package`.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { serve } from "../test/cli/cli-process.ts";
import { type InstalledPackage, installPackage } from "../test/sdk/support/installed-package.ts";

const KEY = "package-test-key-0123456789";
const RUNTIMES = [
  { name: "Node 22", npm: "node@22", command: ["node", "program.js", "run"] },
  { name: "Node 24", npm: "node@24", command: ["node", "program.js", "run"] },
  { name: "Deno", npm: "deno", command: ["deno", "run", "--allow-net", "--allow-env", "program.js", "run"] },
  { name: "Bun", npm: "bun", command: ["bun", "program.js", "run"] },
] as const;

/** The output of a runtime; null if the runtime is not available. */
type Said = string | null;

const found = async (program: string, args: readonly string[]): Promise<string | null> =>
  promisify(execFile)(program, args).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );

async function inRuntime(
  { npm, command }: (typeof RUNTIMES)[number],
  { run }: InstalledPackage,
  environment: Readonly<Record<string, string>>,
): Promise<Said> {
  const npx = ["--yes", `--package=${npm}`, "--"];
  if ((await found("npx", [...npx, command[0], "--version"])) === null) return null;
  return run("npx", [...npx, ...command], environment);
}

async function findChromium(): Promise<string | null> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]) {
    const path = await found("which", [name]);
    if (path) return path;
  }
  return null;
}

/** Serves the folder as a web server would, and nothing above it. */
async function serveFolder(folder: string) {
  const imports = {
    "@omnidex/sdk": "./node_modules/@omnidex/sdk/dist/sdk/index.js",
    "@omnidex/sdk/slice": "./node_modules/@omnidex/sdk/dist/sdk/slice.js",
  };
  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    if (path === "/") return void response.setHeader("content-type", "text/html").end(page);
    const text = await readFile(join(folder, path)).catch(() => null);
    response.writeHead(text === null ? 404 : 200, { "content-type": "text/javascript" }).end(text ?? "");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function inChromium({ folder }: InstalledPackage, url: string): Promise<Said> {
  const executablePath = await findChromium();
  if (executablePath === null) return null;
  const site = await serveFolder(folder);
  // Chromium has no sandbox under root, and containers have little shared memory.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const program = `import("/program.js").then((module) => module.useThePackage(${JSON.stringify(url)}, ${JSON.stringify(KEY)}))`;
    return `${await page.evaluate(program)} (Chromium ${browser.version()})`;
  } finally {
    await browser.close();
    site.close();
  }
}

await using installed = await installPackage();
const server = await serve({ DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: KEY, OMNIDEX_CORS_ORIGINS: "*" });
const environment = { OMNIDEX_URL: server.url, OMNIDEX_API_KEY: KEY };
const runs: readonly (readonly [string, () => Promise<Said>])[] = [
  [`Node ${process.versions.node}`, () => installed.run(process.execPath, ["program.js", "run"], environment)],
  ...RUNTIMES.map((runtime) => [runtime.name, () => inRuntime(runtime, installed, environment)] as const),
  ["Chromium", () => inChromium(installed, server.url)],
];
try {
  for (const [name, run] of runs) {
    const said = await run().catch((error: unknown) => {
      process.exitCode = 1;
      return `FAILED: ${error instanceof Error ? error.message : error}`;
    });
    if (said === null && process.argv.includes("--require")) process.exitCode = 1;
    console.log(`${name}: ${said === null ? "skipped, because it is not available here" : said.trim()}`);
  }
} finally {
  await server.end();
}
