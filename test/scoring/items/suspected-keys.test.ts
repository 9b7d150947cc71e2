import { describe, expect, it } from "vitest";
import { detectionOf, suspectRanking, voteRanking } from "../../../scripts/measure/items/key-error-tables.ts";
import { flipKeys } from "../../../scripts/measure/items/mmlu-answers.ts";
import { correctedRanks, runTotals } from "../../../src/scoring/items/corrected-ranks.ts";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { saturationOf } from "../../../src/scoring/items/key-suspect.ts";
import { suspectedKeys } from "../../../src/scoring/items/suspected-keys.ts";
import { simulateAnswers } from "./simulated-answers.ts";

describe("suspected keys", () => {
  const { matrix: right } = simulateAnswers({ questions: 1_000, runs: 24 }, 21);
  const { matrix, flipped } = flipKeys(right, 0.02, 1);
  const suspects = suspectedKeys(matrix, fitItems(scoreTable(matrix)));

  it("include the changed keys, and propose the right option", () => {
    const top = suspects.slice(0, 20);
    expect(top.filter(({ question }) => flipped.has(question)).length).toBeGreaterThanOrEqual(14);
    const found = top.filter(({ question }) => flipped.has(question));
    expect(found.filter(({ question, proposed }) => proposed === right.key[question]).length).toBeGreaterThanOrEqual(
      13,
    );
    expect(suspects).toHaveLength(1_000);
  });

  it("include more of the changed keys than a simple vote finds", () => {
    const [ours, vote] = [suspectRanking(matrix), voteRanking(matrix)].map((ranking) => detectionOf(ranking, flipped));
    expect(ours?.auc).toBeGreaterThan(vote?.auc ?? 1);
  });

  it("have probabilities that grow with the evidence, and whose mean is close to the share of changed keys", () => {
    for (const [index, { probability }] of suspects.slice(1).entries())
      expect(probability).toBeLessThanOrEqual((suspects[index]?.probability ?? 0) + 0.05);
    const best = { lower: 0.9, upper: 0.99, level: 0.95 };
    const { wrongKeys, ceiling, saturated } = saturationOf({ suspects, ambiguous: 0 }, best);
    expect(wrongKeys).toBeGreaterThan(0.005);
    expect(wrongKeys).toBeLessThan(0.06);
    expect(saturated).toBe(best.upper >= ceiling);
    expect(saturationOf({ suspects: [{ probability: 0.5 }, { probability: 0 }], ambiguous: 2 }, best)).toEqual({
      wrongKeys: 0.125,
      ambiguousKeys: 0.5,
      ceiling: 0.625,
      saturated: true,
    });
    const half = { suspects: [{ probability: 0.25 }], ambiguous: 0 };
    expect(saturationOf(half, { ...best, upper: 0.75 })).toMatchObject({ ceiling: 0.75, saturated: true });
    expect(saturationOf(half, { ...best, upper: 0.749 }).saturated).toBe(false);
    expect(saturationOf({ suspects: [], ambiguous: 0 }, best)).toMatchObject({ ceiling: 1, wrongKeys: 0 });
  });

  it("gain little evidence from a copy of a run", () => {
    const runs = [...matrix.runs, ...Array.from({ length: 12 }, () => matrix.runs[0])].flatMap((run) => run ?? []);
    const copied = { ...matrix, runs };
    const evidenceOf = (found: typeof suspects, question: number): number =>
      found.find((suspect) => suspect.question === question)?.evidence ?? Number.NaN;
    const more = suspectedKeys(copied, fitItems(scoreTable(copied)));
    const question = suspects[0]?.question ?? 0;
    expect(evidenceOf(more, question)).toBeLessThan(1.5 * evidenceOf(suspects, question));
  });

  it("list the changes that a correction would make", () => {
    const top = suspects.find(({ question }) => flipped.has(question));
    if (top === undefined) throw new Error("no changed key was found");
    const changes = correctedRanks(matrix, [{ question: top.question, key: top.proposed }], runTotals(matrix));
    for (const { run, before, after } of changes) {
      const choice = matrix.runs[run]?.choices?.[top.question];
      const gain = Number(choice === top.proposed) - Number(choice === top.key);
      expect(after - before).toBeCloseTo(gain / 1_000, 9);
    }
    expect(Math.min(...changes.map(({ rankAfter }) => rankAfter))).toBe(1);
  });
});
