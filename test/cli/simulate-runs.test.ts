import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Runs the script against an address where nothing listens. */
const simulate = (environment: Readonly<Record<string, string>>, args: readonly string[] = []) =>
  spawnSync(process.execPath, ["--import", "tsx", "scripts/simulate-runs.ts", ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, OMNIDEX_CONFIG_DIR: "/no/such/folder", ...environment },
  });

it.each([
  ["OMNIDEX_URL", { OMNIDEX_URL: "http://127.0.0.1:1" }, []],
  ["--url, which wins", { OMNIDEX_URL: "http://127.0.0.1:2" }, ["--url", "http://127.0.0.1:1"]],
])(
  "the simulation of runs uses the server of %s, and says in one line if no server answers",
  (_from, environment, args) => {
    const { status, stdout, stderr } = simulate(environment, args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^simulate-runs: .*http:\/\/127\.0\.0\.1:1\/graphql.*\n$/);
  },
);

it("the simulation of runs refuses an invalid address", () => {
  const { status, stderr } = simulate({ OMNIDEX_URL: "somewhere" });
  expect([status, stderr]).toEqual([2, "simulate-runs: 'somewhere' is not the address of a server.\n"]);
});
