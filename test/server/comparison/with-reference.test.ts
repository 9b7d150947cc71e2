import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { Random } from "../../fixtures/random.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { randomPredictions } from "./random-predictions.ts";

interface Compared {
  readonly pValue: number;
  readonly adjustedPValue: number;
  readonly difference: number;
  readonly onlyA: number;
  readonly cells: readonly {
    readonly pValue: number;
    readonly uncorrectedPValue: number;
    readonly adjustedPValue: number;
  }[];
}
interface Keys {
  readonly totalCount: number;
  readonly nodes: readonly { readonly key: string }[];
}
interface WithReference {
  readonly compareWithReference: {
    readonly reference: { readonly id: string };
    readonly tests: number;
    readonly comparisons: readonly (Compared & { readonly a: { readonly id: string } })[];
    readonly uniquelyRight: readonly { readonly run: { readonly id: string }; readonly questions: Keys }[];
  };
}

const FIGURES = "pValue adjustedPValue difference onlyA cells { pValue uncorrectedPValue adjustedPValue }";
const WITH_REFERENCE = `query ($reference: ID!, $runs: [ID!]!, $filter: QuestionFilter) {
  compareWithReference(reference: $reference, runs: $runs, filter: $filter, by: [TASK]) {
    reference { id } tests comparisons { a { id } ${FIGURES} }
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
    "over %j has p-values that are corrected for all runs and cells of the table together",
    async (filter) => {
      const { comparisons, tests, reference } = await compared(filter);
      expect(reference.id).toBe(ids[0]);
      expect(comparisons.map(({ a }) => a.id)).toEqual(ids.slice(1));
      const raw = comparisons.flatMap(({ pValue, cells }) => [pValue, ...cells.map((cell) => cell.uncorrectedPValue)]);
      const shown = comparisons.flatMap(({ adjustedPValue, cells }) => [
        adjustedPValue,
        ...cells.map((cell) => cell.adjustedPValue),
      ]);
      expect(tests).toBe(raw.length);
      for (const [place, p] of holm(raw).entries()) expect(shown[place]).toBeCloseTo(p, 12);
      expect(shown.some((p, place) => p > (raw[place] ?? 1))).toBe(true);
    },
  );

  it("has the figures of compareRuns, which corrects the table of each pair separately", async () => {
    const { comparisons } = await compared();
    for (const { a, pValue, difference, onlyA, cells } of comparisons) {
      const { compareRuns } = await server.data<{ compareRuns: Compared }>(
        `query ($a: ID!, $b: ID!) { compareRuns(a: $a, b: $b, by: [TASK]) { ${FIGURES} } }`,
        { a: a.id, b: ids[0] },
      );
      expect(compareRuns).toMatchObject({ pValue, difference, onlyA });
      const raw = compareRuns.cells.map((cell) => cell.uncorrectedPValue);
      expect(raw).toEqual(cells.map((cell) => cell.uncorrectedPValue));
      const own = [compareRuns.adjustedPValue, ...compareRuns.cells.map((cell) => cell.adjustedPValue)];
      for (const [place, p] of holm([pValue, ...raw]).entries()) expect(own[place]).toBeCloseTo(p, 12);
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
