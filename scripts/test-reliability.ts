/**
 * The long form of the tests in `test/server/reliability`: `npm run test:reliability [-- <file>]`. Tests with a
 * database run over PGlite and then over a temporary PostgreSQL server. If Citus is installed, workers of a cluster are
 * killed, too. The exit code is 1 if anything failed.
 */
import { spawnSync } from "node:child_process";

const LONG = { OMNIDEX_TERMINATIONS: "1000", OMNIDEX_RESTARTS: "20", OMNIDEX_KILLS: "100", OMNIDEX_WORKER_KILLS: "60" };

const NODES = "test/server/citus/nodes.test.ts";

const paths = process.argv.slice(2);
const environment = { ...LONG, ...process.env };

/** @returns whether it passed */
function passes(command: readonly string[], more: Readonly<Record<string, string>> = {}): boolean {
  const [program = "", ...args] = command;
  return spawnSync(program, args, { stdio: "inherit", env: { ...environment, ...more } }).status === 0;
}

/** @returns whether the files passed over PGlite and over PostgreSQL */
function passBoth(files: readonly string[]): boolean {
  const vitest = ["npx", "vitest", "run", ...files];
  const pglite = passes(vitest, { OMNIDEX_TEST_ENGINE: "pglite" });
  return passes(["npx", "tsx", "scripts/with-postgres.ts", ...vitest]) && pglite;
}

const passNodes = (): boolean =>
  passes(["npx", "tsx", "scripts/with-citus.ts", "npx", "vitest", "run", "--config", "vitest.citus.config.ts", NODES]);

const [nodes, files] = [paths.filter((path) => NODES.includes(path)), paths.filter((path) => !NODES.includes(path))];
const both = paths.length === 0 ? passBoth(["test/server/reliability"]) : files.length === 0 || passBoth(files);
const cluster = paths.length > 0 && nodes.length === 0 ? true : passNodes();
process.exitCode = both && cluster ? 0 : 1;
