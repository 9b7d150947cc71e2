import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { Random } from "../../fixtures/random.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { randomPredictions } from "./random-predictions.ts";

interface Tested {
  readonly tests: number;
  readonly uncorrectedPValue: number;
  readonly adjustedPValue: number;
  readonly interval: { readonly lower: number; readonly upper: number };
  readonly adjustedInterval: { readonly lower: number; readonly upper: number };
}
interface Compared extends Tested {
  readonly difference: number;
  readonly onlyA: number;
  readonly cells: readonly (Tested & { readonly pValue: number })[];
}
interface Keys {
  readonly totalCount: number;
  readonly nodes: readonly { readonly key: string }[];
}
interface WithReference {
  readonly compareWithReference: {
    readonly reference: { readonly id: string };
    readonly comparisons: readonly (Compared & { readonly a: { readonly id: string } })[];
    readonly uniquelyRight: readonly { readonly run: { readonly id: string }; readonly questions: Keys }[];
  };
}

const TESTED = "tests uncorrectedPValue adjustedPValue interval { lower upper } adjustedInterval { lower upper }";
const FIGURES = `${TESTED} difference onlyA cells { pValue ${TESTED} }`;
const WITH_REFERENCE = `query ($reference: ID!, $runs: [ID!]!, $filter: QuestionFilter) {
  compareWithReference(reference: $reference, runs: $runs, filter: $filter, by: [TASK]) {
    reference { id } comparisons { a { id } ${FIGURES} }
    uniquelyRight { run { id } questions(first: 1000) { totalCount nodes { key } } } } }`;

/**
 * Holm's method: the smallest p-value is multiplied by m, the next by m − 1, and so on; none becomes smaller
 * than the one before.
 */
function holm(pValues: readonly number[]): number[] {
  const sorted = [...pValues].sort((a, b) => a - b);
  let least = 0;
  const adjusted = new Map<number, number>();
  for (const [rank, p] of sorted.entries()) {
    least = Math.max(least, Math.min(1, p * (sorted.length - rank)));
    if (!adjusted.has(p)) adjusted.set(p, least);
  }
  return pValues.map((p) => adjusted.get(p) ?? Number.NaN);
}

const excludesZero = ({ lower, upper }: Tested["interval"]): boolean => lower > 0 || upper < 0;

/** Each test is corrected for all of its family by Bonferroni's inequality, and its interval agrees with its p-value. */
function expectCorrected(family: readonly Tested[]): void {
  for (const { tests, uncorrectedPValue, adjustedPValue, interval, adjustedInterval } of family) {
    expect(tests).toBe(family.length);
    expect(adjustedPValue).toBeCloseTo(Math.min(1, family.length * uncorrectedPValue), 12);
    expect(excludesZero(interval)).toBe(uncorrectedPValue < 0.05);
    expect(excludesZero(adjustedInterval)).toBe(adjustedPValue < 0.05);
    expect(adjustedInterval.lower).toBeLessThanOrEqual(interval.lower);
    expect(adjustedInterval.upper).toBeGreaterThanOrEqual(interval.upper);
  }
}

describe("a comparison of runs with a reference", () => {
  let server: TestServer;
  const ids: string[] = [];

  beforeAll(async () => {
    server = await createTestServer();
    const random = new Random(7);
    for (let index = 0; index < 4; index++) {
      const predictions = randomPredictions(random);
      ids.push((await server.submit({ model: { name: `m${index}` }, inputs: ["VIDEO"], predictions })).id);
    }
  });
  afterAll(() => server.close());

  const compared = async (filter = {}) =>
    (await server.data<WithReference>(WITH_REFERENCE, { reference: ids[0], runs: ids.slice(1), filter }))
      .compareWithReference;

  it.each([{}, { levels: ["REASONING"] }])(
    "over %j has intervals and p-values that are corrected for all runs, and for all cells of all runs",
    async (filter) => {
      const { comparisons, reference } = await compared(filter);
      expect(reference.id).toBe(ids[0]);
      expect(comparisons.map(({ a }) => a.id)).toEqual(ids.slice(1));
      const cells = comparisons.flatMap((one) => one.cells);
      expectCorrected(comparisons);
      expectCorrected(cells);
      expect(cells.some(({ uncorrectedPValue, adjustedPValue }) => adjustedPValue > uncorrectedPValue)).toBe(true);
    },
  );

  it("has the figures of compareRuns, whose pair is one test, with and without cells", async () => {
    const { comparisons } = await compared();
    for (const { a, uncorrectedPValue, difference, onlyA, cells } of comparisons) {
      const pair = async (by: readonly string[] | null) =>
        (
          await server.data<{ compareRuns: Compared }>(
            `query ($a: ID!, $b: ID!, $by: [Dimension!]) { compareRuns(a: $a, b: $b, by: $by) { ${FIGURES} } }`,
            { a: a.id, b: ids[0], by },
          )
        ).compareRuns;
      const { cells: own, ...whole } = await pair(["TASK"]);
      expect(whole).toMatchObject({
        tests: 1,
        uncorrectedPValue,
        adjustedPValue: uncorrectedPValue,
        difference,
        onlyA,
      });
      expect(whole).toEqual({ ...(await pair(null)), cells: undefined });
      expectCorrected([whole]);
      expectCorrected(own);
      const raw = own.map((cell) => cell.uncorrectedPValue);
      expect(raw).toEqual(cells.map((cell) => cell.uncorrectedPValue));
      // The deprecated p-value is still corrected by Holm's method.
      for (const [place, p] of holm(raw).entries()) expect(own[place]?.pValue).toBeCloseTo(p, 12);
    }
  });

  /** The keys of the questions that a run has right, from its predictions. */
  async function rightIn(run: string | undefined): Promise<ReadonlySet<string>> {
    const { run: found } = await server.data<{
      run: { predictions: { nodes: { question: { key: string }; score: number | null }[] } };
    }>("query ($r: ID!) { run(id: $r) { predictions(first: 1000) { nodes { question { key } score } } } }", { r: run });
    return new Set(found.predictions.nodes.flatMap(({ question, score }) => (score === 1 ? [question.key] : [])));
  }

  it("lists for each run the questions that only this run has right, as its predictions show", async () => {
    const { uniquelyRight } = await compared();
    const right = await Promise.all(ids.map(rightIn));
    expect(uniquelyRight.map(({ run }) => run.id)).toEqual(ids);
    for (const [place, { questions }] of uniquelyRight.entries()) {
      const alone = [...(right[place] ?? [])].filter((key) => right.filter((keys) => keys.has(key)).length === 1);
      expect(new Set(questions.nodes.map(({ key }) => key))).toEqual(new Set(alone));
      expect(questions.totalCount).toBe(alone.length);
    }
    expect(uniquelyRight.some(({ questions }) => questions.totalCount > 0)).toBe(true);
  });

  it("lists the questions that only a given run has right, page by page", async () => {
    const { uniquelyRight } = await compared();
    const [{ run, questions } = { run: { id: "" }, questions: { totalCount: 0, nodes: [] } }] = uniquelyRight;
    const document = `query ($reference: ID!, $runs: [ID!]!, $run: ID!, $after: String) {
      compareWithReference(reference: $reference, runs: $runs) {
        uniquelyRight(run: $run) { questions(first: 2, after: $after) { nodes { key } pageInfo { endCursor hasNextPage } } } } }`;
    type Page = Keys & { readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean } };
    const keys: string[] = [];
    for (let after: string | null = null, hasNext = true; hasNext; ) {
      const variables: object = { reference: ids[0], runs: ids.slice(1), run: run.id, after };
      const answer: { compareWithReference: { uniquelyRight: { questions: Page }[] } } = await server.data(
        document,
        variables,
      );
      const [list] = answer.compareWithReference.uniquelyRight;
      keys.push(...(list?.questions.nodes.map(({ key }) => key) ?? []));
      [after, hasNext] = [list?.questions.pageInfo.endCursor ?? null, list?.questions.pageInfo.hasNextPage === true];
    }
    expect(keys).toEqual(questions.nodes.map(({ key }) => key));
  });

  it("lists the questions on which one of two runs is better (compareRuns), page by page", async () => {
    const document = `query ($a: ID!, $b: ID!, $better: ComparisonSide, $first: Int, $after: String) {
      compareRuns(a: $a, b: $b) { onlyA onlyB
        disagreements(better: $better, first: $first, after: $after) { totalCount nodes { key } pageInfo { endCursor } } } }`;
    type Page = {
      compareRuns: { onlyA: number; onlyB: number; disagreements: Keys & { pageInfo: { endCursor: string } } };
    };
    const read = async (variables: object) =>
      (await server.data<Page>(document, { a: ids[0], b: ids[1], first: 1000, ...variables })).compareRuns;
    const [all, a, b] = [await read({}), await read({ better: "A" }), await read({ better: "B" })];
    expect(a.disagreements.totalCount).toBe(all.onlyA);
    expect(b.disagreements.totalCount).toBe(all.onlyB);
    const sides = [...a.disagreements.nodes, ...b.disagreements.nodes].map(({ key }) => key).sort();
    expect(sides).toEqual(all.disagreements.nodes.map(({ key }) => key).sort());
    const first = await read({ better: "B", first: 3 });
    const next = await read({ better: "B", first: 1000, after: first.disagreements.pageInfo.endCursor });
    expect([...first.disagreements.nodes, ...next.disagreements.nodes]).toEqual(b.disagreements.nodes);
  });

  it.each([
    ["no run", () => [], "'runs' must name 1 to 9 runs; got 0."],
    ["the reference itself", () => [ids[0]], "'runs' must name each run once, and not the reference."],
    ["a run twice", () => [ids[1], ids[1]], "'runs' must name each run once, and not the reference."],
  ])("is refused for %s", async (_, runs, message) => {
    const { errors } = await server.request(WITH_REFERENCE, { reference: ids[0], runs: runs() });
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: "BAD_USER_INPUT" } });
  });

  it("is refused if the runs are over different releases; the error names the benchmark and release of each", async () => {
    const question = { key: "q", text: "Which lamp?", options: ["Red", "Blue"], answer: "B", task: "Seeing" };
    const content = (text: string) => ({
      benchmark: { slug: "lamps", title: "Lamps" },
      tasks: [{ name: "Seeing", level: "PERCEPTION" }],
      videos: [],
      questions: [{ ...question, text }],
    });
    const predictions = [{ question: "q", response: "B" }];
    const submit = async () => (await server.submit({ benchmark: "lamps", predictions })).id;
    await importFiles(server.database, "lamps", [jsonFile("lamps.json", content("Which lamp?"))]);
    const first = await submit();
    await importFiles(server.database, "lamps", [jsonFile("lamps.json", content("Which lamp is it?"))], {
      replace: true,
    });
    const second = await submit();
    const message = async (document: string, variables: object) =>
      (await server.request(document, variables)).errors?.[0]?.message;
    const [start, ofDemo] = [
      "The runs are over different releases, whose questions are not the same:",
      "of omnidex-demo",
    ];
    const compare = "query ($a: ID!, $b: ID!) { compareRuns(a: $a, b: $b) { n } }";
    expect(await message(compare, { a: first, b: second })).toBe(
      `${start} ${first} is over release 1 of lamps, ${second} is over release 2 of lamps.`,
    );
    expect(await message(WITH_REFERENCE, { reference: second, runs: [ids[0], ids[1]] })).toBe(
      `${start} ${second} is over release 2 of lamps, ${ids[0]} is over release 1 ${ofDemo}, ${ids[1]} is over release 1 ${ofDemo}.`,
    );
  });
});
