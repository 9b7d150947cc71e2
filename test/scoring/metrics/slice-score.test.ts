import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { UNKNOWN_STANDARD_ERROR } from "../../../src/scoring/metrics/cluster-spread.ts";
import type { RunVectors } from "../../../src/scoring/metrics/run-vectors.ts";
import { type ScannedRun, scanErrors, scanScores } from "../../../src/scoring/metrics/score-scan.ts";
import { SliceQuestions } from "../../../src/scoring/metrics/slice-questions.ts";
import { countsOfSlice, scoreOfSlice } from "../../../src/scoring/metrics/slice-score.ts";
import { scoreBits, sumOverSlice } from "../../../src/scoring/metrics/slice-sums.ts";
import { countOutcomes } from "./naive/run-counts.ts";
import { summarizeScore } from "./naive/score-summary.ts";
import { closely, runOf } from "./vectors.ts";

const outcome = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("CORRECT" as const, "WRONG" as const) },
  fc.constantFrom("UNPARSED" as const, "ERRORED" as const, "MISSING" as const, "UNSCORED" as const),
);
const graded = fc.oneof(outcome, fc.constantFrom(0, 0.25, 1 / 3, 0.9, 1));

/** Questions of few or many videos, adjacent or far apart, or without a video; and runs over them. */
const situations = fc.integer({ min: 1, max: 200 }).chain((length) => {
  const all = { minLength: length, maxLength: length };
  const video = fc.oneof(
    fc.integer({ min: -1, max: 3 }),
    fc.integer({ min: -1, max: Math.ceil(length / 3) }),
    fc.constant(0),
  );
  return fc.record({
    mask: fc.oneof(fc.array(fc.boolean(), all), fc.constant(Array.from({ length }, () => true))),
    clusters: fc.oneof(
      fc.array(video, all),
      fc.constant(Array.from({ length }, (_, ordinal) => Math.floor(ordinal / 4))),
    ),
    chance: fc.array(fc.constantFrom(0.25, 0.5, 1 / 3, 0.1), all),
    runs: fc.array(fc.oneof(fc.array(outcome, all), fc.array(graded, all)), { minLength: 1, maxLength: 5 }),
  });
});

type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

function sliceOf({ mask, clusters, chance }: Situation): SliceQuestions {
  return SliceQuestions.of(
    Bitset.where(mask.length, (ordinal) => mask[ordinal] === true),
    { clusters: Int32Array.from(clusters), chance: Float64Array.from(chance) },
  );
}

/** Runs one after the other in one array, as the server keeps them. */
function sideBySide(runs: readonly RunVectors[]): ScannedRun[] {
  const width = runs[0]?.correct.words.length ?? 0;
  const words = new Int32Array(runs.length * width + 1).fill(-1, runs.length * width);
  return runs.map((run, index) => {
    words.set(scoreBits(run).words, index * width);
    return { ...scoreBits(run), words, start: index * width, unscored: run.unscored };
  });
}

describe("a run scored over a slice word by word", () => {
  it("has the same score and counts as if scored question by question", () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const slice = sliceOf(situation);
        for (const run of situation.runs.map(runOf)) {
          expect(scoreOfSlice(run, slice, { openEnded: false })).toEqual(
            closely(summarizeScore(run, slice.questions, slice.ordinals)),
          );
          expect(countsOfSlice(run, slice)).toEqual(countOutcomes(run, slice.ordinals));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps the precision of residuals near 0, for example if scores are almost equal", () => {
    const length = 5_000;
    const run = runOf(Array.from({ length }, (_, at) => (at < 3 ? 0.75 + 2 ** -10 : 0.75)));
    const questions = { clusters: Int32Array.from({ length }, (_, at) => at), chance: new Float64Array(length) };
    const sums = sumOverSlice(scoreBits(run), SliceQuestions.of(Bitset.full(length), questions));
    const [few, many] = [2 ** -10 - (3 * 2 ** -10) / length, (3 * 2 ** -10) / length];
    const powers = (power: number): number => 3 * few ** power + (length - 3) * many ** power;
    expect(sums.spread.squares / powers(2)).toBeCloseTo(1, 8);
    expect(sums.spread.fourths / powers(4)).toBeCloseTo(1, 8);
  });

  it("has no chance level if the questions were asked without options", () => {
    const run = runOf(["CORRECT"]);
    const questions = { clusters: Int32Array.of(0), chance: Float64Array.of(0.25) };
    const slice = SliceQuestions.of(Bitset.full(1), questions);
    expect(scoreOfSlice(run, slice, { openEnded: false })?.chance).toBe(0.25);
    expect(scoreOfSlice(run, slice, { openEnded: true })?.chance).toBeNull();
  });
});

describe("many runs scored over a slice together", () => {
  it("have the same values and errors as each run alone", () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const slice = sliceOf(situation);
        const runs = situation.runs.map(runOf);
        const scanned = sideBySide(runs);
        const scores = scanScores(scanned, slice);
        const errors = scanErrors(scanned, slice, scores);
        for (const [index, run] of runs.entries()) {
          const alone = summarizeScore(run, slice.questions, slice.ordinals);
          expect(scores.counts[index]).toBe(alone?.n ?? 0);
          expect(scores.values[index]).toBe(alone?.value ?? Number.NaN);
          if (alone !== null) expect(errors[index]).toBeCloseTo(alone.standardError, 12);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("have the right errors even if integer sums would be too large to be exact", () => {
    const length = 20_000;
    const run = runOf(Array.from({ length }, (_, ordinal) => (ordinal % 3 === 0 ? "CORRECT" : "WRONG")));
    const clusters = Int32Array.from({ length }, (_, ordinal) => ordinal % 2);
    const slice = SliceQuestions.of(Bitset.full(length), { clusters, chance: new Float64Array(length) });
    const scanned = sideBySide([run]);
    const [error] = scanErrors(scanned, slice, scanScores(scanned, slice));
    const { standardError } = summarizeScore(run, slice.questions, slice.ordinals) ?? { standardError: Number.NaN };
    expect(error).toBeCloseTo(standardError, 12);
    expect(error).toBeLessThan(UNKNOWN_STANDARD_ERROR);
  });
});

describe("Bitset", () => {
  const bits = fc.array(fc.boolean(), { maxLength: 100 });
  const setOf = (members: readonly boolean[]): Bitset => Bitset.where(members.length, (at) => members[at] === true);

  it("keeps its stored layout: the lowest bit of the first byte is ordinal 0", () => {
    expect(Array.from(Bitset.fromOrdinals([0, 9, 34], 35).bytes)).toEqual([1, 2, 0, 0, 4]);
    const odd = new Uint8Array([7, 1, 2, 0, 0, 4]).subarray(1);
    expect(Array.from(Bitset.fromBytes(odd, 35).ordinals())).toEqual([0, 9, 34]);
  });

  it("has the operations of sets", () => {
    fc.assert(
      fc.property(bits, bits, (a, b) => {
        const other = a.map((_, at) => b[at] === true);
        const [left, right] = [setOf(a), setOf(other)];
        const expectSet = (set: Bitset, holds: (at: number) => boolean): void => {
          const members = a.flatMap((_, at) => (holds(at) ? [at] : []));
          expect(Array.from(set.ordinals())).toEqual(members);
          expect(set.count()).toBe(members.length);
        };
        expectSet(left.and(right), (at) => a[at] === true && other[at] === true);
        expectSet(left.or(right), (at) => a[at] === true || other[at] === true);
        expectSet(left.without(right), (at) => a[at] === true && other[at] !== true);
        expectSet(left.complement(), (at) => a[at] !== true);
        expect(left.intersects(right)).toBe(left.and(right).count() > 0);
        expect(left.equals(right)).toBe(a.every((member, at) => member === other[at]));
      }),
    );
  });
});
