/**
 * Runs a command with `TEST_DATABASE_URL` set to a new Citus cluster, which ends with it:
 * `tsx scripts/with-citus.ts vitest run`. Its exit code is the command's, or 0 if no cluster can be started.
 */

import { openAsItIs, openDatabase } from "../src/server/main.ts";
import { runServices } from "../src/server/runs/submission/run-services.ts";
import { distributeDatabase } from "../src/server/upkeep/distribute-database.ts";
import { seedDatabase } from "../src/server/upkeep/seed-database.ts";
import { freezeDatabase } from "../test/support/citus-databases.ts";
import { runCommand } from "./run-command.ts";
import { startTemporaryCitus, type TemporaryCitus, whyNoCitus } from "./temporary-citus.ts";

/** Enough for each worker to have several shards. */
const SHARDS = 8;

/** Creates an empty database whose table of predictions is distributed. Tests copy it. */
async function makeTemplate(citus: TemporaryCitus): Promise<string> {
  const url = await citus.database("omnidex_template");
  const opened = await openAsItIs({ engine: "postgresql", url });
  await distributeDatabase(opened.database, { shards: SHARDS, report: () => {} });
  await opened.close();
  await freezeDatabase(citus.nodes, "omnidex_template");
  return "omnidex_template";
}

/** Creates a database that a server has filled and that is not distributed. */
async function makePlain(citus: TemporaryCitus): Promise<string> {
  const opened = await openDatabase({ engine: "postgresql", url: await citus.database("omnidex_plain") });
  await seedDatabase(runServices(opened.database));
  await opened.close();
  await freezeDatabase(citus.nodes, "omnidex_plain");
  return "omnidex_plain";
}

async function runOnCitus(command: readonly string[]): Promise<number> {
  const citus = await startTemporaryCitus();
  try {
    const template = await makeTemplate(citus);
    return await runCommand(command, {
      TEST_DATABASE_URL: citus.nodes[0],
      TEST_CITUS_NODES: citus.nodes.join(" "),
      TEST_CITUS_TEMPLATE: template,
      TEST_CITUS_PLAIN: await makePlain(citus),
    });
  } finally {
    await citus.stop();
  }
}

const command = process.argv.slice(2);
const missing = whyNoCitus();
if (command.length === 0) {
  console.error("Usage: tsx scripts/with-citus.ts <command> [argument…]");
  process.exitCode = 2;
} else if (missing !== null) console.log(`Skipped: ${missing}.`);
else process.exitCode = await runOnCitus(command);
