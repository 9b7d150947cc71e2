import { expect } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import type { Outcome } from "../../../src/domain/vocabulary.ts";
import type { PairedComparison } from "../../../src/scoring/metrics/paired-comparison.ts";
import type { QuestionVectors, RunVectors } from "../../../src/scoring/metrics/run-vectors.ts";
import type { ScoreSummary } from "../../../src/scoring/metrics/score-summary.ts";
import { compareOverSlice } from "../../../src/scoring/metrics/slice-comparison.ts";
import { SliceQuestions } from "../../../src/scoring/metrics/slice-questions.ts";
import { scoreOfSlice } from "../../../src/scoring/metrics/slice-score.ts";

/** A run from outcomes by ordinal; a number is the score of an answer. */
export function runOf(outcomes: readonly (Outcome | number)[]): RunVectors {
  const set = (holds: (outcome: Outcome | number) => boolean): Bitset =>
    Bitset.where(outcomes.length, (ordinal) => holds(outcomes[ordinal] as Outcome | number));
  const graded = outcomes.some((outcome) => typeof outcome === "number" && outcome !== 0 && outcome !== 1);
  return {
    answered: set((outcome) => typeof outcome === "number" || outcome === "CORRECT" || outcome === "WRONG"),
    correct: set((outcome) => outcome === "CORRECT" || outcome === 1),
    unparsed: set((outcome) => outcome === "UNPARSED"),
    errored: set((outcome) => outcome === "ERRORED"),
    unscored: set((outcome) => outcome === "UNSCORED"),
    graded: graded
      ? Float32Array.from(outcomes, (outcome) =>
          typeof outcome === "number" ? outcome : outcome === "CORRECT" ? 1 : 0,
        )
      : null,
  };
}

/**
 * Questions with the same chance level.
 * @param clusters the index of each question's video
 */
export const questionsOf = (clusters: readonly number[], chance = 0.25): QuestionVectors => ({
  clusters: Int32Array.from(clusters),
  chance: new Float64Array(clusters.length).fill(chance),
});

/** The slice of the questions with these ordinals. */
export const sliceOf = (questions: QuestionVectors, ordinals: Iterable<number>): SliceQuestions =>
  SliceQuestions.of(Bitset.fromOrdinals(ordinals, questions.clusters.length), questions);

/** A run's score over the questions with these ordinals, as the server computes it. */
export const scoreOver = (
  run: RunVectors,
  questions: QuestionVectors,
  ordinals: Iterable<number>,
): ScoreSummary | null => scoreOfSlice(run, sliceOf(questions, ordinals), { openEnded: false });

/** Compares two runs over the questions with these ordinals, as the server does. */
export const compareOver = (
  a: RunVectors,
  b: RunVectors,
  questions: QuestionVectors,
  ordinals: Iterable<number>,
): PairedComparison | null => compareOverSlice(a, b, sliceOf(questions, ordinals));

/** 0, 1, 2, … n − 1. */
export const allOf = (n: number): number[] => Array.from({ length: n }, (_, ordinal) => ordinal);

/** A small generator of random numbers from 0 to 1, for simulations that must repeat (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The value as an expectation, in which fractional numbers match to 10 decimal places. */
export function closely(value: unknown): unknown {
  if (typeof value === "number")
    return Number.isFinite(value) && !Number.isInteger(value) ? expect.closeTo(value, 10) : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closely(member)]));
}
