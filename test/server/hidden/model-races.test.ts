import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { importHidden, keyOf, liftQuota } from "./hidden-benchmark.ts";

/*
 * Two transactions use one model name. A lock that the test holds stops the first transaction in the middle. The second one
 * then runs until it ends or waits for the first, and the test releases its lock. The embedded database is not tested,
 * because it runs transactions one after the other.
 */

const isShared = Boolean(process.env.TEST_DATABASE_URL);
type Visibility = "PUBLIC" | "PRIVATE";

describe.runIf(isShared)("a model name whose last public run becomes private", () => {
  let server: TestServer;
  let [ada, bob, cleo] = ["", "", ""];
  beforeAll(async () => {
    server = await createTestServer();
    await importHidden(server, { count: 20 });
    await liftQuota(server, "secrets");
    [ada, bob, cleo] = [await keyOf(server, "ada"), await keyOf(server, "bob"), await keyOf(server, "cleo")];
  });
  afterAll(() => server.close());

  const predictions = [{ question: "q0000", response: "A" }];
  const submit = async (key: string, name: string, visibility: Visibility, anonymous = false): Promise<string> =>
    (await server.submit({ benchmark: "secrets", model: { name }, predictions, visibility, anonymous }, { key })).id;
  /** A public run with predictions that is not scored yet. */
  const openRun = (key: string, name: string): Promise<string> =>
    server.openRun({ benchmark: "secrets", model: { name }, predictions, visibility: "PUBLIC" }, { key });
  const change = (key: string, input: object): Promise<unknown> =>
    server.data(`mutation ($input: UpdateRunInput!) { updateRun(input: $input) { run { id } } }`, { input }, { key });
  const show = (key: string, run: string, visibility: Visibility): Promise<unknown> => change(key, { run, visibility });
  const lockOfRun = (run: string): SQL => sql`select from runs where id = ${run.split("_")[1]}::int for update`;
  const lockOfQuota = (owner: string): SQL =>
    sql`select from submission_counts where owner = ${owner}::text for update`;

  /** Takes the lock and starts both calls, of which the first waits for the lock. Then releases the lock and awaits them. */
  async function overlap(lock: SQL, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
    const calls: Promise<unknown>[] = [];
    let ended = 0;
    const start = async (call: () => Promise<unknown>): Promise<void> => {
      const [before, waitingBefore] = [ended, await waiting()];
      calls.push(call().finally(() => (ended += 1)));
      await vi.waitUntil(async () => ended > before || (await waiting()) > waitingBefore, { timeout: 60_000 });
    };
    await server.database.transaction(async (tx) => {
      await tx.query(lock);
      await start(first);
      expect(ended).toBe(0);
      await start(second);
    });
    await Promise.all(calls);
  }
  /** How many transactions wait for a lock. */
  const waiting = async (): Promise<number> => {
    const [row] = await rowsAs<{ count: number }>(
      server.database,
      sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return row?.count ?? 0;
  };

  /** The runs whose model is private to another owner, and the public runs whose model is private. */
  const strayRuns = (name: string) =>
    rowsAs<{ owner: string; of: string; visibility: string }>(
      server.database,
      sql`select r.owner, m.owner as of, r.visibility from runs r join models m on m.id = r.model_id
        where m.name = ${name}::text and m.owner is not null and (m.owner <> r.owner or r.visibility = 'PUBLIC')`,
    );

  /** Submits a public run of ada and a private run of cleo, which the test can lock. */
  async function runsOf(name: string): Promise<readonly [public_: string, other: string]> {
    return [await submit(ada, name, "PUBLIC"), await submit(cleo, name, "PRIVATE")];
  }

  it.each<Visibility>(["PRIVATE", "PUBLIC"])(
    "waits for a %s run that another owner is submitting",
    async (visibility) => {
      const name = `First ${visibility}`;
      const [run] = await runsOf(name);
      await submit(bob, "Something else", "PRIVATE");
      await overlap(
        lockOfQuota("bob"),
        () => submit(bob, name, visibility),
        () => show(ada, run, "PRIVATE"),
      );
      expect(await strayRuns(name)).toEqual([]);
    },
  );

  it.each<Visibility>(["PRIVATE", "PUBLIC"])(
    "is not the model of a %s run that is submitted meanwhile",
    async (visibility) => {
      const name = `Later ${visibility}`;
      const [run, other] = await runsOf(name);
      await overlap(
        lockOfRun(other),
        () => show(ada, run, "PRIVATE"),
        () => submit(bob, name, visibility),
      );
      expect(await strayRuns(name)).toEqual([]);
    },
  );

  it("is not the model of a run that is published meanwhile", async () => {
    const own = await submit(bob, "Published", "PRIVATE");
    const [run, other] = await runsOf("Published");
    await overlap(
      lockOfRun(other),
      () => show(ada, run, "PRIVATE"),
      () => show(bob, own, "PUBLIC"),
    );
    expect(await strayRuns("Published")).toEqual([]);
  });

  /** `finalizeRun` scores a run while it holds a lock on the run, which may take seconds. */
  it.each<Visibility>(["PRIVATE", "PUBLIC"])(
    "does not hold up a run that is finalized while it is made %s",
    async (visibility) => {
      const name = `Finalized ${visibility}`;
      await submit(bob, "Another", "PRIVATE");
      const run = await openRun(bob, name);
      await overlap(
        lockOfQuota("bob"),
        () => server.data(`mutation { finalizeRun(input: { run: "${run}" }) { run { id } } }`, {}, { key: bob }),
        () => show(bob, run, visibility),
      );
      const { status } = (
        await server.data<{ run: { status: string } }>(`{ run(id: "${run}") { status } }`, {}, { key: bob })
      ).run;
      expect(status).toBe("SCORED");
      expect(await strayRuns(name)).toEqual([]);
    },
  );

  it("does not hold up a change of its description", async () => {
    const [run] = await runsOf("Described");
    const other = await submit(ada, "Described", "PRIVATE");
    await overlap(
      sql`select from models where name = 'Described' and owner is null for update`,
      () => show(ada, run, "PRIVATE"),
      () => change(ada, { run: other, model: { organization: "Lab" } }),
    );
    expect(await strayRuns("Described")).toEqual([]);
  });

  it("is not the model of an anonymous public run that is submitted meanwhile", async () => {
    const dora = await keyOf(server, "dora");
    const other = await submit(dora, "Nameless", "PRIVATE", true);
    const run = await submit(dora, "Nameless", "PUBLIC", true);
    await overlap(
      lockOfRun(other),
      () => show(dora, run, "PRIVATE"),
      () => submit(dora, "Nameless", "PUBLIC", true),
    );
    const stray = await rowsAs(
      server.database,
      sql`select r.id from runs r join models m on m.id = r.model_id
        where r.owner = 'dora' and r.visibility = 'PUBLIC' and m.owner is not null`,
    );
    expect(stray).toEqual([]);
  });

  it("gets one private model per owner if its last two public runs become private at the same time", async () => {
    const [run] = await runsOf("Twice");
    const second = await submit(bob, "Twice", "PUBLIC");
    await overlap(
      sql`select from models where name = 'Twice' and owner is null for update`,
      () => show(ada, run, "PRIVATE"),
      () => show(bob, second, "PRIVATE"),
    );
    expect(await strayRuns("Twice")).toEqual([]);
    const owners = await rowsAs(
      server.database,
      sql`select r.owner, m.owner as of from runs r join models m on m.id = r.model_id where m.name = 'Twice' order by 1`,
    );
    expect(owners).toEqual(["ada", "bob", "cleo"].map((owner) => ({ owner, of: owner })));
  });
});
