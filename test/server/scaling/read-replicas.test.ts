import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { whyNoPostgres } from "../../../scripts/postgres-process.ts";
import { KeyUses } from "../../../src/server/access/key-uses.ts";
import { openPostgresDatabase } from "../../../src/server/db/postgres/postgres-database.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { type Replicated, type ReplicatedServer, startOver, startReplicated } from "./replicated.ts";

const SUBMIT = `mutation($input:SubmitRunInput!){submitRun(input:$input){run{id}}}`;
const WAITING = { timeout: 120_000, interval: 20 };

const missing = whyNoPostgres();
const name = missing === null ? "reads with a replica" : `reads with a replica (no PostgreSQL to start: ${missing})`;

describe.skipIf(missing !== null)(name, () => {
  let both: Replicated;
  let server: ReplicatedServer;
  /** The servers' log lines about their replicas. */
  const reported: string[] = [];

  beforeAll(async () => {
    both = await startReplicated();
    server = await startOver(both.url, [both.standby.url], reported);
  });
  afterAll(async () => {
    await server?.close();
    await both?.stop();
  });
  afterEach(() => resume());

  const lines = (): readonly string[] => reported;
  const pause = () => both.replica`select pg_wal_replay_pause()`;
  const resume = () => both.replica`select pg_wal_replay_resume()`;

  /** Whether the replica currently serves reads. */
  async function isReplicaRead(over: ReplicatedServer = server): Promise<boolean> {
    const [row] = await rowsAs<{ standby: boolean }>(over.database.reads, sql`select pg_is_in_recovery() as standby`);
    return row?.standby === true;
  }
  const untilReplicaReads = () => expect.poll(() => isReplicaRead(), WAITING).toBe(true);

  /** The time at which the server last sent a statement to a database. */
  async function lastStatement(where: postgres.Sql): Promise<number> {
    const [row] = await where<
      { last: number }[]
    >`select coalesce(max(extract(epoch from query_start)), 0)::float8 as last
      from pg_stat_activity where application_name in ('omnidex', 'omnidex reads') and backend_type = 'client backend'`;
    return row?.last ?? 0;
  }

  let submitted = 0;
  async function submit(): Promise<string> {
    const input = {
      benchmark: "omnidex-demo",
      model: { name: "replicated" },
      inputs: ["VIDEO"],
      visibility: "PUBLIC",
      idempotencyKey: `replicated ${++submitted}`,
      predictions: [{ question: "video-001/1", response: "A" }],
    };
    return (await server.keyed<{ submitRun: { run: { id: string } } }>(SUBMIT, { input })).submitRun.run.id;
  }

  type Ask = ReplicatedServer["keyed"];
  type Runs = { readonly runs: { readonly nodes: readonly { readonly id: string }[] } };
  const runsOf = async (ask: Ask, comment = ""): Promise<readonly string[]> =>
    (await ask<Runs>(`{runs(first:100){nodes{id}}}${comment}`)).runs.nodes.map(({ id }) => id);
  type Board = { readonly leaderboard: { readonly nodes: readonly { readonly run: { readonly id: string } }[] } };
  const boardOf = async (ask: Ask): Promise<readonly string[]> =>
    (
      await ask<Board>(
        `{leaderboard(benchmark:"omnidex-demo",published:false,partial:true,first:100){nodes{...on RankedRun{run{id}}}}}`,
      )
    ).leaderboard.nodes.map(({ run }) => run.id);

  it("reads for callers without a key use the replica, and reads for callers with a key use the primary", async () => {
    await untilReplicaReads();
    const before = { replica: await lastStatement(both.replica), primary: await lastStatement(both.primary) };
    await runsOf(server.anonymous, "#first");
    expect(await lastStatement(both.replica)).toBeGreaterThan(before.replica);
    expect(await lastStatement(both.primary)).toBe(before.primary);
    const then = await lastStatement(both.replica);
    await runsOf(server.keyed);
    expect(await lastStatement(both.replica)).toBe(then);
    expect(await lastStatement(both.primary)).toBeGreaterThan(before.primary);
  });

  it("a new run is visible at once while the replica lags, and the replica is used again once it has caught up", async () => {
    await untilReplicaReads();
    const [runs, board] = [await runsOf(server.anonymous), await boardOf(server.anonymous)];
    await pause();
    const run = await submit();
    for (const ask of [server.keyed, server.anonymous]) {
      expect(new Set(await runsOf(ask))).toEqual(new Set([...runs, run]));
      expect(new Set(await boardOf(ask))).toEqual(new Set([...board, run]));
    }
    const [known] = await both.replica`select count(*)::int as count from runs`;
    expect(known?.count).toBe(runs.length);
    expect(await isReplicaRead()).toBe(false);
    await resume();
    await untilReplicaReads();
    // The first request is answered from the cache, the second one by the replica.
    expect(await runsOf(server.anonymous)).toContain(run);
    expect(await runsOf(server.anonymous, "#not kept yet")).toContain(run);
    expect(await boardOf(server.anonymous)).toContain(run);
  });

  it("no reader sees a state older than a confirmed write, however often the replica lags", async () => {
    for (let round = 0; round < 12; round++) {
      const reading = Promise.all([runsOf(server.anonymous), runsOf(server.anonymous, `#${round}`)]);
      const run = await submit();
      await reading;
      expect(await runsOf(server.anonymous)).toContain(run);
      expect(await boardOf(server.anonymous)).toContain(run);
      // In some rounds, the next write occurs while the replica is in use.
      if (round % 3 === 0) await untilReplicaReads();
    }
  });

  it("a read is repeated on the primary if replay cancels it or its connection ends", async () => {
    await both.primary`create table if not exists in_the_way (id int)`;
    await server.database.transaction(async () => {});
    await untilReplicaReads();
    const slow = () =>
      rowsAs<{ standby: boolean }>(
        server.database.reads,
        // On the standby, it would take a minute, so that it is certainly still running when replay or the test ends it.
        sql`select pg_is_in_recovery() as standby
          from pg_sleep(case when pg_is_in_recovery() then 60 else 0 end) left join in_the_way on true`,
      );
    const begun = () =>
      both.replica`select from pg_stat_activity where query like '%in_the_way%' and state = 'active' and pid <> pg_backend_pid()`;
    const cancelled = slow();
    await expect.poll(begun, WAITING).toHaveLength(1);
    await both.primary`truncate in_the_way`;
    // On the standby, the statement would have returned true, so it was repeated on the primary.
    expect(await cancelled).toEqual([{ standby: false }]);

    await untilReplicaReads();
    const ended = slow();
    await expect.poll(begun, WAITING).toHaveLength(1);
    await both.replica`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'omnidex reads'`;
    expect(await ended).toEqual([{ standby: false }]);
    await untilReplicaReads();
  });

  it("the server works without a failed replica, and uses it again after a restart", async () => {
    await untilReplicaReads();
    const underWay = Array.from({ length: 8 }, (_, index) => runsOf(server.anonymous, `#crash ${index}`));
    await both.standby.crash();
    for (const runs of await Promise.all(underWay)) expect(runs.length).toBeGreaterThan(0);
    const run = await submit();
    expect(await runsOf(server.anonymous)).toContain(run);
    expect(await isReplicaRead()).toBe(false);
    await expect.poll(lines, WAITING).toContainEqual(expect.stringContaining("is not used"));
    await both.standby.restart();
    await untilReplicaReads();
    expect(lines().at(-1)).toMatch(/The replica 127\.0\.0\.1:\d+ is used again\./);
    expect(await runsOf(server.anonymous, "#after")).toContain(run);
  });

  it("only standbys of the same database are used; other addresses are left out", async () => {
    await both.primary`create database another`;
    const known = () => both.replica`select from pg_database where datname = 'another'`;
    await expect.poll(async () => (await known()).length, WAITING).toBe(1);
    const another = new URL(both.standby.url);
    another.pathname = "/another";
    const nowhere = new URL(both.url);
    nowhere.port = "1";
    const wrong = [both.url, another.href, nowhere.href];
    const alone = await startOver(both.url, wrong, reported);
    try {
      for (const line of ["not a standby", "standby of another database", "ECONNREFUSED"])
        await expect.poll(lines, WAITING).toContainEqual(expect.stringContaining(line));
      expect(await isReplicaRead(alone)).toBe(false);
      expect(lines().join("\n")).not.toContain(new URL(both.url).password);
      expect((await runsOf(alone.anonymous)).length).toBeGreaterThan(0);
    } finally {
      await alone.close();
    }
    const together = await startOver(both.url, [...wrong, both.standby.url], reported);
    try {
      await expect.poll(() => isReplicaRead(together), WAITING).toBe(true);
    } finally {
      await together.close();
    }
  });

  it("a server on a standby does not write the last uses of keys, and reports no error", async () => {
    const errors: unknown[] = [];
    const standby = openPostgresDatabase(both.standby.url);
    try {
      const uses = new KeyUses(standby, (_source, error) => errors.push(error));
      uses.note(1);
      await uses.flush();
    } finally {
      await standby.close();
    }
    expect(errors).toEqual([]);
  });
});
