/**
 * The long form of the tests in `test/server/reliability`: `npm run test:reliability [-- <file>]`. What has a database runs
 * over PGlite, then over a PostgreSQL of its own. Its exit code is 1 where anything failed.
 */
import { spawnSync } from "node:child_process";

const LONG = { OMNIDEX_TERMINATIONS: "1000", OMNIDEX_RESTARTS: "20", OMNIDEX_KILLS: "100" };

const paths = process.argv.slice(2);
const vitest = ["vitest", "run", ...(paths.length > 0 ? paths : ["test/server/reliability"])];
const environment = { ...LONG, ...process.env };

/** @returns whether it passed */
function passes(command: readonly string[]): boolean {
  const [program = "", ...args] = command;
  return spawnSync(program, args, { stdio: "inherit", env: environment }).status === 0;
}

const [pglite, postgres] = [
  passes(["npx", ...vitest]),
  passes(["npx", "tsx", "scripts/with-postgres.ts", "npx", ...vitest]),
];
process.exitCode = pglite && postgres ? 0 : 1;
