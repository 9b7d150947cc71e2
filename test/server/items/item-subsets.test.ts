import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ItemQueue } from "../../../src/server/workers/item-tasks.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { turns } from "../../support/turns.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  LABELS,
  liftQuota,
  seeded,
} from "../hidden/hidden-benchmark.ts";

const COUNT = 120;
const SIZE = 20;
const FAMILIES = ["alpha", "beta", "gamma", "delta", "omega"] as const;

const SUBSET = `id of seed keys weights method runFolds familyFolds keyRevision filter
  errors { method leaveOneOut { mean p95 estimates } leaveFamilyOut { mean p95 estimates } }
  estimator { modelShare curve discrimination } evidence { runs families }`;
const CHOOSE = `query ($benchmark: String!, $size: Int!, $filter: QuestionFilter, $runs: RunFilter) {
  representativeSubset(benchmark: $benchmark, size: $size, filter: $filter, runs: $runs) {
    subset { ${SUBSET} } evidence { runs families } withheld { figure needs { runs families } } } }`;
const STORE = `mutation ($input: StoreSubsetInput!) { storeSubset(input: $input) { subset { ${SUBSET} } } }`;
const ESTIMATE = `query ($id: ID!) { run(id: $id) { partial score { value } estimate {
  value standardError interval { lower upper level } asked subset { id } } } }`;
const NEXT = `query ($run: ID!, $count: Int!, $filter: QuestionFilter) { nextQuestions(run: $run, count: $count, filter: $filter) {
  ability standardError asked questions { information question { key } } withheld { figure } } }`;

interface Subset {
  readonly id: string | null;
  readonly of: number;
  readonly keys: readonly string[];
  readonly weights: readonly number[];
  readonly method: string;
  readonly runFolds: number;
  readonly familyFolds: number;
  readonly errors: readonly { readonly method: string; readonly leaveFamilyOut: { readonly mean: number } }[];
  readonly evidence: { readonly runs: number; readonly families: number };
}
interface Choice {
  readonly subset: Subset | null;
  readonly evidence: { readonly runs: number };
  readonly withheld: readonly { readonly figure: string }[];
}
interface Estimated {
  readonly partial: boolean;
  readonly score: { readonly value: number };
  readonly estimate: {
    readonly value: number;
    readonly interval: { readonly lower: number; readonly upper: number };
    readonly asked: number;
    readonly subset: { readonly id: string };
  } | null;
}

let server: TestServer;
let open: HiddenBenchmark;
let hidden: HiddenBenchmark;
let owner: string;
let maintainer: string;
let stored: Subset;
let smallRun: string;

/** The answers of a model. Nearly all models have the easiest question right, and only the ablest the hardest one. */
function answersOf(skill: number, seed: number): string[] {
  const random = seeded(seed);
  return open.labels.map((right, index) => {
    const hardness = ((index * 37) % COUNT) / COUNT;
    const knows = 1 / (1 + Math.exp(-6 * (skill - hardness)));
    const guess = LABELS[Math.floor(random() * 4)] ?? "A";
    return random() < knows ? right : guess;
  });
}

const submit = (keys: readonly string[], labels: readonly string[], fields: object, benchmark = open) =>
  server.submit(
    { benchmark: benchmark.slug, visibility: "PUBLIC", predictions: answering(keys, labels), ...fields },
    { key: owner },
  );

/** The labels for some of the questions, from the labels for all questions. */
const among = (keys: readonly string[], labels: readonly string[]): string[] =>
  keys.map((key) => labels[open.keys.indexOf(key)] ?? "A");

const choose = async (variables: object = {}, key: string | null = null): Promise<Choice> =>
  (
    await server.data<{ representativeSubset: Choice }>(
      CHOOSE,
      { benchmark: open.slug, size: SIZE, ...variables },
      { key },
    )
  ).representativeSubset;

const estimated = async (id: string, key: string | null = null): Promise<Estimated> =>
  (await server.data<{ run: Estimated }>(ESTIMATE, { id }, { key })).run;

const codeOf = async (query: string, variables: object, key: string | null): Promise<string | undefined> =>
  (await server.request(query, variables, { key })).errors?.[0]?.extensions.code;

beforeAll(async () => {
  server = await createTestServer();
  open = await importHidden(server, { slug: "open", count: COUNT, access: "visible" });
  hidden = await importHidden(server, { slug: "secrets", count: COUNT });
  [owner, maintainer] = [await keyOf(server, "owner"), await keyOf(server, "mia")];
  for (const { slug } of [open, hidden]) await liftQuota(server, slug);
  await server.data(`mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }`, {
    input: { benchmark: hidden.slug, owner: "mia" },
  });
  for (let run = 0; run < 15; run++) {
    const name = `${FAMILIES[run % FAMILIES.length]}-${run}`;
    await submit(open.keys, answersOf(0.1 + 0.055 * run, run + 1), { model: { name } });
    await submit(hidden.keys, answersOf(0.1 + 0.055 * run, run + 1), { model: { name } }, hidden);
  }
  await submit(open.keys, answersOf(0, 77), { model: { name: "alpha-private" }, visibility: "PRIVATE" });
  const input = { benchmark: open.slug, size: SIZE };
  stored = (await server.data<{ storeSubset: { subset: Subset } }>(STORE, { input }, { key: owner })).storeSubset
    .subset;
  const labels = answersOf(0.6, 4321);
  smallRun = (await submit(stored.keys, among(stored.keys, labels), { model: { name: "new-model" } })).id;
});
afterAll(() => server.close());

describe("a representative subset", () => {
  it("has keys, weights, the chosen method, and the measured error of every method", async () => {
    const { subset } = await choose();
    expect(subset?.keys).toHaveLength(SIZE);
    expect(new Set(subset?.keys).size).toBe(SIZE);
    for (const key of subset?.keys ?? []) expect(open.keys).toContain(key);
    expect(subset?.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
    const means = subset?.errors.map(({ leaveFamilyOut }) => leaveFamilyOut.mean) ?? [];
    expect(means).toHaveLength(6);
    expect(means).toEqual(means.toSorted((a, b) => a - b));
    expect(subset?.errors[0]?.method).toBe(subset?.method);
    expect(subset).toMatchObject({ id: null, of: COUNT, runFolds: 15, familyFolds: 5, keyRevision: 1 });
    expect(subset?.evidence).toEqual({ runs: 15, families: 5 });
  });

  it("is the same for the same seed, can be limited to a slice, and counts only runs that the viewer can see", async () => {
    expect((await choose()).subset).toEqual((await choose()).subset);
    const sliced = (await choose({ filter: { levels: ["REASONING"] }, size: 10 })).subset;
    expect(sliced?.of).toBe(COUNT / 2);
    for (const key of sliced?.keys ?? []) expect(open.keys.indexOf(key) % 2).toBe(1);
    expect((await choose({}, owner)).evidence.runs).toBe(16);
  });

  it("holds neither a request nor other statistics: it says how far it is, and is found by asking again", async () => {
    const { pool } = server.services.runs;
    const { waitMs } = pool.limits;
    Object.assign(pool.limits, { waitMs: 0 });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order: string[] = [];
    const compute = pool.compute.bind(pool);
    vi.spyOn(pool, "compute").mockImplementation(async (task, milliseconds) => {
      order.push(task.kind);
      // The sixth of the 20 folds ends only when the statistics of another request wait for their turn.
      if (order.length === 6) await held;
      return compute(task, milliseconds);
    });
    const queued = vi.spyOn(ItemQueue.prototype, "run");
    const ask = () =>
      server.request<{ representativeSubset: Choice }>(CHOOSE, { benchmark: open.slug, size: 30 }, { key: null });
    const seen: number[] = [];
    let answer = await ask();
    let statistics: Promise<unknown> | null = null;
    for (; answer.errors !== undefined; answer = await ask()) {
      const { code, details } = answer.errors[0]?.extensions ?? {};
      expect([code, details]).toEqual(["UNAVAILABLE", { retryAfter: 2, progress: expect.any(Number) }]);
      seen.push((details as { progress: number }).progress);
      if (order.length === 6)
        statistics ??= server.data(
          `{ itemAnalysis(benchmark: "${open.slug}", runs: { models: ["alpha-0", "beta-1"] }) { totalCount } }`,
        );
      if (queued.mock.calls.length === 7) release();
      await turns(1);
    }
    await statistics;
    vi.restoreAllMocks();
    Object.assign(pool.limits, { waitMs });
    expect(seen).toContain(5 / 21);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(order.indexOf("statistics")).toBe(6);
    expect(order.filter((kind) => kind === "subsetFold")).toHaveLength(20);
    expect(answer.data?.representativeSubset.subset?.keys).toHaveLength(30);
    expect(server.logged.filter((line) => JSON.stringify(line).includes("is being chosen"))).toEqual([]);
  });

  it("is withheld if there are too few runs or families, and refused for sizes out of range", async () => {
    const one = await choose({ runs: { models: ["alpha-0", "alpha-5", "alpha-10"] } });
    expect(one).toMatchObject({ subset: null, evidence: { runs: 3 }, withheld: [{ figure: "SUBSET" }] });
    for (const size of [0, COUNT + 1, 1_001])
      expect(await codeOf(CHOOSE, { benchmark: open.slug, size }, null)).toBe("BAD_USER_INPUT");
    const input = { benchmark: open.slug, size: SIZE, runs: { models: ["alpha-0"] } };
    expect(await codeOf(STORE, { input }, owner)).toBe("CONFLICT");
    expect(await codeOf(STORE, { input }, null)).toBe("UNAUTHENTICATED");
  });

  it("is stored once, from public runs only, and read by its id", async () => {
    expect(stored.id).toMatch(/^subset_\d+$/);
    expect(stored.evidence).toEqual({ runs: 15, families: 5 });
    const input = { benchmark: open.slug, size: SIZE };
    const again = await server.data<{ storeSubset: { subset: Subset } }>(STORE, { input }, { key: maintainer });
    expect(again.storeSubset.subset).toEqual(stored);
    const read = await server.data<{ storedSubset: Subset | null }>(
      `query ($id: ID!) { storedSubset(id: $id) { ${SUBSET} } }`,
      { id: stored.id },
      { key: null },
    );
    expect(read.storedSubset).toEqual(stored);
  });
});

describe("a run over a stored subset", () => {
  it("has an estimate close to its full score, and names the subset behind the estimate", async () => {
    const labels = answersOf(0.6, 4321);
    const full = labels.filter((label, index) => label === open.labels[index]).length / COUNT;
    const { estimate, partial } = await estimated(smallRun);
    expect(partial).toBe(true);
    expect(estimate).toMatchObject({ asked: SIZE, subset: { id: stored.id } });
    expect(estimate?.interval.lower).toBeLessThanOrEqual(full);
    expect(estimate?.interval.upper).toBeGreaterThanOrEqual(full);
    expect(Math.abs((estimate?.value ?? 2) - full)).toBeLessThan(0.15);
  });

  it("is never ranked by its estimate, even among partial runs", async () => {
    const board = async (partial: boolean) =>
      (
        await server.data<{
          leaderboard: {
            nodes: { score: { value: number }; run: { id: string; estimate: { value: number } | null } }[];
          };
        }>(
          `query ($partial: Boolean!) { leaderboard(benchmark: "open", partial: $partial, first: 100) {
            nodes { ... on RankedRun { score { value } run { id estimate { value } } } } } }`,
          { partial },
          { key: null },
        )
      ).leaderboard.nodes;
    expect((await board(false)).map(({ run }) => run.id)).not.toContain(smallRun);
    const all = await board(true);
    const values = all.map(({ score }) => score.value);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    const own = all.find(({ run }) => run.id === smallRun);
    const { score, estimate } = await estimated(smallRun);
    expect(own?.score.value).toBe(score.value);
    expect(own?.score.value).not.toBe(estimate?.value);
    expect(all.filter(({ run }) => run.estimate !== null).map(({ run }) => run.id)).toEqual([smallRun]);
  });

  it("has an estimate only if it has exactly the questions of the subset and was asked with options", async () => {
    const labels = answersOf(0.6, 4321);
    const fewer = stored.keys.slice(1);
    const other = [...fewer, open.keys.find((key) => !stored.keys.includes(key)) ?? ""];
    for (const [keys, fields] of [
      [fewer, {}],
      [other, {}],
      [stored.keys, { openEnded: true }],
    ] as const) {
      const { id } = await submit(keys, among(keys, labels), { model: { name: "others" }, ...fields });
      expect((await estimated(id)).estimate).toBeNull();
    }
    const broken = answering(stored.keys, among(stored.keys, labels)).with(0, {
      question: stored.keys[0],
      error: "out of memory",
    });
    const { id } = await server.submit(
      { benchmark: open.slug, visibility: "PUBLIC", model: { name: "broken" }, predictions: broken },
      { key: owner },
    );
    expect((await estimated(id)).estimate).toMatchObject({ asked: SIZE });
  });
});

describe("the next questions of a run", () => {
  it("are questions that the run was not asked, the most informative first", async () => {
    const { nextQuestions: next } = await server.data<{
      nextQuestions: {
        ability: number;
        standardError: number;
        asked: number;
        questions: { information: number; question: { key: string } }[];
      };
    }>(NEXT, { run: smallRun, count: 15 }, { key: null });
    expect(next).toMatchObject({ asked: SIZE, ability: expect.any(Number), standardError: expect.any(Number) });
    expect(next.questions).toHaveLength(15);
    for (const { question } of next.questions) expect(stored.keys).not.toContain(question.key);
    const values = next.questions.map(({ information }) => information);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(values.at(-1)).toBeGreaterThan(0);
  });

  it("are refused if the run does not exist or is not visible, or if the count is out of range", async () => {
    expect(await codeOf(NEXT, { run: smallRun, count: 1_001 }, null)).toBe("BAD_USER_INPUT");
    expect(await codeOf(NEXT, { run: "run_999999999", count: 1 }, null)).toBe("NOT_FOUND");
    expect(await codeOf(NEXT, { run: "question_1", count: 1 }, null)).toBe("BAD_USER_INPUT");
    const secret = (await submit(open.keys, answersOf(0.5, 9), { model: { name: "mine" }, visibility: "PRIVATE" })).id;
    expect(await codeOf(NEXT, { run: secret, count: 1 }, null)).toBe("NOT_FOUND");
  });
});

describe("if the answers are hidden", () => {
  it("only maintainers can read subsets, estimates and next questions", async () => {
    const input = { benchmark: hidden.slug, size: SIZE };
    expect(await codeOf(CHOOSE, input, owner)).toBe("FORBIDDEN");
    expect(await codeOf(STORE, { input }, owner)).toBe("FORBIDDEN");
    const { storeSubset } = await server.data<{ storeSubset: { subset: Subset } }>(
      STORE,
      { input },
      { key: maintainer },
    );
    const { id, keys } = storeSubset.subset;
    const read = (key: string | null) =>
      server.data<{ storedSubset: object | null }>(
        `query ($id: ID!) { storedSubset(id: $id) { id } }`,
        { id },
        { key },
      );
    expect((await read(owner)).storedSubset).toBeNull();
    expect((await read(maintainer)).storedSubset).toEqual({ id });
    const labels = keys.map((key) => hidden.labels[hidden.keys.indexOf(key)] ?? "A");
    const run = (await submit(keys, labels, { model: { name: "prober" } }, hidden)).id;
    const seen = `query ($id: ID!) { run(id: $id) { estimate { value } } }`;
    const estimateFor = async (key: string | null) =>
      (await server.data<{ run: { estimate: object | null } }>(seen, { id: run }, { key })).run.estimate;
    expect(await estimateFor(null)).toBeNull();
    expect(await estimateFor(owner)).toBeNull();
    expect(await estimateFor(maintainer)).not.toBeNull();
    expect(await codeOf(NEXT, { run, count: 5 }, owner)).toBe("FORBIDDEN");
    expect(await codeOf(NEXT, { run, count: 5 }, maintainer)).toBeUndefined();
  });
});
