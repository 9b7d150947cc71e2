import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scoreStep } from "../../../src/scoring/metrics/ladder.ts";
import { type AnswerError, createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, liftQuota } from "./hidden-benchmark.ts";

const COUNT = 200;
const SHARE = 0.4;
const FAR = "2999-01-01T00:00:00.000Z";
const SPLIT = `mutation ($input: SplitLeaderboardInput!) {
  splitLeaderboard(input: $input) { challenge { benchmark split { publicShare privateOpensAt } } } }`;
const MOVE = `mutation ($input: MovePrivateBoardInput!) {
  movePrivateBoard(input: $input) { challenge { split { privateOpensAt } } } }`;
const NUMBERS = `value valueAnswered n correct unparsed missing errored clusters standardError chance coarse
  interval { lower upper }`;

interface Score {
  readonly value: number;
  readonly n: number;
}

let server: TestServer;
let secrets: HiddenBenchmark;
let maintainer = "";
/** By ordinal: whether the question belongs to the public board. The test reads this from the database. */
let isPublic: readonly boolean[] = [];

const split = (input: object, key = maintainer) =>
  server.request<{ splitLeaderboard: { challenge: object } }>(
    SPLIT,
    { input: { benchmark: "secrets", publicShare: SHARE, privateOpensAt: FAR, ...input } },
    { key },
  );

beforeAll(async () => {
  server = await createTestServer();
  secrets = await importHidden(server, { count: COUNT });
  await liftQuota(server, "secrets");
  await server.data(`mutation { addMaintainer(input: { benchmark: "secrets", owner: "host" }) { benchmark } }`);
  maintainer = await keyOf(server, "host");
  const { data, errors } = await split({});
  expect(errors).toBeUndefined();
  expect(data.splitLeaderboard.challenge).toEqual({
    benchmark: "secrets",
    split: { publicShare: SHARE, privateOpensAt: FAR },
  });
  const { rows } = await publicOrdinals();
  isPublic = secrets.keys.map((_, ordinal) => rows.includes(ordinal));
});
afterAll(() => server.close());

async function publicOrdinals(): Promise<{ readonly rows: readonly number[] }> {
  const { sql } = await import("drizzle-orm");
  const [row] = await server.database.query(sql`select public_ordinals as rows from board_splits`);
  return row as unknown as { rows: readonly number[] };
}

/** The right answers, except for questions for which `isWrong` returns true. */
const wrongWhere = (isWrong: (ordinal: number) => boolean): object[] =>
  answering(
    secrets.keys,
    secrets.labels.map((label, ordinal) => (isWrong(ordinal) ? (label === "A" ? "B" : "A") : label)),
  );

const submit = async (predictions: readonly object[], owner: string) => {
  const key = await keyOf(server, owner);
  const input = { benchmark: "secrets", model: { name: owner }, visibility: "PUBLIC", predictions };
  return { key, id: (await server.submit<{ id: string }>(input, { key })).id };
};

async function score(run: string, key: string | null, args = ""): Promise<Score | AnswerError> {
  const { data, errors } = await server.request<{ run: { score: Score } }>(
    `{ run(id: "${run}") { score${args} { ${NUMBERS} } } }`,
    {},
    { key },
  );
  return errors?.[0] ?? data.run.score;
}

describe("the split", () => {
  it("keeps each video's questions together and has about the requested share of all questions", () => {
    for (let video = 0; video < COUNT / 4; video++)
      expect(new Set(isPublic.slice(4 * video, 4 * video + 4)).size).toBe(1);
    expect(Math.abs(isPublic.filter(Boolean).length - SHARE * COUNT)).toBeLessThanOrEqual(4);
  });

  it("can be made by maintainers, of a release that has revealed nothing yet", async () => {
    expect((await split({}, await keyOf(server, "nobody"))).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const bad = [{ publicShare: 0 }, { publicShare: 1 }, { publicShare: 0.05 }, { privateOpensAt: "soon" }];
    // With a share of 1, there is no board that a date could open.
    for (const input of bad) expect((await split(input)).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    const visible = await importHidden(server, { slug: "open", access: "visible" });
    const told = await importHidden(server, { slug: "told" });
    await server.submit({ benchmark: told.slug, predictions: answering(told.keys, told.labels) });
    for (const [benchmark, reason] of [
      [visible.slug, /shows its answers/],
      [told.slug, /1 runs have been scored/],
    ] as const) {
      const [error] = (await split({ benchmark }, undefined)).errors ?? [];
      const asAdmin = await server.request(SPLIT, {
        input: { benchmark, publicShare: SHARE, privateOpensAt: FAR },
      });
      expect(error?.extensions.code).toBe("FORBIDDEN");
      expect(asAdmin.errors?.[0]).toMatchObject({
        message: expect.stringMatching(reason),
        extensions: { code: "CONFLICT" },
      });
    }
  });
});

describe("until the private board opens", () => {
  it("maintainers see exact scores over each part; others see scores over the public part only", async () => {
    const { id, key } = await submit(
      wrongWhere((ordinal) => !isPublic[ordinal]),
      "public-only",
    );
    const n = SHARE * COUNT;
    for (const who of [key, null, await keyOf(server, "reader")]) {
      const shown = await score(id, who);
      expect(shown).toMatchObject({ n, coarse: true });
      expect(1 - (shown as Score).value).toBeLessThanOrEqual(scoreStep(n) + 1e-9);
      expect(await score(id, who, "(board: PUBLIC)")).toEqual(shown);
      expect(await score(id, who, "(board: PRIVATE)")).toMatchObject({
        message: `The private board opens on ${FAR}.`,
        extensions: { code: "FORBIDDEN", details: { privateOpensAt: FAR } },
      });
    }
    const right = isPublic.filter(Boolean).length;
    expect(await score(id, maintainer, "(board: PUBLIC)")).toMatchObject({ value: 1, n: right, coarse: false });
    expect(await score(id, maintainer, "(board: PRIVATE)")).toMatchObject({ value: 0, n: COUNT - right });
    expect(await score(id, maintainer)).toMatchObject({ value: right / COUNT, n: COUNT });
  });

  it("the private leaderboard is refused, and the error about a slice states only the number of all questions", async () => {
    const { errors } = await server.request(
      `{ leaderboard(benchmark: "secrets", board: PRIVATE) { totalCount } }`,
      {},
      { key: null },
    );
    expect(errors?.[0]).toMatchObject({ extensions: { code: "FORBIDDEN" } });
    const { id, key } = await submit(
      wrongWhere(() => false),
      "reader-of-errors",
    );
    for (const filter of [`{ keys: ["q0003"] }`, `{ not: { keys: ["q0003"] } }`]) {
      const error = (await score(id, key, `(filter: ${filter})`)) as AnswerError;
      expect(error.message).toMatch(/over all 200 questions/);
    }
  });

  it("two runs that differ only over the private part look the same in every response and export", async () => {
    const everything = (run: string, benchmark = "secrets") => `{
      run(id: "${run}") { score { ${NUMBERS} } remarks(examples: 20) { __typename } partial counts { correct }
        tasks: breakdown(by: [TASK]) { keys { key } score { ${NUMBERS} } }
        levels: breakdown(by: [LEVEL]) { keys { key } score { ${NUMBERS} } }
        scorings { score { value } changeCount } }
      scoreTable(benchmark: "${benchmark}", by: [LEVEL]) { nodes { ... on ScoreTableRun { run { id }
        overall { value rank } cells { value rank } } } }
      leaderboard(benchmark: "${benchmark}") { leftOut questions nodes { rank value rankRange { best worst }
        ... on RankedRun { run { id } score { ${NUMBERS} } } } } }`;
    const seen: string[] = [];
    for (const isWrong of [() => false, (ordinal: number) => !isPublic[ordinal] && ordinal % 2 === 0]) {
      const { id, key } = await submit(wrongWhere(isWrong), "twin");
      const { data, errors } = await server.request<object>(everything(id), {}, { key });
      expect(errors).toBeUndefined();
      const texts = [JSON.stringify(data)];
      for (const format of ["csv", "jsonl", "eee", "inspect", "card"]) {
        const response = await server.app.request(`/export/runs/${id}?format=${format}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        // Only the scores are compared. The responses, which the submitter knows, differ.
        if (response.status === 200)
          texts.push((await response.text()).match(/"?(score|accuracy)"?[^,\n]*/g)?.join() ?? "");
      }
      const text = texts.join("\n").replaceAll(id, "run");
      seen.push(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then"));
      await server.data(`mutation { withdrawRun(input: { run: "${id}" }) { run { id } } }`, {}, { key });
      await server.database.transaction(async (tx) => {
        const { sql } = await import("drizzle-orm");
        await tx.query(sql`update runs set finalized_at = null where id = ${Number(id.slice(4))}::int`);
      });
    }
    expect(seen[1]).toBe(seen[0]);
  });

  it.each([
    ["one prediction", (ordinal: number) => [{ question: secrets.keys[ordinal], response: "nothing" }]],
    ["one failure", (ordinal: number) => [{ question: secrets.keys[ordinal], error: "timeout" }]],
    [
      "all predictions but one",
      (ordinal: number) => secrets.keys.filter((_, at) => at !== ordinal).map((question) => ({ question, error: "x" })),
    ],
  ])("a run with %s does not reveal whether its question is public", async (name, predictions) => {
    const inPublic = isPublic.indexOf(true);
    const places = [inPublic, isPublic.indexOf(false, inPublic)];
    const seen: unknown[] = [];
    for (const place of places) {
      const { id, key } = await submit(predictions(place), `prober ${place} ${name}`);
      seen.push(await score(id, key));
    }
    expect(seen[1]).toEqual(seen[0]);
  });

  it("a run over most questions of one part is not listed, so it does not reveal the part either", async () => {
    const covering = (wanted: boolean) =>
      secrets.keys.flatMap((question, ordinal) =>
        isPublic[ordinal] === wanted && ordinal < COUNT * 0.6 ? [{ question, response: "A" }] : [],
      );
    for (const wanted of [true, false]) {
      const { id, key } = await submit(covering(wanted), `coverer ${wanted}`);
      const { leaderboard } = await server.data<{ leaderboard: { nodes: { run: { id: string } }[] } }>(
        `{ leaderboard(benchmark: "secrets", first: 100) { nodes { ... on RankedRun { run { id } } } } }`,
        {},
        { key },
      );
      expect(leaderboard.nodes.map(({ run }) => run.id)).not.toContain(id);
    }
  });
});

describe("the dates of the boards", () => {
  it("close submissions before the private board opens, whichever date is set last", async () => {
    const host = await importHidden(server, { slug: "dated", count: 80 });
    const configure = (closesAt: string) =>
      server.request(
        `mutation ($input: ConfigureChallengeInput!) { configureChallenge(input: $input) { challenge { closesAt } } }`,
        { input: { benchmark: host.slug, closesAt } },
      );
    const dated = (privateOpensAt: string) => ({ input: { benchmark: host.slug, publicShare: 0.5, privateOpensAt } });
    const refused = {
      message: expect.stringContaining("'closesAt' must not be later than 'privateOpensAt'"),
      extensions: { code: "BAD_USER_INPUT" },
    };
    expect((await configure("2100-01-01T00:00:00Z")).errors).toBeUndefined();
    expect((await server.request(SPLIT, dated("2099-01-01T00:00:00Z"))).errors?.[0]).toMatchObject(refused);
    expect((await server.request(SPLIT, dated("2100-01-01T00:00:00Z"))).errors).toBeUndefined();
    expect((await configure("2100-01-02T00:00:00Z")).errors?.[0]).toMatchObject(refused);
    const { publicShare: _, ...moved } = dated("2099-01-01T00:00:00Z").input;
    expect((await server.request(MOVE, { input: moved })).errors?.[0]).toMatchObject(refused);
  });
});

describe("once the private board is open", () => {
  it("both boards are visible, and the opening can no longer be moved", async () => {
    const { id, key } = await submit(
      wrongWhere((ordinal) => isPublic[ordinal] === true),
      "private-only",
    );
    expect(await score(id, key, "(board: PRIVATE)")).toMatchObject({ extensions: { code: "FORBIDDEN" } });
    const move = (privateOpensAt: string) =>
      server.request(MOVE, { input: { benchmark: "secrets", privateOpensAt } }, { key: maintainer });
    expect((await move("2020-01-01T00:00:00Z")).errors).toBeUndefined();
    expect(await score(id, key, "(board: PRIVATE)")).toMatchObject({ n: COUNT - SHARE * COUNT, coarse: true });
    const [onPublic, onPrivate] = [await score(id, null), await score(id, null, "(board: PRIVATE)")];
    expect((onPublic as Score).value).toBeLessThan(0.1);
    expect((onPrivate as Score).value).toBeGreaterThan(0.9);
    const { leaderboard } = await server.data<{ leaderboard: { nodes: { value: number; run: { id: string } }[] } }>(
      `{ leaderboard(benchmark: "secrets", board: PRIVATE, first: 100) { nodes { value ... on RankedRun { run { id } } } } }`,
      {},
      { key: null },
    );
    expect(leaderboard.nodes.find(({ run }) => run.id === id)?.value).toBe((onPrivate as Score).value);
    expect((await move(FAR)).errors?.[0]?.extensions.code).toBe("CONFLICT");
    // A later run could be fitted to the private board, so it has no score there.
    const late = await submit(answering(secrets.keys, secrets.labels), "late");
    expect(await score(late.id, late.key, "(board: PRIVATE)")).toBeNull();
    expect((await score(late.id, late.key)) as Score).toMatchObject({ coarse: true });
  });
});
