import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { Database, Queryable } from "../db/database.ts";
import { refuseNewerDatabase } from "../db/migrations.ts";
import {
  analyzePredictions,
  copyPredictions,
  countServers,
  type DistributionState,
  dropUndistributed,
  fetchCitusNodes,
  fetchDistributionState,
  fetchLastRun,
  fetchRunsAfter,
  fetchTableSum,
  liftTimeout,
  lockDistribution,
  makeShards,
  recoverTransactions,
  setPredictionsAside,
  storeSettings,
  UNDISTRIBUTED,
} from "./distribution-queries.ts";

/** How a database is distributed. */
export interface DistributionOptions {
  /** The number of shards of the predictions. It should exceed the number of workers. */
  readonly shards: number;
  /** Called with a progress message for each step. */
  readonly report: (line: string) => void;
}

/** How many runs are copied in one transaction. */
const RUNS_AT_ONCE = 20;
const LAST_RUN = 2 ** 31 - 1;

/**
 * Spreads the predictions over the workers of a Citus cluster; everything else stays on the coordinator. Each step is
 * one transaction. After an interruption, a repeated call resumes at the step that was not finished. No server opens
 * the database before the last step. The original rows are removed only when the shards hold the same rows.
 * @throws `BAD_USER_INPUT` if there is no Citus extension or no worker
 * @throws `CONFLICT` if a server, or another distribution, has the database open, or if a newer version has migrated it
 */
export async function distributeDatabase(database: Database, options: DistributionOptions): Promise<void> {
  await refuseNewerDatabase(database);
  await requireWorkers(database, options.report);
  // A separate transaction holds the lock, because each step is a transaction of its own.
  await database.transaction(async (tx) => {
    await liftTimeout(tx);
    if (!(await lockDistribution(tx)))
      throw new OmnidexError("CONFLICT", "Another process is distributing this database.");
    await distributeAlone(database, options);
  }, "internal");
}

async function distributeAlone(database: Database, { shards, report }: DistributionOptions): Promise<void> {
  let state = await fetchDistributionState(database);
  await refuseServers(database, state);
  if (!state.begun) {
    await database.migrate();
    if (state.distributed) return report("The predictions are distributed already; the tables are up to date.");
    await step(database, setPredictionsAside);
    report(`Renamed the table of predictions to ${UNDISTRIBUTED}.`);
    // Checks again, because a server may have opened the database while the first step ran.
    await refuseServers(database, { ...state, begun: true });
    state = await fetchDistributionState(database);
  } else report(`Resuming an earlier distribution: the table ${UNDISTRIBUTED} exists.`);
  if (!state.distributed) {
    await step(database, (tx) => makeShards(tx, shards));
    report(`Made ${shards} shards, by run.`);
  }
  await copyAll(database, report);
  await verify(database, report);
  await step(database, storeSettings);
  await step(database, dropUndistributed);
  await step(database, analyzePredictions);
  await database.migrate();
  report("Done: the database is distributed.");
}

/** One transaction, which may take as long as it needs. */
const step = (database: Database, work: (tx: Queryable) => Promise<void>): Promise<void> =>
  database.transaction(async (tx) => {
    await liftTimeout(tx);
    await work(tx);
  }, "internal");

async function requireWorkers(database: Database, report: (line: string) => void): Promise<void> {
  const { version, coordinator, workers } = await fetchCitusNodes(database);
  if (database.engine === "pglite" || version === null)
    throw badInput(
      "This database does not have Citus. Distributing needs a PostgreSQL server with citus in shared_preload_libraries; set DATABASE_URL to it.",
    );
  if (!coordinator)
    throw badInput(
      "This is not the database of a Citus coordinator: run 'create extension citus' in it on every node, and set DATABASE_URL to the coordinator.",
    );
  if (workers.length === 0)
    throw badInput("The cluster has no workers. Add some on the coordinator: select citus_add_node('<host>', 5432)");
  report(`Citus ${version}, ${workers.length} workers: ${workers.join(", ")}.`);
}

async function refuseServers(database: Database, { begun }: Pick<DistributionState, "begun">): Promise<void> {
  const servers = await countServers(database);
  if (servers === 0) return;
  const then = begun ? "Stop them, and run 'omnidex distribute' again." : "Stop them first. Nothing has been changed.";
  throw new OmnidexError("CONFLICT", `${servers} servers have this database open. ${then}`, { servers });
}

/** Copies runs in ascending order, several per transaction. A repeated call resumes after the highest in the shards. */
async function copyAll(database: Database, report: (line: string) => void): Promise<void> {
  await recoverTransactions(database);
  let after = await fetchLastRun(database);
  if (after > 0) report(`The runs up to run_${after} were copied earlier.`);
  let copied = 0;
  for (;;) {
    const runs = await fetchRunsAfter(database, after, RUNS_AT_ONCE);
    const upTo = runs.length < RUNS_AT_ONCE ? LAST_RUN : (runs.at(-1) ?? LAST_RUN);
    await step(database, (tx) => copyPredictions(tx, after, upTo));
    copied += runs.length;
    if (upTo === LAST_RUN) break;
    after = upTo;
    if (copied % 1_000 === 0) report(`Copied ${copied} runs.`);
  }
  report(`Copied ${copied} runs.`);
}

/** Verifies that the shards hold the same rows as the original table, before that table is removed. */
async function verify(database: Database, report: (line: string) => void): Promise<void> {
  const sums = await database.transaction(async (tx) => {
    await liftTimeout(tx);
    return { before: await fetchTableSum(tx, UNDISTRIBUTED), after: await fetchTableSum(tx, "predictions") };
  }, "internal");
  const { before, after } = sums;
  if (before.rows !== after.rows || before.hash !== after.hash)
    throw new Error(
      `The shards differ from the original table: ${before.rows} rows (${before.hash}) before, ${after.rows} (${after.hash}) after. ` +
        `Nothing has been removed: ${UNDISTRIBUTED} has all rows.`,
    );
  report(`Verified: ${after.rows} predictions before and after, with equal content.`);
}
