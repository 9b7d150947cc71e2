/**
 * Runs what `.ci/run` leaves out because it takes hours: `npm run test:deep`. `-- --only citus,soak` runs these parts, and
 * `-- --list` prints all of them. Random cases have a new seed, which is printed; `OMNIDEX_TEST_SEED` repeats one. Every
 * part runs, even after a failed one, and the exit code is 1 if any failed.
 */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { DEEP } from "../test/suites.ts";
import { whyNoCitus } from "./temporary-citus.ts";

interface Part {
  readonly name: string;
  /** What it proves beyond `.ci/run`. */
  readonly proves: string;
  /** Commands of the shell. The part ends at the first that fails. */
  readonly commands: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Why it cannot run here, or null. */
  readonly missing?: () => string | null;
}

/** Thorough tests that depend on the version of Node. */
const OF_NODE = [
  "test/formats/parquet-bomb.test.ts",
  "test/formats/submissions/wrong-values.test.ts",
  "test/sdk/faults.test.ts",
  "test/server/compression.test.ts",
  "test/server/db/data-folder-lock.test.ts",
  "test/server/export",
  "test/server/reading-threads.test.ts",
  "test/server/shutdown.test.ts",
];

const onNode = (version: number): Part => ({
  name: `node-${version}`,
  proves: `the usual tests, and those of files and streams, on Node ${version}`,
  commands: [["--config", "vitest.usual.config.ts"], OF_NODE].map(
    (args) => `npx --yes --package=node@${version} -- node node_modules/vitest/vitest.mjs run ${args.join(" ")}`,
  ),
});

const PARTS: readonly Part[] = [
  {
    name: "cases",
    proves: "all tests with new random cases, ten times as many where they are costly, and the files of the deep suite",
    commands: ["npx vitest run"],
    environment: { OMNIDEX_DEEP: "1", OMNIDEX_TEST_SEED: process.env.OMNIDEX_TEST_SEED ?? String(randomInt(2 ** 31)) },
  },
  {
    name: "pglite",
    proves: "all tests of the server on PGlite",
    commands: ["npx vitest run test/server test/sdk/submission.test.ts"],
    environment: { OMNIDEX_TEST_ENGINE: "pglite" },
  },
  onNode(22),
  onNode(24),
  {
    name: "citus",
    proves: "all tests of the server on a Citus cluster",
    commands: ["npm run test:citus"],
    missing: whyNoCitus,
  },
  {
    name: "reliability",
    proves: "hundreds of kills, terminations and restarts",
    commands: ["npm run test:reliability"],
  },
  {
    name: "round-robin",
    proves: "three servers behind a proxy for 30 s",
    commands: ["npx tsx scripts/with-postgres.ts npx vitest run test/server/scaling/round-robin.test.ts"],
    environment: { OMNIDEX_ROUND_ROBIN_RUNS: "150" },
  },
  { name: "soak", proves: "ten minutes of mixed load without growth", commands: ["npm run test:soak"] },
  { name: "hostile", proves: "10,000 hostile requests", commands: ["npm run test:hostile"] },
  {
    name: "deploy",
    proves: "the image, with its packages installed as the Dockerfile does",
    commands: ["npm run test:deploy"],
  },
  {
    // The package takes half a gigabyte, so it is installed last.
    name: "captions",
    proves: "captions are scored with the real package for models",
    commands: [
      "npm install --no-save --save-optional --ignore-scripts @huggingface/transformers@4.3.1",
      "npx vitest run test/server/captions",
    ],
    environment: { OMNIDEX_REQUIRE_TOOLS: "1" },
  },
];

const { values } = parseArgs({ options: { only: { type: "string" }, list: { type: "boolean", default: false } } });
const names = values.only?.split(",") ?? PARTS.map(({ name }) => name);
const unknown = names.filter((name) => PARTS.every((part) => part.name !== name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. The parts are ${PARTS.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const results: string[] = [];
for (const { name, proves, commands, environment, missing } of PARTS.filter((part) => names.includes(part.name))) {
  if (values.list) {
    results.push(`${name.padEnd(12)} ${proves}`);
    continue;
  }
  const why = missing?.() ?? null;
  if (why !== null) {
    results.push(`skipped ${name}: ${why}`);
    continue;
  }
  const seed = environment?.OMNIDEX_TEST_SEED;
  console.log(`\n=== ${name}: ${proves}${seed === undefined ? "" : ` (seed ${seed})`}`);
  const start = process.hrtime.bigint();
  const env = { ...process.env, ...environment };
  const passed = commands.every((command) => spawnSync(command, { shell: true, stdio: "inherit", env }).status === 0);
  const seconds = Number((process.hrtime.bigint() - start) / 1_000_000_000n);
  results.push(
    `${passed ? "ok    " : "FAILED"} ${name.padEnd(12)} ${seconds} s${seed === undefined ? "" : `, seed ${seed}`}`,
  );
  if (!passed) process.exitCode = 1;
}
console.log(`\n${results.join("\n")}`);
if (values.list && DEEP.length > 0) console.log(`\nFiles of the deep suite: ${DEEP.join(", ")}`);
