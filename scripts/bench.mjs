// `npm run bench`: builds the servers, installs the peers if they are requested and missing, and runs bench/main.ts.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import "./build.mjs";

const args = process.argv.slice(2);
const bench = fileURLToPath(new URL("../bench", import.meta.url));

function run(program, options, cwd) {
  const { status, error } = spawnSync(program, options, { cwd, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

// The servers are bundled like Omnidex. Otherwise, the overhead of a TypeScript loader would be measured, too.
await build({
  entryPoints: ["floor.ts", "peers/mercurius.ts", "peers/yoga.ts", "peers/postgraphile.ts"].map(
    (file) => `${bench}/servers/${file}`,
  ),
  outdir: `${bench}/dist`,
  outbase: `${bench}/servers`,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  logLevel: "warning",
});

// The short form and the comparison of two versions measure no peers, so they need no further packages.
const peers = !["--smoke", "--help", "--against"].some((option) => args.includes(option));
if (peers && !existsSync(`${bench}/node_modules`)) run("npm", ["ci"], bench);
run(process.execPath, ["--import", "tsx", "bench/main.ts", ...args]);
