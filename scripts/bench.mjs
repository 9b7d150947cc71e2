// `npm run bench`: builds the server, installs the peers where they are wanted and missing, and runs bench/main.ts.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import "./build.mjs";

const args = process.argv.slice(2);
const bench = fileURLToPath(new URL("../bench", import.meta.url));

function run(program, options, cwd) {
  const { status, error } = spawnSync(program, options, { cwd, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

// The short form measures no peers, and so needs nothing but what is here.
if (!args.includes("--smoke") && !existsSync(`${bench}/node_modules`)) run("npm", ["ci"], bench);
run(process.execPath, ["--import", "tsx", "bench/main.ts", ...args]);
