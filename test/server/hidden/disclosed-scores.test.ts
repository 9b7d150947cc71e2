import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mostBits } from "../../../src/scoring/metrics/ladder.ts";
import { type AnswerError, createTestServer, type TestServer } from "../../support/test-server.ts";
import { closeChallenge } from "../challenges/close-challenge.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, wrongLabel } from "./hidden-benchmark.ts";

const COUNT = 200;
const PAST = "2020-01-01T00:00:00.000Z";

interface Told {
  readonly scores: number | null;
  readonly bits: number | null;
  readonly disclosure: { readonly bits: number; readonly points: number };
}

interface Seen {
  readonly disclosed: readonly string[];
  readonly score: { readonly n: number; readonly value: number; readonly coarse: boolean } | null;
  readonly breakdown: readonly { readonly keys: readonly { readonly key: string }[] }[];
}

let server: TestServer;
const keys: Record<string, string> = {};
/** For each benchmark, a run that shows its own score, a worse one of the same owner, and one of another owner. */
const runs: Record<string, { best: string; worse: string; other: string }> = {};
beforeAll(async () => {
  server = await createTestServer();
  for (const owner of ["guest", "rival", "mia"]) keys[owner] = await keyOf(server, owner);
  for (const [slug, share] of [
    ["whole", 1],
    ["split", 0.5],
  ] as const) {
    const benchmark = await importHidden(server, { slug, count: COUNT, share });
    const best = await submit(benchmark, "guest", 0.75);
    runs[slug] = {
      best,
      worse: await submit(benchmark, "guest", 0),
      other: await submit(benchmark, "rival", 0.5),
    };
  }
});
afterAll(() => server.close());

async function submit({ slug, keys: questions, labels }: HiddenBenchmark, owner: string, share: number) {
  const answers = labels.map((label, index) => ((index * 37) % 100 < 100 * share ? label : wrongLabel(label)));
  const input = { benchmark: slug, visibility: "PUBLIC", predictions: answering(questions, answers) };
  return (await server.submit<{ id: string }>(input, { key: keys[owner] as string })).id;
}

/** What a reader without a key sees of a run. */
async function see(run: string, by: readonly string[], filter: object = {}, board: string | null = null) {
  const { data, errors } = await server.request<{ run: Seen }>(
    `query ($by: [Dimension!]!, $filter: QuestionFilter, $board: Board) { run(id: "${run}") {
      disclosed score(filter: $filter, board: $board) { n value coarse } breakdown(by: $by) { keys { key } } } }`,
    { by, filter, board },
    { key: null },
  );
  return errors?.[0] ?? data.run;
}

const seen = async (run: string, by: readonly string[], filter: object = {}, board: string | null = null) => {
  const found = await see(run, by, filter, board);
  if ("message" in found) throw new Error(found.message);
  return { ...found, breakdown: found.breakdown.map(({ keys: [key] }) => key?.key) };
};

async function disclose(input: object, key?: string): Promise<Told | AnswerError> {
  const { data, errors } = await server.request<{ discloseScores: Told }>(
    `mutation ($input: DiscloseScoresInput!) { discloseScores(input: $input) { scores bits disclosure { bits points } } }`,
    { input },
    key === undefined ? {} : { key },
  );
  return errors?.[0] ?? data.discloseScores;
}

const bitsTold = async (benchmark: string): Promise<number> =>
  (
    await server.data<{ disclosure: { bits: number } }>(
      `query ($slug: String!) { disclosure(benchmark: $slug) { bits } }`,
      {
        slug: benchmark,
      },
    )
  ).disclosure.bits;

const refused = (code: string, message: RegExp) => ({
  message: expect.stringMatching(message),
  extensions: expect.objectContaining({ code }),
});
const ONE_SCORE = refused("FORBIDDEN", /a run has one score/);
const ORDER = { tasks: ["order"] };

describe.each(["whole", "split"])("a maintainer of a release with hidden answers, %s,", (slug) => {
  const run = (name: "best" | "worse" | "other" = "best"): string => runs[slug]?.[name] ?? "";
  const byTask = (): object => ({ benchmark: slug, run: run(), by: ["TASK"] });
  /** The tasks "counting" and "order"; "rare" has seven questions. */
  let bits = 0;

  it("learns what a run's scores by task would tell, before anybody sees them", async () => {
    const before = await bitsTold(slug);
    const told = (await disclose({ ...byTask(), dryRun: true })) as Told;
    bits = told.bits ?? Number.NaN;
    expect(told.scores).toBe(2);
    const sizes = slug === "whole" ? [116, 77] : [58, 38];
    // Half of a task's questions is a little more or less on the public board.
    expect(bits).toBeCloseTo(
      sizes.reduce((sum, size) => sum + mostBits(size), 0),
      slug === "whole" ? 9 : 0,
    );
    expect(told.disclosure.bits).toBeCloseTo(before + bits, 9);
    expect(await bitsTold(slug)).toBe(before);
    expect(await seen(run(), ["TASK"])).toMatchObject({ disclosed: [], breakdown: [] });
    expect(await see(run(), ["TASK"], ORDER)).toMatchObject(ONE_SCORE);
  });

  it("shows them to everyone, and counts them", async () => {
    const before = await bitsTold(slug);
    const whole = (await seen(run(), ["TASK"])).score;
    expect(await disclose(byTask())).toMatchObject({ scores: 2, bits });
    expect(await bitsTold(slug)).toBeCloseTo(before + bits, 9);
    const { score, ...shown } = await seen(run(), ["TASK"], ORDER);
    expect(shown).toEqual({ disclosed: ["TASK"], breakdown: ["counting", "order"] });
    expect(score).toMatchObject({ coarse: true });
    expect((await seen(run(), ["TASK"])).score).toEqual(whole);
    // Repeating the call shows and counts nothing more.
    expect(await disclose(byTask())).toMatchObject({ scores: 0, bits: 0, disclosure: { bits: await bitsTold(slug) } });
    expect(await bitsTold(slug)).toBeCloseTo(before + bits, 9);
  });

  it("shows no other part of the run, and no part of another run", async () => {
    for (const by of [["LEVEL"], ["TASK", "LEVEL"], ["SUBSET"]]) expect((await seen(run(), by)).breakdown).toEqual([]);
    for (const filter of [
      { levels: ["REASONING"] },
      { tasks: ["rare"] },
      { tasks: ["order"], levels: ["REASONING"] },
      { not: ORDER },
    ])
      expect(await see(run(), ["TASK"], filter)).toMatchObject(ONE_SCORE);
    for (const name of ["worse", "other"] as const) {
      expect(await seen(run(name), ["TASK"])).toMatchObject({ disclosed: [], breakdown: [] });
      expect(await see(run(name), ["TASK"], ORDER)).toMatchObject(ONE_SCORE);
    }
    const { errors } = await server.request(
      `query ($filter: QuestionFilter) { leaderboard(benchmark: "${slug}", filter: $filter) { totalCount } }`,
      { filter: ORDER },
      { key: null },
    );
    expect(errors?.[0]).toMatchObject(ONE_SCORE);
    if (slug === "split")
      expect(await see(run(), ["TASK"], ORDER, "PRIVATE")).toMatchObject({ extensions: { code: "FORBIDDEN" } });
  });

  it("adds dimensions", async () => {
    const told = (await disclose({ benchmark: slug, run: run(), by: ["LEVEL"] })) as Told;
    expect(told.scores).toBe(2);
    expect(await seen(run(), ["LEVEL"])).toMatchObject({
      disclosed: ["LEVEL", "TASK"],
      breakdown: ["PERCEPTION", "REASONING"],
    });
  });

  it.each([
    [
      "a run that shows the score of an earlier one",
      () => ({ run: run("worse"), by: ["TASK"] }),
      "CONFLICT",
      /no score of its own/,
    ],
    ["a run without dimensions", () => ({ run: run() }), "BAD_USER_INPUT", /'by' must name/],
    ["dimensions without a run", () => ({ by: ["TASK"] }), "BAD_USER_INPUT", /'by' is for a run/],
    [
      "a dimension without large groups",
      () => ({ run: run(), by: ["TASK", "STEP_COUNT"] }),
      "BAD_USER_INPUT",
      /no group of STEP_COUNT/,
    ],
    ["the whole release", () => ({ run: run(), by: ["BENCHMARK"] }), "BAD_USER_INPUT", /no group of BENCHMARK/],
    ["a run that does not exist", () => ({ run: "run_999999999", by: ["TASK"] }), "NOT_FOUND", /run_999999999/],
    [
      "no run, before the challenge has closed",
      () => ({}),
      slug === "split" ? "CONFLICT" : "NOT_FOUND",
      /tells nothing yet|not split/,
    ],
  ] as const)("is refused %s", async (_what, input, code, message) => {
    const before = await bitsTold(slug);
    expect(await disclose({ benchmark: slug, ...input() })).toMatchObject(refused(code, message));
    expect(await bitsTold(slug)).toBe(before);
  });

  it("is not anybody else", async () => {
    for (const [key, code] of [
      [null, "UNAUTHENTICATED"],
      [keys.guest, "FORBIDDEN"],
    ] as const)
      expect(await disclose(byTask(), key as string)).toMatchObject({ extensions: { code } });
  });
});

it("is refused a run of another benchmark, and a release that shows its answers", async () => {
  const { slug } = await importHidden(server, { slug: "third", count: COUNT });
  expect(await disclose({ benchmark: slug, run: runs.whole?.best, by: ["TASK"] })).toMatchObject(
    refused("BAD_USER_INPUT", /not over the current release of 'third'/),
  );
  await importHidden(server, { slug: "open", count: 40, access: "visible" });
  expect(await disclose({ benchmark: "open" })).toMatchObject(refused("CONFLICT", /shows its answers/));
});

it("does not see another owner's private run", async () => {
  const benchmark = await importHidden(server, { slug: "fourth", count: COUNT });
  await server.data(`mutation { addMaintainer(input: { benchmark: "fourth", owner: "mia" }) { maintainers } }`);
  const { id } = await server.submit<{ id: string }>(
    { benchmark: "fourth", visibility: "PRIVATE", predictions: answering(benchmark.keys, benchmark.labels) },
    { key: keys.guest as string },
  );
  expect(await disclose({ benchmark: "fourth", run: id, by: ["TASK"] }, keys.mia)).toMatchObject(
    refused("NOT_FOUND", /run/),
  );
});

it("tells before a correction of the key and after it what the ledger counts", async () => {
  const { slug, keys: questions, labels } = await importHidden(server, { slug: "corrected", count: COUNT });
  const run = await submit({ slug, keys: questions, labels }, "guest", 0.75);
  const correct = (index: number) =>
    server.data(
      `mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { keyRevision { revision } } }`,
      {
        input: {
          ...{ benchmark: slug, reason: "a wrong key", author: "admin", idempotencyKey: randomUUID() },
          corrections: [{ question: questions[index], answer: LABELS.find((label) => label !== labels[index]) }],
        },
      },
    );
  await correct(0);
  const input = { benchmark: slug, run, by: ["TASK"] };
  const told = (await disclose({ ...input, dryRun: true })) as Told;
  await disclose(input);
  expect(await bitsTold(slug)).toBeCloseTo(told.disclosure.bits, 9);
  // Every score is compared with the key once more.
  await correct(1);
  expect(await bitsTold(slug)).toBeCloseTo((told.disclosure.bits * 3) / 2, 9);
});

it("counts as many values as a score over an unevenly split part can have", async () => {
  const benchmark = await importHidden(server, { slug: "uneven", count: COUNT, share: 0.5 });
  const run = await submit(benchmark, "guest", 0.75);
  // Of the 100 questions of a level, 25 are public, as if they were in few videos. Scores are rounded as if 50 were.
  await server.database.transaction((tx) =>
    tx.query({
      text: `update board_splits set public_ordinals = array(
        select n from generate_series(0, ${COUNT - 1}) n where case when n % 2 = 0 then n < 150 else n < 50 end)
        where release_id = (select r.id from releases r join benchmarks b on b.id = r.benchmark_id where b.slug = 'uneven')`,
      params: [],
    }),
  );
  const told = (await disclose({ benchmark: "uneven", run, by: ["LEVEL"], dryRun: true })) as Told;
  expect(told.bits).toBeCloseTo(mostBits(75) + mostBits(50), 9);
});

describe("the private part", () => {
  const best = (): string => runs.split?.best ?? "";

  it("shows no scores over slices after the challenge has closed and the board is open", async () => {
    await closeChallenge(server, "split", PAST);
    expect(await disclose({ benchmark: "split" })).toMatchObject(refused("CONFLICT", /tells nothing yet/));
    await server.data(
      `mutation { movePrivateBoard(input: { benchmark: "split", privateOpensAt: "${PAST}" }) { __typename } }`,
    );
    expect(await disclose({ benchmark: "split", dryRun: true })).toMatchObject({ scores: null, bits: null });
    expect(await see(best(), ["TASK"], ORDER, "PRIVATE")).toMatchObject(ONE_SCORE);
  });

  it("shows them once a maintainer discloses them, of the runs that the private board shows", async () => {
    expect(await disclose({ benchmark: "split" })).toMatchObject({ scores: null, bits: null });
    expect((await seen(best(), ["TASK"], ORDER, "PRIVATE")).score).toMatchObject({ coarse: true });
    expect((await seen(runs.split?.worse ?? "", ["TASK"], ORDER, "PRIVATE")).score).toBeNull();
    const { leaderboard, challenge } = await server.data<{
      leaderboard: { nodes: { run: { id: string } }[] };
      challenge: { split: { privateDisclosed: boolean } };
    }>(
      `query ($filter: QuestionFilter) { leaderboard(benchmark: "split", filter: $filter, board: PRIVATE) { nodes { ... on RankedRun { run { id } } } }
        challenge(benchmark: "split") { split { privateDisclosed } } }`,
      { filter: ORDER },
      { key: null },
    );
    expect(leaderboard.nodes.map(({ run }) => run.id)).toEqual([best(), runs.split?.other]);
    expect(challenge.split.privateDisclosed).toBe(true);
  });
});
