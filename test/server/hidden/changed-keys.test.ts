import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coarseValue } from "../../../src/scoring/metrics/coarse-score.ts";
import { riseNeeded } from "../../../src/scoring/metrics/ladder.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  LABELS,
  liftQuota,
  wrongLabel,
} from "./hidden-benchmark.ts";

const COUNT = 200;
const BASE = 60;

interface Shown {
  readonly value: number;
  readonly repeatsBest: boolean;
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const submit = async ({ slug, keys }: HiddenBenchmark, labels: readonly string[], key: string) =>
  server.submit<{ id: string; score: Shown }>(
    { benchmark: slug, predictions: answering(keys, labels) },
    { key, fields: "id score { value repeatsBest }" },
  );

/** The scores that an owner sees for its runs. */
const shownFor = (runs: readonly { readonly id: string }[], key: string): Promise<Shown[]> =>
  Promise.all(
    runs.map(async ({ id }) => {
      const { run } = await server.data<{ run: { score: Shown } }>(
        `{ run(id: "${id}") { score { value repeatsBest } } }`,
        {},
        { key },
      );
      return run.score;
    }),
  );

/** Labels that are right for the given number of first questions, and wrong for the others. */
const rightFor = ({ labels }: HiddenBenchmark, right: number): string[] =>
  labels.map((label, index) => (index < right ? label : wrongLabel(label)));

/**
 * The largest number of right answers with which a person's `k`th run only repeats the best score, if the best run has
 * `BASE` right answers.
 */
const mostWithoutRise = (k: number): number =>
  Math.floor((coarseValue(BASE / COUNT, COUNT) + riseNeeded(k, COUNT)) * COUNT + 1e-9);

describe("switching back and forth between releases", () => {
  const use = (slug: string, version: number) =>
    server.data("mutation ($input: UseReleaseInput!) { useRelease(input: $input) { changed } }", {
      input: { benchmark: slug, version, replace: true },
    });

  it("gives no extra feedback: each release keeps its Ladder and its number of runs", async () => {
    const first = await importHidden(server, { slug: "two-releases", count: COUNT });
    await liftQuota(server, first.slug);
    const key = await keyOf(server, "commuter");
    const runs = [await submit(first, rightFor(first, BASE), key)];
    // With this number of right answers, a second run would rise, but a 22nd run does not.
    const early = mostWithoutRise(2) + 1;
    expect(early).toBeLessThanOrEqual(mostWithoutRise(22));
    for (let count = 0; count < 20; count++) runs.push(await submit(first, rightFor(first, 20 + count), key));
    const before = await shownFor(runs, key);
    const best = before[0] as Shown;
    expect(before.slice(1)).toEqual(Array(20).fill({ value: best.value, repeatsBest: true }));

    const second = await importHidden(server, { slug: first.slug, count: COUNT + 4, replace: true });
    const other = [await submit(second, rightFor(second, 100), key), await submit(second, rightFor(second, 104), key)];
    const beforeOther = await shownFor(other, key);
    expect(beforeOther[1]).toEqual({ value: beforeOther[0]?.value, repeatsBest: true });
    for (let round = 0; round < 2; round++) {
      await use(first.slug, 1);
      expect(await shownFor([...runs, ...other], key)).toEqual([...before, ...beforeOther]);
      await use(first.slug, 2);
      expect(await shownFor([...runs, ...other], key)).toEqual([...before, ...beforeOther]);
    }
    await use(first.slug, 1);
    // The number of right answers that would have let a second run rise still does not let this one rise. Nor does a
    // lower number.
    for (const right of [early, BASE - 1])
      expect((await submit(first, rightFor(first, right), key)).score).toEqual({
        value: best.value,
        repeatsBest: true,
      });
  });
});

describe("a correction of the answer key when runs are just below the Ladder's threshold", () => {
  const PREPARED = 12;

  it("lets at most one of the waiting runs rise, and its reversal restores the earlier scores", async () => {
    const hidden = await importHidden(server, { slug: "near-threshold", count: COUNT, seed: 11 });
    await liftQuota(server, hidden.slug);
    const key = await keyOf(server, "waiter");
    const corrected = hidden.keys.slice(-PREPARED).map((question, index) => {
      const old = hidden.labels[COUNT - PREPARED + index] ?? "";
      return { question, old, answer: LABELS.find((label) => label !== old) ?? "" };
    });
    const runs = [await submit(hidden, rightFor(hidden, BASE), key)];
    for (const [index, { answer }] of corrected.entries()) {
      // Each run gives the corrected answer to a different question. One more right answer would let it rise.
      const labels = rightFor(hidden, mostWithoutRise(index + 2));
      runs.push(await submit(hidden, labels.with(COUNT - PREPARED + index, answer), key));
    }
    const before = await shownFor(runs, key);
    expect(before[0]?.repeatsBest).toBe(false);
    expect(new Set(before.slice(1).map((shown) => JSON.stringify(shown)))).toEqual(
      new Set([JSON.stringify({ value: before[0]?.value, repeatsBest: true })]),
    );
    const correct = (which: "old" | "answer") =>
      server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { changed } }", {
        input: {
          benchmark: hidden.slug,
          reason: "reviewed",
          author: "host",
          corrections: corrected.map((one) => ({ question: one.question, answer: one[which] })),
        },
      });
    await correct("answer");
    const after = await shownFor(runs, key);
    // Each waiting run gains one right answer. Only the first of them rises. The others do not exceed its new score by
    // the margin.
    expect(after.map(({ repeatsBest }) => repeatsBest)).toEqual([false, false, ...Array(PREPARED - 1).fill(true)]);
    expect(new Set(after.slice(1).map(({ value }) => value)).size).toBe(1);
    expect(after[0]).toEqual(before[0]);
    await correct("old");
    expect(await shownFor(runs, key)).toEqual(before);
  });

  it("gives no extra feedback: later runs must beat the run that rose by the correction", async () => {
    const hidden = await importHidden(server, { slug: "after-rise", count: COUNT, seed: 12 });
    await liftQuota(server, hidden.slug);
    const key = await keyOf(server, "riser");
    const [base, near] = [
      await submit(hidden, rightFor(hidden, BASE), key),
      await submit(hidden, rightFor(hidden, mostWithoutRise(2)).with(COUNT - 1, wrongFor(hidden)), key),
    ];
    const question = hidden.keys.at(-1) ?? "";
    await server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { changed } }", {
      input: {
        benchmark: hidden.slug,
        reason: "reviewed",
        author: "host",
        corrections: [{ question, answer: wrongFor(hidden) }],
      },
    });
    const [, risen] = await shownFor([base, near], key);
    expect(risen?.repeatsBest).toBe(false);
    const later = await submit(hidden, rightFor(hidden, mostWithoutRise(3) + 1), key);
    expect(later.score).toEqual({ value: risen?.value, repeatsBest: true });
  });
});

const wrongFor = ({ labels }: HiddenBenchmark): string => LABELS.find((label) => label !== labels.at(-1)) ?? "";
