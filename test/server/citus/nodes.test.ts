import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTemporaryCitus, type TemporaryCitus } from "../../../scripts/temporary-citus.ts";
import { readConfig } from "../../../src/server/config/config.ts";
import { openAsItIs, type RunningServer, startServer } from "../../../src/server/main.ts";
import { distributeDatabase } from "../../../src/server/upkeep/distribute-database.ts";
import { citusNodes } from "../../support/citus-databases.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { type Submitted, Submitter } from "./submitter.ts";

/** How often a worker is lost. */
const WORKER_KILLS = Number(process.env.OMNIDEX_WORKER_KILLS ?? "1");

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A separate cluster, because this test stops and starts its nodes. */
describe.skipIf(citusNodes().length === 0)("a cluster that gains and loses nodes while runs are submitted", () => {
  let citus: TemporaryCitus;
  let server: RunningServer;
  let url: string;
  let coordinator: Client;
  let submitter: Submitter;
  let questions: readonly string[];
  const worker2 = (): string => new URL(citus.nodes[2] ?? "").port;

  vi.setConfig({ testTimeout: 120_000 + WORKER_KILLS * 6_000 });

  beforeAll(async () => {
    citus = await startTemporaryCitus({ "citus.recover_2pc_interval": "2s", jit: "off" });
    url = await citus.database("omnidex");
    coordinator = await connected(url);
    await coordinator.query(`select citus_remove_node('127.0.0.1', ${worker2()})`);
    const opened = await openAsItIs({ engine: "postgresql", url });
    await distributeDatabase(opened.database, { shards: 8, report: () => {} });
    await opened.close();
    server = await startServer(readConfig({ DATABASE_URL: url, PORT: "0", OMNIDEX_ADMIN_KEY: ADMIN_KEY }));
    submitter = new Submitter(server.url, ADMIN_KEY, []);
    const found = await submitter.ask<{ questions: { nodes: { key: string }[] } }>(
      `{questions(filter:{benchmarks:["omnidex-demo"]},first:50){nodes{key}}}`,
    );
    questions = found.data?.questions.nodes.map(({ key }) => key) ?? [];
  });
  afterAll(async () => {
    await server?.close();
    await coordinator?.end();
    await citus?.stop();
  });

  const submitting = async (name: string, work: () => Promise<void>): Promise<readonly Submitted[]> => {
    submitter = new Submitter(server.url, ADMIN_KEY, questions, name);
    const submissions = [submitter.run(), submitter.run(), submitter.run()];
    try {
      await work();
    } finally {
      submitter.stop();
      await Promise.all(submissions);
    }
    return submitter.submitted;
  };

  /** Waits for further submissions of this kind. */
  const answered = async (isKind: (one: Submitted) => boolean): Promise<void> => {
    const before = submitter.submitted.length;
    await expect.poll(() => submitter.submitted.slice(before).filter(isKind).length).toBeGreaterThan(2);
  };

  /** The number of predictions of each run of the test, counted from the rows. */
  const counted = async (name: string): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await coordinator.query<{ run: string; n: number }>(
      `select 'run_' || r.id as run, coalesce(p.n, 0) as n from runs r left join
        (select run_id, count(*)::int as n from predictions group by run_id) p on p.run_id = r.id
        where r.idempotency_key like $1`,
      [`${name} %`],
    );
    return new Map(rows.map(({ run, n }) => [run, n]));
  };

  it("moves shards to a new worker: every submission is answered, and none is lost", async () => {
    const submitted = await submitting("grown", async () => {
      await coordinator.query(`select citus_add_node('127.0.0.1', ${worker2()})`);
      await coordinator.query("select citus_rebalance_start()");
      await coordinator.query("select citus_rebalance_wait()");
    });
    expect(submitted.length).toBeGreaterThan(3);
    expect(submitted.filter(({ run }) => run === null)).toEqual([]);
    const rows = await counted("grown");
    for (const { run } of submitted) expect(rows.get(run ?? "")).toBe(questions.length);
    expect(rows.size).toBe(submitted.length);
    const { rows: shards } = await coordinator.query(
      "select nodeport::text as port, count(*)::int as n from citus_shards where table_name = 'predictions'::regclass group by 1",
    );
    expect(shards).toContainEqual({ port: worker2(), n: 4 });
  });

  it("returns UNAVAILABLE for the shards of a lost worker, loses no acknowledged run, and then recovers", async () => {
    const submitted = await submitting("lost", async () => {
      for (let kill = 0; kill < WORKER_KILLS; kill++) {
        await answered(({ run }) => run !== null);
        await citus.kill("worker2");
        await answered(({ run }) => run === null);
        if (kill === 0) {
          const lists = await submitter.ask(
            '{leaderboard(benchmark:"omnidex-demo"){nodes{value}} runs(first:50){nodes{id score{value}}}}',
          );
          expect(lists.errors).toBeUndefined();
        }
        await citus.restart("worker2");
        await answered(({ run }) => run !== null);
      }
    });
    const failed = submitted.filter(({ run }) => run === null);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(["UNAVAILABLE"]));
    for (const { key } of failed) expect(await submitter.submit(key)).toMatchObject({ code: null });
    // Completes the transactions that the crash left between the two phases of a commit. This needs a new session, because
    // the old one has lost its connection to the worker.
    await coordinator.end();
    coordinator = await connected(url);
    await coordinator.query("select recover_prepared_transactions()");
    const rows = await counted("lost");
    for (const [run, n] of rows) expect([run, n]).toEqual([run, questions.length]);
    for (const { run } of submitted) if (run !== null) expect(rows.has(run)).toBe(true);
    expect(rows.size).toBe(submitted.length);
    console.log(
      `${WORKER_KILLS} kills: ${submitted.length - failed.length} runs acknowledged, ${failed.length} UNAVAILABLE`,
    );
  });
});
