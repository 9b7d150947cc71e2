/**
 * Checks `/mcp` of a server with the programs of others: the conformance suite of the protocol, and the command line of the
 * MCP Inspector, which lists the tools and calls one. They need Node 22 and are installed in a temporary folder. Without a
 * package registry nothing is checked; with `--require` that fails. `npm run test:mcp`.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "../test/cli/cli-process.ts";

const CONFORMANCE = "@modelcontextprotocol/conformance@0.1.16";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

/**
 * Scenarios that ask for tools, resources and prompts that the suite invents (`test_simple_text`, `test://static-text`), or for
 * features that a server may lack: logging, completion, subscriptions, sessions, prompts, and questions to the client.
 */
const NOT_OFFERED = [
  ...["logging-set-level", "completion-complete", "resources-subscribe", "resources-unsubscribe"],
  ...["tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource"],
  ...["tools-call-mixed-content", "tools-call-with-logging", "tools-call-error", "tools-call-with-progress"],
  ...["tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"],
  ...["json-schema-2020-12", "resources-read-text", "resources-read-binary", "resources-templates-read"],
  ...["prompts-list", "prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource"],
  ...["prompts-get-with-image", "server-sse-multiple-streams"],
];

const folder = await mkdtemp(join(tmpdir(), "omnidex-mcp-"));
/** The path begins with the folder's own Node, because the Inspector starts another one. */
const env = { ...process.env, PATH: `${join(folder, "node_modules/node/bin")}:${process.env.PATH ?? ""}` };
const inFolder = async (program: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 })).stdout;

/** Runs a program of the folder with Node 22. */
const run = (script: string, args: readonly string[]): Promise<string> =>
  inFolder(join(folder, "node_modules/node/bin/node"), [
    join(folder, "node_modules/@modelcontextprotocol", script),
    ...args,
  ]);

const isInstalled = await inFolder("npm", ["install", "--no-save", "--silent", "node@22", CONFORMANCE, INSPECTOR]).then(
  () => true,
  () => false,
);
const server = await serve({ DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: "mcp-test-key-0123456789" });
try {
  if (!isInstalled) console.log("skipped, because the programs cannot be installed here");
  if (!isInstalled && process.argv.includes("--require")) process.exitCode = 1;
  if (isInstalled) {
    await checkConformance();
    await checkInspector();
  }
} catch (error) {
  process.exitCode = 1;
  const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string };
  console.log("FAILED:", stdout || stderr || message);
} finally {
  await server.end();
  await rm(folder, { recursive: true, force: true });
}

/** Fails for a scenario that fails and is not listed, and for a listed one that passes. */
async function checkConformance(): Promise<void> {
  const expected = join(folder, "expected.yml");
  await writeFile(expected, `server:\n${NOT_OFFERED.map((name) => `  - ${name}\n`).join("")}`);
  const args = ["server", "--url", `${server.url}/mcp`, "--suite", "active", "--expected-failures", expected];
  const said = await run("conformance/dist/index.js", args);
  console.log(said.slice(said.indexOf("=== SUMMARY ===")));
}

async function checkInspector(): Promise<void> {
  const inspect = async (...args: string[]) => {
    const program = "inspector/clients/launcher/build/index.js";
    return JSON.parse(await run(program, ["--cli", `${server.url}/mcp`, "--transport", "http", ...args]));
  };
  const { tools } = await inspect("--method", "tools/list");
  const call = [
    "--method",
    "tools/call",
    "--tool-name",
    "compare_runs",
    "--tool-arg",
    "a=demo-large",
    "--tool-arg",
    "b=demo-medium",
  ];
  const { structuredContent, isError } = await inspect(...call);
  const { n, pValue } = structuredContent;
  if (tools.length < 10 || isError === true || n !== 480) throw new Error(JSON.stringify({ tools, structuredContent }));
  console.log(`The Inspector lists ${tools.length} tools, and compares two runs: n = ${n}, p = ${pValue}.`);
}
