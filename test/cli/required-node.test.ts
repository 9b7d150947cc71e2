import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** Sets the version that the programs below see, before they start. */
const versionOf = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;

const run = (version: string, ...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, ["--import", versionOf(version), ...args], { cwd: ROOT }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

it.each([
  [["bin/omnidex.js", "--version"]],
  [["scripts/build.mjs"]],
  [["scripts/start.mjs"]],
  // `npm test` and `npm run dev` begin with this file.
  [["bin/required-node.js"]],
])("%j says in one line that Node is too old", async (args) => {
  const stderr = "Omnidex needs Node 20.19 or later; this is 18.20.4.\n";
  expect(await run("18.20.4", ...args)).toEqual({ code: 1, stdout: "", stderr });
});

it.each(["20.18.3", "20.19.0", "22.0.0"])("compares the minor version too: %s", async (version) => {
  expect(await run(version, "bin/required-node.js")).toMatchObject({ code: version === "20.18.3" ? 1 : 0 });
});
