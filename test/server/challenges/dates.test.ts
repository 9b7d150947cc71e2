import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockAnswerKey } from "../../../src/server/benchmarks/benchmark-locks.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf } from "../hidden/hidden-benchmark.ts";
import { waitingSessions } from "./waiting-sessions.ts";

const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id createdAt } } }`;
const CONFIGURE = `mutation ($input: ConfigureChallengeInput!) {
  configureChallenge(input: $input) { challenge { benchmark opensAt closesAt requiredFields split { publicShare } } } }`;
const PAST = "2020-01-01T00:00:00.000Z";
const FUTURE = "2999-01-01T00:00:00.000Z";

let server: TestServer;
let hidden: HiddenBenchmark;
let [maintainer, guest] = ["", ""];

beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: 40 });
  await server.data(`mutation { addMaintainer(input: { benchmark: "secrets", owner: "host" }) { benchmark } }`);
  await server.data(`mutation { setSubmissionQuota(input: { benchmark: "secrets", perDay: 100 }) { benchmark } }`);
  [maintainer, guest] = [await keyOf(server, "host"), await keyOf(server, "guest")];
});
afterAll(() => server.close());

const configure = (input: object, key = maintainer) =>
  server.request<{ configureChallenge: { challenge: object } }>(
    CONFIGURE,
    { input: { benchmark: "secrets", ...input } },
    { key },
  );
const runInput = (more: object = {}) => ({
  benchmark: "secrets",
  model: { name: "m" },
  inputs: ["VIDEO"],
  predictions: answering(hidden.keys, hidden.labels),
  idempotencyKey: randomUUID(),
  ...more,
});
const submit = (more: object = {}, key = guest) =>
  server.request<{ submitRun: { run: { id: string; createdAt: string } } }>(SUBMIT, { input: runInput(more) }, { key });
const remaining = async () => {
  const { viewer } = await server.data<{ viewer: { submissionQuotas: { remaining: number }[] } }>(
    "{ viewer { submissionQuotas { remaining } } }",
    {},
    { key: guest },
  );
  return viewer.submissionQuotas[0]?.remaining;
};
const runCount = async (): Promise<number> =>
  Number((await server.database.query(sql`select count(*)::int as n from runs where owner = 'guest'`))[0]?.n);

describe("a challenge", () => {
  it("is configured by maintainers and visible to everybody", async () => {
    const settings = { opensAt: PAST, closesAt: FUTURE, requiredFields: ["FRAMES"] };
    const { data, errors } = await configure(settings);
    expect(errors).toBeUndefined();
    expect(data.configureChallenge.challenge).toEqual({ benchmark: "secrets", ...settings, split: null });
    const told = await server.data<{ challenge: object }>(
      `{ challenge(benchmark: "secrets") { opensAt closesAt requiredFields } }`,
      {},
      { key: null },
    );
    expect(told.challenge).toEqual(settings);
    expect(await server.data(`{ challenge(benchmark: "omnidex-demo") { benchmark } }`)).toEqual({ challenge: null });
    expect((await configure({}, guest)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await configure({ opensAt: FUTURE, closesAt: PAST })).errors?.[0]?.message).toMatch(
      /'closesAt' must be later/,
    );
    expect((await configure({ closesAt: "tomorrow" })).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  it("refuses a closing date that has passed, unless it is the stored one or `closeNow` is set", async () => {
    const closed = { closesAt: "2021-01-01T00:00:00.000Z" };
    await configure({ closesAt: FUTURE });
    const { errors } = await configure(closed);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(
        /^'closesAt' has passed: 2021-01-01T00:00:00.000Z\. .*Set 'closeNow' to do this\./,
      ),
      extensions: { code: "BAD_USER_INPUT" },
    });
    const { challenge } = await server.data<{ challenge: object }>(
      `{ challenge(benchmark: "secrets") { closesAt sealedAt } }`,
    );
    expect(challenge).toEqual({ closesAt: FUTURE, sealedAt: null });
    expect((await configure({ ...closed, closeNow: true })).errors).toBeUndefined();
    expect((await configure({ ...closed, requiredFields: ["FRAMES"] })).errors).toBeUndefined();
    await configure({});
  });

  it.each([
    ["before it opens", { opensAt: FUTURE }, "CHALLENGE_NOT_OPEN", { opensAt: FUTURE, closesAt: null }],
    [
      "after it has closed",
      { opensAt: PAST, closesAt: "2021-01-01T00:00:00.000Z", closeNow: true },
      "CHALLENGE_CLOSED",
      {
        opensAt: PAST,
        closesAt: "2021-01-01T00:00:00.000Z",
      },
    ],
  ])(
    "refuses submissions %s, whole or in pieces, names its dates, and uses no quota",
    async (_, dates, reason, told) => {
      await configure({});
      const open = await server.openRun(runInput(), { key: guest });
      await configure(dates);
      const [left, runs] = [await remaining(), await runCount()];
      const expected = { extensions: { code: "FORBIDDEN", details: { benchmark: "secrets", reason, ...told } } };
      expect((await submit()).errors?.[0]).toMatchObject(expected);
      const finalized = await server.request(
        `mutation { finalizeRun(input: { run: "${open}" }) { run { id } } }`,
        {},
        { key: guest },
      );
      expect(finalized.errors?.[0]).toMatchObject(expected);
      expect([await remaining(), await runCount()]).toEqual([left, runs]);
      await configure({});
      expect((await submit()).errors).toBeUndefined();
    },
  );

  it("requires its fields, and names each missing field", async () => {
    await configure({ requiredFields: ["FRAMES", "MODEL_URL"] });
    const { data, errors } = await server.request<{ submitRun: { run: null; inputIssues: { field: string }[] } }>(
      `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } report { inputIssues { field } } } }`,
      { input: runInput() },
      { key: guest },
    );
    expect(JSON.stringify(errors ?? data)).toMatch(/"frames".*"model\.url"/);
    const whole = { frames: 8, model: { name: "m", url: "https://example.org/m" } };
    expect((await submit(whole)).errors).toBeUndefined();
    await configure({});
  });

  it("stores the submissions that it accepts while it is closed, and no others", async () => {
    const before = await runCount();
    const all: Awaited<ReturnType<typeof submit>>[] = [];
    const racer = async (): Promise<void> => {
      do all.push(await submit());
      while (all.at(-1)?.errors === undefined);
    };
    const racing = [racer(), racer(), racer()];
    await expect.poll(() => all.length, { interval: 5 }).toBeGreaterThan(2);
    await configure({ closesAt: PAST, closeNow: true });
    all.push(await submit());
    expect(all.at(-1)?.errors).toBeDefined();
    await Promise.all(racing);
    for (const { errors } of all.filter((one) => one.errors !== undefined))
      expect(errors?.[0]?.extensions.details).toMatchObject({ reason: "CHALLENGE_CLOSED", closesAt: PAST });
    expect((await runCount()) - before).toBe(all.filter(({ errors }) => errors === undefined).length);
    await configure({});
  });

  // PGlite has one connection, so no submission waits there.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "refuses a submission that began before the closing instant, but waited until after it",
    async () => {
      await configure({ closesAt: FUTURE });
      const [left, runs] = [await remaining(), await runCount()];
      let submitted: ReturnType<typeof submit> | undefined;
      await server.database.transaction(async (tx) => {
        const [release] = await tx.query(sql`select id::int from releases where is_current and benchmark_id =
          (select id from benchmarks where slug = 'secrets')`);
        await lockAnswerKey(tx, Number(release?.id));
        submitted = submit();
        await expect.poll(() => waitingSessions(server)).toBe(1);
        await tx.query(sql`update challenges set closes_at = date_trunc('milliseconds', clock_timestamp()) where benchmark_id =
          (select id from benchmarks where slug = 'secrets')`);
      });
      expect((await submitted)?.errors?.[0]?.extensions.details).toMatchObject({ reason: "CHALLENGE_CLOSED" });
      expect([await remaining(), await runCount()]).toEqual([left, runs]);
      await configure({});
    },
  );
});

it("gives a quota back if the server fails while it stores a run", async () => {
  await configure({});
  const left = await remaining();
  await server.database.transaction((tx) =>
    tx.query(
      sql`create function fail() returns trigger language plpgsql as $$ begin raise 'the disk is on fire'; end $$`,
    ),
  );
  await server.database.transaction((tx) =>
    tx.query(sql`create trigger failing before insert on scores for each row execute function fail()`),
  );
  const { errors } = await submit();
  expect(errors?.[0]?.extensions.code).toBe("INTERNAL");
  expect(errors?.[0]?.message).not.toMatch(/fire/);
  await server.database.transaction((tx) => tx.query(sql`drop trigger failing on scores`));
  expect(await remaining()).toBe(left);
  expect((await submit()).errors).toBeUndefined();
  expect(await remaining()).toBe((left ?? 0) - 1);
});
