import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChallengeClock } from "../../../src/server/hosting/challenge-clock.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "../hidden/hidden-benchmark.ts";
import { signedBoard } from "./signed-board.ts";
import { waitingSessions } from "./waiting-sessions.ts";

const ENTRY = `rank run model modelSlug submittedAt scoredAt extractor extractorVersion inputs rankRange { best worst }
  score { value n standardError lower upper coarse }`;
const BOARD = `benchmark version contentHash questions closedAt sealedAt leftOut entries { ${ENTRY} } privateEntries { ${ENTRY} }
  names { pseudonym model modelSlug namedAt }`;

interface Entry {
  readonly rank: number;
  readonly run: string;
  readonly model: string;
  readonly score: { readonly value: number; readonly coarse: boolean };
}
interface Board {
  readonly closedAt: string;
  readonly entries: readonly Entry[];
  readonly privateEntries: readonly Entry[] | null;
  readonly leftOut: number;
  readonly names: readonly { readonly model: string }[];
}

let server: TestServer;
let folder: string;
let clock: ChallengeClock;
let ann = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-board-"));
  server = await createTestServer(null, { OMNIDEX_SIGNING_KEY_FILE: join(folder, "keys", "signing-key.pem") });
  clock = new ChallengeClock(server.services.runs, (_source, error) => expect(error).toBeUndefined());
  ann = await keyOf(server, "ann");
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const configure = (benchmark: string, closesAt: string | null) =>
  server.data(`mutation ($input: ConfigureChallengeInput!) { configureChallenge(input: $input) { __typename } }`, {
    input: { benchmark, closesAt, closeNow: true },
  });
const submit = (benchmark: HiddenBenchmark, more: object = {}, right = 40) =>
  server.request<{ submitRun: { run: { id: string } } }>(
    `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }`,
    {
      input: {
        benchmark: benchmark.slug,
        model: { name: `net ${right}` },
        inputs: ["VIDEO"],
        visibility: "PUBLIC",
        predictions: answering(
          benchmark.keys,
          benchmark.labels.map((label, index) =>
            index < right ? label : (LABELS.find((other) => other !== label) ?? "A"),
          ),
        ),
        idempotencyKey: randomUUID(),
        ...more,
      },
    },
    { key: ann },
  );
const boardOf = async (benchmark: string, closedAt: string | null = null): Promise<Board | null> =>
  (
    await server.data<{ finalBoard: Board | null }>(
      `query ($benchmark: String!, $closedAt: DateTime) { finalBoard(benchmark: $benchmark, closedAt: $closedAt) { ${BOARD} } }`,
      { benchmark, closedAt },
      { key: null },
    )
  ).finalBoard;
const ranked = async (benchmark: string) =>
  (
    await server.data<{ leaderboard: { nodes: { rank: number; value: number; run: { id: string } }[] } }>(
      `query ($benchmark: String!) { leaderboard(benchmark: $benchmark, published: false, first: 100) {
         nodes { rank value ... on RankedRun { run { id } } } } }`,
      { benchmark },
      { key: null },
    )
  ).leaderboard.nodes.map(({ rank, value, run: { id } }) => [rank, id, value]);
const PAST = "2020-01-01T00:00:00.000Z";
const change = (mutation: string, input: object, key = ann) =>
  server.request(
    `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { __typename } }`,
    { input },
    { key },
  );

async function replaceRelease(slug: string): Promise<void> {
  const file = JSON.stringify({
    benchmark: { slug, title: "Replaced" },
    videos: [{ key: "v" }],
    questions: [
      { key: "q", video: "v", task: "T", level: "PERCEPTION", text: "Which?", options: ["a", "b"], answer: "A" },
    ],
  });
  const form = new FormData();
  form.append("file", new Blob([file]), "replaced.json");
  const response = await server.app.request(`/import/${slug}?replace=true`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  });
  expect(response.status, await response.clone().text()).toBe(200);
}

describe("a final board", () => {
  it("shows what everyone saw when the challenge closed, whatever happens afterwards", async () => {
    const opened = await importHidden(server, { slug: "opened", access: "visible", count: 40 });
    await liftQuota(server, "opened");
    const ids: string[] = [];
    for (const right of [40, 30, 20]) ids.push((await submit(opened, {}, right)).data.submitRun.run.id);
    const hidden = await submit(opened, { visibility: "PRIVATE", model: { name: "private net" } }, 39);
    const veiled = await submit(opened, { anonymous: true, model: { name: "veiled net" } }, 35);
    expect(await boardOf("opened")).toBeNull();
    const [misspelt] = (await server.request(`{ finalBoard(benchmark: "opend") { version } }`)).errors ?? [];
    expect(misspelt?.extensions).toMatchObject({ code: "NOT_FOUND", details: { nearest: ["opened"] } });
    const before = await ranked("opened");
    await configure("opened", PAST);
    await clock.tick();
    const board = await boardOf("opened");
    expect(board?.entries.map(({ rank, run: id, score }) => [rank, id, score.value])).toEqual(before);
    expect(board?.entries).toHaveLength(4);
    const [first, second, third] = ids;
    const changes: readonly (readonly [string, object, string?])[] = [
      ["updateRun", { run: first, visibility: "PRIVATE" }],
      ["updateRun", { run: hidden.data.submitRun.run.id, visibility: "PUBLIC" }],
      ["withdrawRun", { run: second }],
      ["updateRun", { run: third, model: { organization: "late lab" }, notes: "late" }],
      [
        "correctAnswers",
        {
          benchmark: "opened",
          corrections: [{ question: opened.keys[0], answer: LABELS.find((label) => label !== opened.labels[0]) }],
          reason: "r",
          author: "a",
        },
        ADMIN_KEY,
      ],
      ["rescoreRun", { run: third }],
    ];
    for (const [mutation, input, key = ann] of changes) {
      const { errors } = await change(mutation, input, key);
      expect(errors, mutation).toBeUndefined();
    }
    expect(await ranked("opened")).not.toEqual(before);
    await clock.tick();
    expect(await boardOf("opened")).toEqual(board);
    await change("restoreRun", { run: second });
    expect((await submit(opened)).errors?.[0]?.extensions.details).toMatchObject({ reason: "CHALLENGE_CLOSED" });
    await replaceRelease("opened");
    await clock.tick();
    await server.data(
      `mutation { nameRun(input: { run: "${veiled.data.submitRun.run.id}" }) { run { id } } }`,
      {},
      { key: ann },
    );
    const named = await boardOf("opened");
    expect(named).toEqual({ ...board, names: [expect.objectContaining({ model: "veiled net" })] });
  });

  it("counts as left out the runs that repeat an earlier score, but not runs without a question that can be scored", async () => {
    const captions = await importHidden(server, {
      slug: "captions",
      count: 20,
      question: () => ({ answerFormat: "CAPTION", options: undefined, answer: ["It rings."] }),
    });
    const repeated = await importHidden(server, { slug: "repeated", count: 40 });
    for (const benchmark of [captions, repeated]) {
      await liftQuota(server, benchmark.slug);
      for (const anonymous of [false, true, false])
        expect((await submit(benchmark, { anonymous }, 30)).errors).toBeUndefined();
      await configure(benchmark.slug, PAST);
    }
    await clock.tick();
    expect(await boardOf("captions")).toMatchObject({ entries: [], leftOut: 0 });
    const { entries, leftOut } = (await boardOf("repeated")) ?? {};
    expect([entries?.length, leftOut]).toEqual([1, 2]);
  });

  it("is kept if the challenge is prolonged, and a second board is made when the challenge closes again", async () => {
    const prolonged = await importHidden(server, { slug: "prolonged", access: "visible", count: 40 });
    await liftQuota(server, "prolonged");
    await submit(prolonged, {}, 10);
    await configure("prolonged", PAST);
    await clock.tick();
    const first = await boardOf("prolonged");
    await configure("prolonged", null);
    await submit(prolonged, {}, 20);
    await configure("prolonged", "2020-01-02T00:00:00.000Z");
    await clock.tick();
    expect((await boardOf("prolonged"))?.entries).toHaveLength(2);
    expect(first?.entries).toHaveLength(1);
    expect(await boardOf("prolonged", PAST)).toEqual(first);
  });

  it("waits for runs that the judge is still reading; until then, changes of other runs are refused", async () => {
    const judged = await importHidden(server, { slug: "judged", access: "visible", count: 40 });
    await liftQuota(server, "judged");
    const one = (await submit(judged, {}, 10)).data.submitRun.run.id;
    const two = (await submit(judged, {}, 20)).data.submitRun.run.id;
    const key = Number(two.slice("run_".length));
    await server.database.transaction((tx) => tx.query(sql`update runs set status = 'JUDGING' where id = ${key}::int`));
    await configure("judged", PAST);
    await clock.tick();
    expect(await boardOf("judged")).toBeNull();
    for (const [mutation, input] of [
      ["withdrawRun", { run: one }],
      ["updateRun", { run: one, visibility: "PRIVATE" }],
      ["rescoreRun", { run: one }],
    ] as const) {
      const { errors } = await change(mutation, input);
      expect(errors?.[0]?.extensions, mutation).toMatchObject({
        code: "CONFLICT",
        details: { reason: "BOARD_IS_BEING_SEALED", judging: 1 },
      });
    }
    await server.database.transaction((tx) => tx.query(sql`update runs set status = 'SCORED' where id = ${key}::int`));
    // The server stores the board before it makes the change. The change does not affect the board.
    expect((await change("withdrawRun", { run: one })).errors).toBeUndefined();
    expect((await boardOf("judged"))?.entries.map(({ run: id }) => id)).toEqual([two, one]);
  });

  it("has all accepted runs but withdrawn ones, if submissions and withdrawals arrive at the closing instant", async () => {
    const raced = await importHidden(server, { slug: "raced", access: "visible", count: 40 });
    await liftQuota(server, "raced");
    const accepted: string[] = [];
    let isClosed = false;
    const withdrawn: string[] = [];
    // Each racer goes on until it was refused.
    const racer = async (racer: number): Promise<void> => {
      for (let round = 0, isOpen = true; isOpen; round++) {
        const { data, errors } = await submit(raced, { seed: racer * 1000 + round }, 10 + racer);
        isOpen = errors === undefined;
        if (errors !== undefined) expect(errors[0]?.extensions.details).toMatchObject({ reason: "CHALLENGE_CLOSED" });
        else accepted.push(data.submitRun.run.id);
        const last = accepted.at(-1);
        if (round % 3 !== 2 || last === undefined) continue;
        const isBefore = !isClosed;
        const { errors: refused } = await change("withdrawRun", { run: last });
        if (refused === undefined && isBefore) withdrawn.push(last);
      }
    };
    const close = async (): Promise<void> => {
      await expect.poll(() => withdrawn.length, { interval: 5 }).toBeGreaterThan(1);
      await configure("raced", PAST);
      isClosed = true;
      await clock.tick();
    };
    await Promise.all([racer(1), racer(2), racer(3), close()]);
    await clock.tick();
    const listed = (await boardOf("raced"))?.entries.map(({ run: id }) => id) ?? [];
    expect(accepted.length).toBeGreaterThan(0);
    expect(listed.every((id) => accepted.includes(id))).toBe(true);
    // A withdrawal that was sent before the closing instant may have taken effect after it, so its run may still be listed.
    for (const id of accepted) if (!listed.includes(id)) expect(withdrawn).toContain(id);
  });

  // PGlite has one connection, so nothing waits there.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "waits for a submission that was accepted and is not stored yet",
    async () => {
      const slow = await importHidden(server, { slug: "slow", access: "visible", count: 40 });
      await liftQuota(server, "slow");
      const write = (statement: SQL) => server.database.transaction((tx) => tx.query(statement));
      await write(sql`create function hold_up() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`);
      await write(sql`create trigger holding_up before insert on scores for each row execute function hold_up()`);
      await configure("slow", "2999-01-01T00:00:00.000Z");
      let works: Promise<unknown>[] = [];
      await server.database.transaction(async (tx) => {
        await tx.query(sql`select pg_advisory_xact_lock(4711)`);
        works = [submit(slow)];
        await expect.poll(() => waitingSessions(server)).toBe(1);
        // The closing instant passes.
        await write(sql`update challenges set closes_at = date_trunc('milliseconds', clock_timestamp()) where benchmark_id =
        (select id from benchmarks where slug = 'slow')`);
        works.push(clock.tick());
        await expect.poll(() => waitingSessions(server)).toBe(2);
      });
      const [submitted] = (await Promise.all(works)) as [Awaited<ReturnType<typeof submit>>];
      await write(sql`drop trigger holding_up on scores`);
      expect((await boardOf("slow"))?.entries.map(({ run: id }) => id)).toEqual([submitted.data.submitRun.run.id]);
    },
  );

  it("has coarse scores if the release hides its answers, and includes the private board from its date on", async () => {
    const secrets = await importHidden(server, { slug: "secrets", count: 200 });
    await liftQuota(server, "secrets");
    await server.data(`mutation ($input: SplitLeaderboardInput!) { splitLeaderboard(input: $input) { __typename } }`, {
      input: { benchmark: "secrets", publicShare: 0.4, privateOpensAt: "2999-01-01T00:00:00Z" },
    });
    await submit(secrets, {}, 150);
    const chosen = (await submit(secrets, {}, 60)).data.submitRun.run.id;
    expect((await change("chooseFinalRuns", { benchmark: "secrets", runs: [chosen] })).errors).toBeUndefined();
    await configure("secrets", PAST);
    await clock.tick();
    const board = await boardOf("secrets");
    // Another choice would show the score of a third run: one on the final board, and one on the leaderboard.
    expect((await change("chooseFinalRuns", { benchmark: "secrets", runs: [] })).errors?.[0]).toMatchObject({
      message: "The final board of 'secrets' is stored: the choice of its runs can no longer be changed.",
      extensions: { code: "FORBIDDEN" },
    });
    expect(board?.privateEntries).toBeNull();
    expect(board?.entries.every(({ score }) => score.coarse)).toBe(true);
    const { payload } = await signedBoard(server, "secrets");
    expect(payload.privateEntries).toBeNull();
    await server.database.transaction((tx) =>
      tx.query(
        sql`update board_splits set private_opens_at = now() - interval '1 second' where release_id in
          (select releases.id from releases join benchmarks on benchmarks.id = benchmark_id where slug = 'secrets')`,
      ),
    );
    await clock.tick();
    const opened = await boardOf("secrets");
    // Only the first run beat its owner's best, and only the second was chosen.
    expect(opened?.privateEntries?.map(({ run: id }) => id)).toEqual([chosen]);
    expect(opened?.entries.map(({ run: id }) => id)).not.toContain(chosen);
    expect(opened).toEqual({ ...board, privateEntries: opened?.privateEntries });
    expect((await signedBoard(server, "secrets")).payload.privateEntries).toEqual(opened?.privateEntries);
  });
});
