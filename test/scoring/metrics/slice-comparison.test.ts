import fc from "fast-check";
import { expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { scoreAt } from "../../../src/scoring/metrics/run-vectors.ts";
import {
  betterOrdinals,
  compareOverSlice,
  differingOrdinals,
  uniquelyRight,
} from "../../../src/scoring/metrics/slice-comparison.ts";
import { SliceQuestions } from "../../../src/scoring/metrics/slice-questions.ts";
import { comparePaired } from "./naive/paired-comparison.ts";
import { closely, runOf } from "./vectors.ts";

const outcome = fc.constantFrom(
  "CORRECT" as const,
  "CORRECT" as const,
  "WRONG" as const,
  "UNPARSED" as const,
  "UNSCORED" as const,
);
const graded = fc.oneof(outcome, fc.constantFrom(0, 0.25, 1 / 3, 1));

it("two runs are compared over a slice word by word with the same result as question by question", () => {
  const situations = fc.integer({ min: 1, max: 120 }).chain((length) => {
    const all = { minLength: length, maxLength: length };
    const run = fc.oneof(fc.array(outcome, all), fc.array(graded, all));
    return fc.record({
      mask: fc.array(fc.boolean(), all),
      clusters: fc.array(fc.integer({ min: -1, max: Math.ceil(length / 3) }), all),
      a: run,
      b: run,
    });
  });
  fc.assert(
    fc.property(situations, ({ mask, clusters, ...outcomes }) => {
      const questions = { clusters: Int32Array.from(clusters), chance: new Float64Array(mask.length) };
      const slice = SliceQuestions.of(
        Bitset.where(mask.length, (at) => mask[at] === true),
        questions,
      );
      const [a, b] = [runOf(outcomes.a), runOf(outcomes.b)];
      expect(compareOverSlice(a, b, slice)).toEqual(closely(comparePaired(a, b, questions, slice.ordinals)));
      const scored = Array.from(slice.ordinals).filter((at) => !a.unscored.has(at) && !b.unscored.has(at));
      expect(differingOrdinals(a, b, slice)).toEqual(scored.filter((at) => scoreAt(a, at) !== scoreAt(b, at)));
      expect(betterOrdinals(a, b, slice)).toEqual(scored.filter((at) => scoreAt(a, at) > scoreAt(b, at)));
    }),
    { numRuns: 1000 },
  );
});

it("the questions listed for a run are those that only this run has right, among those scored in every run", () => {
  const runs = fc.array(fc.array(graded, { minLength: 40, maxLength: 40 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(runs, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (outcomes, mask) => {
      const vectors = outcomes.map(runOf);
      const questions = { clusters: new Int32Array(40).fill(-1), chance: new Float64Array(40) };
      const slice = SliceQuestions.of(
        Bitset.where(40, (at) => mask[at] === true),
        questions,
      );
      const isRight = (of: (typeof outcomes)[number], at: number): boolean => of[at] === "CORRECT" || of[at] === 1;
      const common = Array.from(slice.ordinals).filter((at) => outcomes.every((of) => of[at] !== "UNSCORED"));
      expect(uniquelyRight(vectors, slice)).toEqual(
        outcomes.map((own) =>
          common.filter((at) => isRight(own, at) && outcomes.filter((of) => isRight(of, at)).length === 1),
        ),
      );
    }),
  );
});
