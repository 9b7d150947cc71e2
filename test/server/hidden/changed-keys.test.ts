import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coarseValue, riseNeeded, scoreStep } from "../../../src/scoring/metrics/ladder.ts";
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
 * A number of right answers with which a person's `k`th run only repeats the best score, whatever the dither, if the best run
 * has `BASE` right answers.
 */
const withoutRise = (k: number): number => {
  const half = scoreStep(COUNT) / 2;
  return Math.floor((coarseValue(BASE / COUNT - half, COUNT) + riseNeeded(k, COUNT) - half) * COUNT) - 1;
};

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
    for (let count = 0; count < 10; count++) runs.push(await submit(first, rightFor(first, 20 + count), key));
    const before = await shownFor(runs, key);
    const best = before[0] as Shown;
    expect(before.slice(1)).toEqual(Array(10).fill({ value: best.value, repeatsBest: true }));

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
    for (const right of [withoutRise(12), BASE - 1])
      expect((await submit(first, rightFor(first, right), key)).score).toEqual({
        value: best.value,
        repeatsBest: true,
      });
  });
});

describe("a correction of the answer key", () => {
  const PREPARED = 12;
  const correct = (
    { slug }: HiddenBenchmark,
    corrections: readonly { readonly question: string; readonly answer: string }[],
  ) =>
    server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { changed } }", {
      input: { benchmark: slug, reason: "reviewed", author: "host", corrections },
    });

  it("shows no score of runs that wait below the Ladder's threshold, each with a corrected answer", async () => {
    const hidden = await importHidden(server, { slug: "near-threshold", count: COUNT, seed: 11 });
    await liftQuota(server, hidden.slug);
    const key = await keyOf(server, "waiter");
    const corrected = hidden.keys.slice(-PREPARED).map((question, index) => {
      const old = hidden.labels[COUNT - PREPARED + index] ?? "";
      return { question, old, answer: LABELS.find((label) => label !== old) ?? "" };
    });
    const runs = [await submit(hidden, rightFor(hidden, BASE), key)];
    for (const [index, { answer }] of corrected.entries()) {
      // Each run gives the corrected answer to a different question.
      const labels = rightFor(hidden, withoutRise(index + 2));
      runs.push(await submit(hidden, labels.with(COUNT - PREPARED + index, answer), key));
    }
    const before = await shownFor(runs, key);
    expect(before.map(({ repeatsBest }) => repeatsBest)).toEqual([false, ...Array(PREPARED).fill(true)]);
    const using = (which: "old" | "answer") =>
      correct(
        hidden,
        corrected.map((one) => ({ question: one.question, answer: one[which] })),
      );
    await using("answer");
    expect(await shownFor(runs, key)).toEqual(before);
    await using("old");
    expect(await shownFor(runs, key)).toEqual(before);
  });

  it("can let a run rise, which later runs must then beat; its reversal restores the earlier scores", async () => {
    const hidden = await importHidden(server, { slug: "after-rise", count: COUNT, seed: 12 });
    await liftQuota(server, hidden.slug);
    const key = await keyOf(server, "riser");
    const answers = hidden.labels.map((label) => LABELS.find((other) => other !== label) ?? "");
    const gained = 60;
    const base = rightFor(hidden, BASE);
    const near = base.map((label, index) => (index < COUNT - gained ? label : (answers[index] ?? "")));
    const runs = [await submit(hidden, base, key), await submit(hidden, near, key)];
    const before = await shownFor(runs, key);
    expect(before[1]).toEqual({ value: before[0]?.value, repeatsBest: true });
    const corrections = (labels: readonly string[]) =>
      hidden.keys.slice(-gained).map((question, index) => ({
        question,
        answer: labels[COUNT - gained + index] ?? "",
      }));
    await correct(hidden, corrections(answers));
    const [, risen] = await shownFor(runs, key);
    expect(risen?.repeatsBest).toBe(false);
    const later = await submit(hidden, rightFor(hidden, BASE + gained), key);
    expect(later.score).toEqual({ value: risen?.value, repeatsBest: true });
    await correct(hidden, corrections(hidden.labels));
    expect((await shownFor(runs, key))[0]).toEqual(before[0]);
  });
});
