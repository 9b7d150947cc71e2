import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  LABELS,
  liftQuota,
  seeded,
} from "../hidden/hidden-benchmark.ts";

interface Option {
  readonly label: string | null;
  readonly isKey: boolean;
  readonly count: number;
  readonly share: number;
  readonly meanAbility: number | null;
}

interface Item {
  readonly question: { readonly key: string };
  readonly asked: number;
  readonly share: number | null;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  readonly shareByBand: readonly (number | null)[];
  readonly discrimination: number | null;
  readonly unparsed: number | null;
  readonly options: readonly Option[];
}

interface Analysis {
  readonly evidence: { readonly runs: number; readonly families: number };
  readonly withheld: readonly { readonly figure: string; readonly needs: { readonly runs: number } }[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Item[];
}

const FIGURES = `asked share interval { lower upper } shareByBand discrimination unparsed
  options { label isKey count share meanAbility }`;
const ANALYSIS = `query ($benchmark: String!, $filter: QuestionFilter, $runs: RunFilter, $orderBy: ItemOrder, $first: Int, $after: String) {
  itemAnalysis(benchmark: $benchmark, filter: $filter, runs: $runs, orderBy: $orderBy, first: $first, after: $after) {
    evidence { runs families } withheld { figure needs { runs } } totalCount pageInfo { hasNextPage endCursor }
    nodes { question { key } ${FIGURES} } } }`;

const COUNT = 40;
const FAMILIES = ["alpha", "beta", "gamma", "delta", "omega"] as const;

let server: TestServer;
let open: HiddenBenchmark;
/** The labels that each public run chose, null for a refusal. The runs are in the order of submission. */
const chosen: (string | null)[][] = [];

/** Answers that are right with the given probability. One in twenty is a refusal. */
function answersOf(skill: number, seed: number): (string | null)[] {
  const random = seeded(seed);
  return open.labels.map((right) => {
    const [refuses, knows, guess] = [random(), random(), random()];
    if (refuses < 0.05) return null;
    return knows < skill ? right : (LABELS[Math.floor(guess * 4)] ?? "A");
  });
}

const submit = (labels: readonly (string | null)[], name: string, key: string, visibility = "PUBLIC") =>
  server.submit(
    {
      benchmark: open.slug,
      visibility,
      model: { name },
      predictions: answering(
        open.keys,
        labels.map((label) => label ?? "I cannot tell."),
      ),
    },
    { key },
  );

const analysis = async (variables: object = {}, key: string | null = null): Promise<Analysis> =>
  (
    await server.data<{ itemAnalysis: Analysis }>(
      ANALYSIS,
      { benchmark: open.slug, first: COUNT, ...variables },
      { key },
    )
  ).itemAnalysis;

beforeAll(async () => {
  server = await createTestServer();
  open = await importHidden(server, { slug: "open", count: COUNT, access: "visible" });
  await liftQuota(server, open.slug);
  const owner = await keyOf(server, "owner");
  for (let run = 0; run < 10; run++) {
    const labels = answersOf(0.1 + 0.08 * run, run + 1);
    await submit(labels, `${FAMILIES[run % FAMILIES.length]}-${run}`, owner);
    chosen.push(labels);
  }
});
afterAll(() => server.close());

/** The statistics of a question, counted from the submitted answers alone. */
function counted(index: number) {
  const answers = chosen.map((labels) => labels[index]);
  const right = open.labels[index];
  return {
    share: answers.filter((label) => label === right).length / answers.length,
    unparsed: answers.filter((label) => label === null).length / answers.length,
    options: [...LABELS, null].map((label) => ({
      label,
      isKey: label === right,
      count: answers.filter((answer) => answer === label).length,
    })),
  };
}

/** Pearson's correlation, as textbooks write it. */
function pearson(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (of: (index: number) => number): number => x.reduce((total, _, index) => total + of(index), 0);
  const [dx, dy] = [(i: number) => (x[i] ?? 0) - mx, (i: number) => (y[i] ?? 0) - my];
  return sum((i) => dx(i) * dy(i)) / Math.sqrt(sum((i) => dx(i) ** 2) * sum((i) => dy(i) ** 2));
}

const scoreOf = (labels: readonly (string | null)[], index: number): number =>
  labels[index] === open.labels[index] ? 1 : 0;

describe("itemAnalysis", () => {
  it("counts who is right, who refuses and who chooses which option, as in the submitted answers", async () => {
    const { nodes, evidence, withheld, totalCount } = await analysis();
    expect({ evidence, withheld, totalCount }).toEqual({
      evidence: { runs: 10, families: FAMILIES.length },
      withheld: [],
      totalCount: COUNT,
    });
    expect(nodes.map(({ question }) => question.key)).toEqual(open.keys);
    for (const [index, { asked, share, unparsed, interval, options }] of nodes.entries()) {
      const expected = counted(index);
      expect(asked).toBe(10);
      expect(share).toBeCloseTo(expected.share, 6);
      expect(unparsed).toBeCloseTo(expected.unparsed, 6);
      expect(options.map(({ label, isKey, count }) => ({ label, isKey, count }))).toEqual(expected.options);
      expect(interval?.lower).toBeLessThanOrEqual(share ?? 0);
      expect(interval?.upper).toBeGreaterThanOrEqual(share ?? 1);
    }
  });

  it("correlates a question's scores with the scores on all other questions", async () => {
    const { nodes } = await analysis();
    let compared = 0;
    for (const [index, { discrimination }] of nodes.entries()) {
      const scores = chosen.map((labels) => scoreOf(labels, index));
      const rests = chosen.map((labels) =>
        labels.reduce((sum, _, other) => sum + (other === index ? 0 : scoreOf(labels, other)), 0),
      );
      const expected = pearson(scores, rests);
      if (Number.isNaN(expected)) expect(discrimination).toBeNull();
      else {
        compared += 1;
        expect(discrimination).toBeCloseTo(expected, 5);
      }
    }
    expect(compared).toBeGreaterThan(COUNT / 2);
  });

  it("lists a slice in any order, page by page", async () => {
    const whole = await analysis();
    const orderBy = { field: "DISCRIMINATION", direction: "ASC" };
    const levels = ["REASONING"];
    const all = await analysis({ orderBy, filter: { levels } });
    expect(all.totalCount).toBe(COUNT / 2);
    const values = all.nodes.flatMap(({ discrimination }) => discrimination ?? []);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    for (const item of all.nodes) expect(whole.nodes).toContainEqual(item);
    const pages: Item[] = [];
    for (let after: string | null = null; ; ) {
      const page: Analysis = await analysis({ orderBy, filter: { levels }, first: 7, after });
      pages.push(...page.nodes);
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(pages).toEqual(all.nodes);
  });

  it("withholds figures that need more runs, and says how many runs they need", async () => {
    const { nodes, evidence, withheld } = await analysis({ runs: { models: ["alpha-0", "beta-1", "gamma-2"] } });
    expect(evidence).toEqual({ runs: 3, families: 3 });
    expect(withheld.map(({ figure, needs }) => [figure, needs.runs])).toEqual([
      ["BANDS", 9],
      ["DISCRIMINATION", 8],
      ["MODEL", 8],
    ]);
    expect(
      nodes.every(
        ({ share, discrimination, shareByBand }) =>
          share !== null && discrimination === null && shareByBand.length === 0,
      ),
    ).toBe(true);
    const two = await analysis({ runs: { models: ["alpha-0", "beta-1"] }, orderBy: { field: "SHARE" } });
    expect(two.withheld.map(({ figure }) => figure)).toEqual(["SHARE", "BANDS", "DISCRIMINATION", "MODEL"]);
    expect(
      two.nodes.map(({ question, share, interval, unparsed, options }) => ({
        key: question.key,
        share,
        interval,
        unparsed,
        options,
      })),
    ).toEqual(open.keys.map((key) => ({ key, share: null, interval: null, unparsed: null, options: [] })));
  });

  it("counts a private run only for its owner", async () => {
    const secret = await keyOf(server, "secret");
    const other = await keyOf(server, "someone");
    const before = await analysis({}, other);
    await submit(answersOf(0.9, 77), "hidden-model", secret, "PRIVATE");
    expect((await analysis({}, secret)).evidence.runs).toBe(11);
    expect(await analysis({}, other)).toEqual(before);
    expect(await analysis()).toEqual(before);
  });

  it("returns the same figures for one question as in the list", async () => {
    const { nodes } = await analysis();
    const { question } = await server.data<{ question: { statistics: object } }>(
      `query ($key: String!) { question(benchmark: "open", key: $key) { statistics { question { key } ${FIGURES} } } }`,
      { key: open.keys[3] },
      { key: null },
    );
    expect(question.statistics).toEqual(nodes[3]);
  });

  it("changes when an answer key is corrected", async () => {
    const [before] = (await analysis({ first: 1 })).nodes;
    const answer = LABELS.find((label) => label !== open.labels[0]) ?? "A";
    await server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }", {
      input: { benchmark: open.slug, corrections: [{ question: open.keys[0], answer }], reason: "r", author: "a" },
    });
    const [after] = (await analysis({ first: 1 })).nodes;
    expect(after?.options.map(({ count }) => count)).toEqual(before?.options.map(({ count }) => count));
    expect(after?.options.find(({ isKey }) => isKey)?.label).toBe(answer);
    expect(after?.share).toBeCloseTo((after?.options.find(({ isKey }) => isKey)?.count ?? -1) / 10, 6);
  });
});
