import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gainOfBits } from "../../../src/scoring/metrics/count-bits.ts";
import { mostBits } from "../../../src/scoring/metrics/ladder.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, wrongLabel } from "./hidden-benchmark.ts";

const COUNT = 400;
/** A first score over 400 questions is one of 42 numbers at most: multiples of 0.025, and 1. */
const FIRST = Math.log2(42);

let server: TestServer;
let bench: HiddenBenchmark;
const keys = new Map<string, string>();
beforeAll(async () => {
  server = await createTestServer();
  bench = await importHidden(server, { count: COUNT });
  for (const owner of ["ann", "bob"]) keys.set(owner, await keyOf(server, owner));
});
afterAll(() => server.close());

/** Submits a run with so many right answers, and returns its id. */
async function submit(owner: string, right: number, { visibility = "PUBLIC", answered = COUNT } = {}): Promise<string> {
  const labels = bench.labels.map((label, index) => (index < right ? label : wrongLabel(label)));
  const { submitRun } = await server.data<{ submitRun: { run: { id: string } } }>(
    `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }`,
    {
      input: {
        benchmark: bench.slug,
        model: { name: `model of ${owner}` },
        inputs: ["VIDEO"],
        visibility,
        predictions: answering(bench.keys.slice(0, answered), labels),
        idempotencyKey: randomUUID(),
      },
    },
    { key: keys.get(owner) as string },
  );
  return submitRun.run.id;
}

const notesOf = async (run: string, key: string | null): Promise<readonly string[]> =>
  (
    await server.data<{ run: { scoringNotes: string[] } }>(
      `query ($id: ID!) { run(id: $id) { scoringNotes } }`,
      { id: run },
      { key },
    )
  ).run.scoringNotes;

const disclosure = async (benchmark = bench.slug) =>
  (
    await server.data<{ disclosure: { questions: number; runs: number; bits: number; points: number } | null }>(
      `query ($slug: String!) { disclosure(benchmark: $slug) { questions runs bits points } }`,
      { slug: benchmark },
    )
  ).disclosure;

describe("what the shown scores of a release tell", () => {
  it("is nothing before the first score", async () => {
    expect(await disclosure()).toEqual({ questions: COUNT, runs: 0, bits: 0, points: expect.closeTo(0, 3) });
  });

  it("is the logarithm of the possible scores for each owner's first score, whether it is public or not", async () => {
    await submit("ann", 200);
    await submit("bob", 100, { visibility: "PRIVATE" });
    const bits = 2 * FIRST;
    const points = 100 * gainOfBits(bits, COUNT, 0.25);
    expect(await disclosure()).toEqual({
      questions: COUNT,
      runs: 2,
      bits: expect.closeTo(bits, 9),
      points: expect.closeTo(points, 9),
    });
  });

  it("is a bit for a run that is no better, whatever its answers are", async () => {
    await submit("ann", 0);
    await submit("ann", 200);
    expect(await disclosure()).toMatchObject({ runs: 4, bits: expect.closeTo(2 * FIRST + 2, 9) });
  });

  it("is a bit and the logarithm of the scores above the best one for a run that is better", async () => {
    await submit("ann", 300);
    const { bits = 0 } = (await disclosure()) ?? {};
    // Half of the scores are above 0.5, less the rise that is needed.
    expect(bits - (2 * FIRST + 2)).toBeGreaterThan(1 + Math.log2(15));
    expect(bits - (2 * FIRST + 2)).toBeLessThan(1 + Math.log2(23));
  });

  it("does not grow with a run that leaves too many questions out, and only the owner of the run learns why it has no score", async () => {
    const before = await disclosure();
    const run = await submit("bob", 300, { answered: 300 });
    expect(await disclosure()).toEqual(before);
    const note = "There is no score: more than a twentieth of the questions has no readable answer.";
    expect(await notesOf(run, keys.get("bob") as string)).toEqual([note]);
    for (const key of [null, keys.get("ann") as string]) expect(await notesOf(run, key)).toEqual([]);
  });

  it("grows with a correction of the key, after which all scores are shown anew", async () => {
    const [question] = bench.keys;
    await server.data(
      `mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { keyRevision { revision } } }`,
      {
        input: {
          benchmark: bench.slug,
          corrections: [{ question, answer: wrongLabel(bench.labels[0]) }],
          reason: "a wrong key",
          author: "admin",
          idempotencyKey: randomUUID(),
        },
      },
    );
    expect(await disclosure()).toMatchObject({ runs: 5, bits: expect.closeTo(5 * 2 * mostBits(COUNT), 9) });
  });
});

it("is shown to maintainers and administrators only", async () => {
  const query = `{ disclosure(benchmark: "${bench.slug}") { questions } }`;
  for (const [key, code] of [
    [null, "UNAUTHENTICATED"],
    [keys.get("ann") as string, "FORBIDDEN"],
  ] as const) {
    const { data, errors } = await server.request<{ disclosure: null }>(query, {}, { key });
    expect([data?.disclosure ?? null, errors?.[0]?.extensions.code]).toEqual([null, code]);
  }
  const { errors } = await server.request(`{ disclosure(benchmark: "secrez") { questions } }`);
  expect(errors?.[0]).toMatchObject({ message: expect.stringContaining("secrets"), extensions: { code: "NOT_FOUND" } });
});

it("tells a maintainer which other benchmarks have the questions, whoever imported them", async () => {
  const elsewhere = async (key?: string) =>
    (
      await server.data<{ disclosure: { elsewhere: object[] } }>(
        `{ disclosure(benchmark: "copied") { elsewhere { benchmark questions answersVisible } } }`,
        {},
        key === undefined ? {} : { key },
      )
    ).disclosure.elsewhere;
  const text = (prefix: string) => (index: number) => ({ text: `${prefix} of the third kind, number ${index}?` });
  await importHidden(server, { slug: "copied", count: 40, question: text("Encounter") });
  expect(await elsewhere()).toEqual([]);
  await importHidden(server, { slug: "copy", count: 30, access: "visible", question: text("Encounter") });
  await importHidden(server, { slug: "other-copy", count: 10, question: text("Encounter") });
  await importHidden(server, { slug: "unrelated", count: 10, question: text("Another") });
  const found = [
    { benchmark: "copy", questions: 30, answersVisible: true },
    { benchmark: "other-copy", questions: 10, answersVisible: false },
  ];
  expect(await elsewhere()).toEqual(found);
  await server.data(`mutation { addMaintainer(input: { benchmark: "copied", owner: "mia" }) { maintainers } }`);
  const mia = await keyOf(server, "mia");
  expect(await elsewhere(mia)).toEqual(found);
  // Without the questions, the present release of the other benchmark is no copy. Only administrators see its earlier one.
  await importHidden(server, { slug: "other-copy", count: 10, question: text("Something else"), replace: true });
  expect(await elsewhere(mia)).toEqual(found.slice(0, 1));
  expect(await elsewhere()).toEqual(found);
});

it("is null for a release that shows its answers", async () => {
  await importHidden(server, { slug: "open", access: "visible", count: 40 });
  expect(await disclosure("open")).toBeNull();
});
