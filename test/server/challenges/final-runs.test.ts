import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  liftQuota,
  wrongLabel,
} from "../hidden/hidden-benchmark.ts";

const COUNT = 200;
const HALF = COUNT / 2;
const FAR = "2999-01-01T00:00:00.000Z";

let server: TestServer;
let secrets: HiddenBenchmark;
let other: HiddenBenchmark;
const keys = new Map<string, string>();
const keyFor = (owner: string): string => keys.get(owner) ?? "";

beforeAll(async () => {
  server = await createTestServer();
  secrets = await importHidden(server, { count: COUNT, share: 0.5 });
  other = await importHidden(server, { slug: "other", count: COUNT });
  // The first half of the questions is public.
  await server.database.transaction((tx) =>
    tx.query({
      text: `update board_splits set public_ordinals = array(select generate_series(0, ${HALF - 1}))`,
      params: [],
    }),
  );
  for (const { slug } of [secrets, other]) await liftQuota(server, slug);
  await open(FAR);
  for (const owner of ["ann", "bob", "cyd", "dee", "dee-2", "eve", "eve-2", "fay", "gus", "hal"])
    keys.set(owner, await keyOf(server, owner));
});
afterAll(() => server.close());

const open = (privateOpensAt: string) =>
  server.data("mutation ($input: MovePrivateBoardInput!) { movePrivateBoard(input: $input) { __typename } }", {
    input: { benchmark: "secrets", privateOpensAt },
  });

const sheet = ({ keys: questions, labels }: HiddenBenchmark, onPublic: number, onPrivate: number): object[] =>
  answering(
    questions,
    labels.map((label, ordinal) =>
      ordinal % HALF < (ordinal < HALF ? onPublic : onPrivate) ? label : wrongLabel(label),
    ),
  );

/** Submits a run with so many right answers on each board. */
const submit = async (owner: string, onPublic: number, onPrivate = 50, input: object = {}): Promise<string> => {
  const run = {
    benchmark: "secrets",
    model: { name: `${owner} ${onPublic} ${onPrivate}` },
    visibility: "PUBLIC",
    predictions: sheet(secrets, onPublic, onPrivate),
    ...input,
  };
  return (await server.submit(run, { key: keyFor(owner) })).id;
};

const choose = (owner: string, runs: readonly string[], benchmark = "secrets") =>
  server.request<{ chooseFinalRuns: { runs: { id: string; chosen: boolean }[] } }>(
    "mutation ($input: ChooseFinalRunsInput!) { chooseFinalRuns(input: $input) { runs { id chosen } } }",
    { input: { benchmark, runs } },
    { key: keyFor(owner) || null },
  );

const chosen = async (owner: string, runs: readonly string[]): Promise<void> => {
  const { data, errors } = await choose(owner, runs);
  expect(errors).toBeUndefined();
  expect(data.chooseFinalRuns.runs).toEqual(runs.map((id) => ({ id, chosen: true })));
};

const update = (owner: string, run: string, visibility: string) =>
  server.data(
    "mutation ($input: UpdateRunInput!) { updateRun(input: $input) { __typename } }",
    { input: { run, visibility } },
    { key: keyFor(owner) },
  );
const withdraw = (owner: string, run: string) =>
  server.data(`mutation { withdrawRun(input: { run: "${run}" }) { __typename } }`, {}, { key: keyFor(owner) });
const merge = (owners: readonly string[]) =>
  server.data("mutation ($input: MergeOwnersInput!) { mergeOwners(input: $input) { __typename } }", {
    input: { benchmark: "secrets", owners },
  });

/** Whether each run is chosen, as a caller sees it; undefined for a run that the caller does not see. */
const flags = async (runs: readonly string[], key: string | null = ADMIN_KEY): Promise<unknown[]> => {
  const seen = runs.map((run) =>
    server.data<{ run: { chosen: boolean | null } | null }>(`{ run(id: "${run}") { chosen } }`, {}, { key }),
  );
  return (await Promise.all(seen)).map(({ run }) => run?.chosen);
};

/** What the private board is to show of each owner once it is open. The tests before the opening fill it. */
const expected: Record<string, { readonly shown: readonly string[]; readonly others: readonly string[] }> = {};

describe("chooseFinalRuns, before the private board opens", () => {
  it("takes at most two runs of the owner, also those that did not rise, and replaces the earlier choice", async () => {
    const runs = [
      await submit("bob", 20),
      await submit("bob", 60),
      await submit("bob", 10),
      await submit("bob", 5, 90),
    ];
    const [first = "", second = "", third = "", fourth = ""] = runs;
    expect((await choose("bob", [first, second, third])).errors?.[0]).toMatchObject({
      message: "'runs' may name at most 2 runs; got 3.",
      extensions: { code: "BAD_USER_INPUT" },
    });
    expect(await flags(runs, keyFor("bob"))).toEqual([false, false, false, false]);
    await chosen("bob", [first]);
    await chosen("bob", [fourth, third]);
    await chosen("bob", [fourth, third]);
    expect(await flags(runs, keyFor("bob"))).toEqual([false, false, true, true]);
    expected.bob = { shown: [third, fourth], others: [first, second] };
  });

  it("tells only the owner and administrators what is chosen", async () => {
    const [run = ""] = expected.bob?.shown ?? [];
    expect(await flags([run])).toEqual([true]);
    for (const key of [null, keyFor("ann")]) expect(await flags([run], key)).toEqual([null]);
  });

  it("takes the choice back with an empty list", async () => {
    const runs = [await submit("cyd", 10), await submit("cyd", 50), await submit("cyd", 80), await submit("cyd", 5)];
    await chosen("cyd", [runs[0] ?? ""]);
    await chosen("cyd", []);
    expect(await flags(runs, keyFor("cyd"))).toEqual([false, false, false, false]);
    expected.cyd = { shown: runs.slice(1, 3), others: [runs[0] ?? "", runs[3] ?? ""] };
  });

  it("keeps two runs at most if several calls arrive at once", async () => {
    const runs: string[] = [];
    for (let index = 0; index < 4; index++) runs.push(await submit("gus", 30));
    await Promise.all([choose("gus", runs.slice(0, 2)), choose("gus", runs.slice(2)), choose("gus", runs.slice(1, 3))]);
    expect((await flags(runs, keyFor("gus"))).filter((flag) => flag === true)).toHaveLength(2);
    await withdraw("gus", runs[0] ?? "");
  });

  it("names the run that cannot be chosen, and why", async () => {
    const own = await submit("ann", 20);
    const refused = async (run: string, code: string, message: RegExp): Promise<void> => {
      const [error] = (await choose("ann", [own, run])).errors ?? [];
      expect(error?.message).toMatch(message);
      expect(error).toMatchObject({ message: expect.stringContaining(run), extensions: { code } });
    };
    const [foreign = ""] = expected.bob?.shown ?? [];
    await refused(foreign, "FORBIDDEN", /belongs to another owner/);
    const unseen = await submit("bob", 30, 30, { visibility: "PRIVATE" });
    await refused(unseen, "NOT_FOUND", /There is no run/);
    const elsewhere = await submit("ann", 0, 0, { benchmark: "other", predictions: sheet(other, 50, 50) });
    await refused(elsewhere, "BAD_USER_INPUT", /is not over the current release of 'secrets'/);
    const begun = { benchmark: "secrets", predictions: sheet(secrets, 50, 50), model: { name: "open" } };
    await refused(await server.openRun(begun, { key: keyFor("ann") }), "CONFLICT", /is OPEN: only a scored run/);
    const gone = await submit("ann", 20);
    await withdraw("ann", gone);
    await refused(gone, "CONFLICT", /is WITHDRAWN: only a scored run/);
    const short = await submit("ann", 0, 0, { predictions: sheet(secrets, 100, 100).slice(0, 0.9 * COUNT) });
    await refused(short, "CONFLICT", /more than a twentieth of its questions without a readable answer/);
    await refused("model_1", "BAD_USER_INPUT", /'runs'/);
    expect(await flags([own], keyFor("ann"))).toEqual([false]);
  });

  it("refuses callers without a key, unknown benchmarks, and leaderboards that are not split", async () => {
    expect((await choose("nobody", [])).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    expect((await choose("ann", [], "secret")).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await choose("ann", [], "other")).errors?.[0]).toMatchObject({
      message: "The leaderboard of 'other' is not split.",
      extensions: { code: "NOT_FOUND" },
    });
    // An administrator's key does not choose for others.
    const { errors } = await server.request(
      "mutation ($input: ChooseFinalRunsInput!) { chooseFinalRuns(input: $input) { __typename } }",
      {
        input: { benchmark: "secrets", runs: expected.bob?.shown },
      },
    );
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("administrators choose among their own runs only"),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("counts merged owners as one", async () => {
    await merge(["dee", "dee-2"]);
    const [one, two] = [await submit("dee", 30), await submit("dee", 10)];
    const [three, four] = [await submit("dee-2", 60), await submit("dee-2", 20)];
    await chosen("dee", [one, two]);
    await chosen("dee-2", [three, four]);
    await chosen("dee-2", [four]);
    // Of the three that are chosen, those that were scored last count.
    expected.dee = { shown: [two, four], others: [one, three] };
  });

  it("shows the two runs that were scored last if owners are merged who have chosen more", async () => {
    const runs: string[] = [];
    for (const owner of ["eve", "eve-2", "eve", "eve-2"]) runs.push(await submit(owner, 30));
    await chosen("eve", [runs[0] ?? "", runs[2] ?? ""]);
    await chosen("eve-2", [runs[1] ?? "", runs[3] ?? ""]);
    await merge(["eve", "eve-2"]);
    expected.eve = { shown: runs.slice(2), others: runs.slice(0, 2) };
  });

  it("is recorded in the audit log", async () => {
    const { auditLog } = await server.data<{ auditLog: { nodes: { owner: string; object: string }[] } }>(
      `{ auditLog(filter: { operations: ["chooseFinalRuns"] }, first: 1) { nodes { owner object } } }`,
    );
    expect(auditLog.nodes).toEqual([{ owner: "eve-2", object: "secrets" }]);
  });
});

describe("once the private board is open", () => {
  /** The last two that rise are the default. Later ones do not count. */
  let risen: readonly string[];
  let late = "";
  let hidden = "";
  let left: readonly string[];
  beforeAll(async () => {
    const climbing: string[] = [];
    for (const right of [10, 45, 70, 95]) climbing.push(await submit("hal", right));
    risen = climbing;
    hidden = await submit("fay", 90, 95, { visibility: "PRIVATE" });
    left = [await submit("fay", 80, 80), await submit("fay", 70, 70)];
    await chosen("fay", [hidden, left[0] ?? ""]);
    await withdraw("fay", left[0] ?? "");
    await open("2020-01-01T00:00:00Z");
    late = await submit("hal", 100, 100);
  });

  const privateScore = async (run: string, key: string | null): Promise<number | null> => {
    const { run: found } = await server.data<{ run: { score: { value: number; repeatsBest: boolean } | null } | null }>(
      `{ run(id: "${run}") { score(board: PRIVATE) { value repeatsBest } } }`,
      {},
      { key },
    );
    expect(found?.score?.repeatsBest ?? false).toBe(false);
    return found?.score?.value ?? null;
  };
  const board = async (key: string | null): Promise<readonly string[]> =>
    (
      await server.data<{ leaderboard: { nodes: { run: { id: string } }[] } }>(
        `{ leaderboard(benchmark: "secrets", board: PRIVATE, first: 100) { nodes { ... on RankedRun { run { id } } } } }`,
        {},
        { key },
      )
    ).leaderboard.nodes.map(({ run }) => run.id);

  it("it shows the chosen runs, and the last two that rose of an owner without a choice", async () => {
    expected.hal = { shown: risen.slice(2), others: [...risen.slice(0, 2), late] };
    const listed = await board(null);
    for (const [owner, { shown, others }] of Object.entries(expected)) {
      for (const key of [null, keyFor(owner)]) {
        for (const run of shown) expect(await privateScore(run, key), `${run} of ${owner}`).not.toBeNull();
        for (const run of others) expect(await privateScore(run, key), `${run} of ${owner}`).toBeNull();
      }
      expect(listed).toEqual(expect.arrayContaining([...shown]));
      expect(listed.filter((run) => others.includes(run))).toEqual([]);
    }
    // A run that did not rise on the public board shows its own score here.
    const [, best = ""] = expected.bob?.shown ?? [];
    expect(Math.abs(((await privateScore(best, null)) ?? 0) - 0.9)).toBeLessThan(0.06);
  });

  it("a chosen run that is private or withdrawn is not shown to others, and no other run takes its place", async () => {
    expect(await privateScore(hidden, keyFor("fay"))).not.toBeNull();
    expect(await privateScore(hidden, null)).toBeNull();
    expect(await privateScore(left[1] ?? "", null)).toBeNull();
    expect((await board(null)).filter((run) => [hidden, ...left].includes(run))).toEqual([]);
    await update("fay", hidden, "PUBLIC");
    expect(await privateScore(hidden, null)).not.toBeNull();
  });

  it("the choice can no longer be changed", async () => {
    const privateOpensAt = expect.stringMatching(/^20/);
    for (const runs of [[], risen.slice(0, 1)])
      expect((await choose("hal", runs)).errors?.[0]).toMatchObject({
        message: expect.stringMatching(
          /^The private board of 'secrets' opened on 20.*: the choice .* can no longer be/,
        ),
        extensions: { code: "FORBIDDEN", details: { privateOpensAt } },
      });
    expect(await flags(risen, keyFor("hal"))).toEqual([false, false, false, false]);
  });
});
