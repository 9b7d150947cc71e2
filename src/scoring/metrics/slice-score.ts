import { lowestBit, popcount } from "../../domain/bitset.ts";
import type { RunVectors } from "./run-vectors.ts";
import { describePoint, describeScore, type PointScore, type ScoreSummary, type ScoreTally } from "./score-summary.ts";
import type { SliceQuestions } from "./slice-questions.ts";
import { scoreBits, sumOverSlice } from "./slice-sums.ts";

/** The number of questions of a slice by outcome. `total` is the sum of the other counts. */
export interface RunCounts {
  readonly total: number;
  readonly correct: number;
  readonly wrong: number;
  readonly partial: number;
  readonly unparsed: number;
  readonly missing: number;
  readonly errored: number;
  readonly unscored: number;
}

/** How a run's questions were asked. */
export interface Asked {
  /** Whether the run was asked without options, so that the chance level is unknown. */
  readonly openEnded: boolean;
}

/**
 * Computes a run's score over a slice, one word of the bitsets at a time. UNSCORED questions are excluded.
 * @returns null if the slice contains no scored question
 */
export function scoreOfSlice(run: RunVectors, slice: SliceQuestions, asked: Asked): ScoreSummary | null {
  const tally = tallyOfSlice(run, slice, asked);
  return tally && describeScore(tally);
}

/** As `scoreOfSlice`, without the interval. */
export function pointOfSlice(run: RunVectors, slice: SliceQuestions, asked: Asked): PointScore | null {
  const tally = tallyOfSlice(run, slice, asked);
  return tally && describePoint(tally);
}

function tallyOfSlice(run: RunVectors, slice: SliceQuestions, { openEnded }: Asked): ScoreTally | null {
  const rest = slice.without(run.unscored);
  if (rest.count === 0) return null;
  const { total, squares, spread } = sumOverSlice(scoreBits(run), rest);
  const [answered, unparsed, errored] = [run.answered.words, run.unparsed.words, run.errored.words];
  const given = { answered: 0, unparsed: 0, errored: 0 };
  const { places, words } = rest.words;
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const word = words[index] ?? 0;
    const a = answered[place] ?? 0;
    const u = unparsed[place] ?? 0;
    given.answered += popcount(word & a);
    given.unparsed += popcount(word & u & ~a);
    given.errored += popcount(word & (errored[place] ?? 0) & ~a & ~u);
  }
  const chance = openEnded ? Number.NaN : rest.chance;
  return { correct: total, squares, spread, ...given, chance };
}

/** Counts the outcomes over a slice. */
export function countsOfSlice(run: RunVectors, slice: SliceQuestions): RunCounts {
  const { answered, correct, unparsed, errored, unscored, graded } = run;
  const counts = { correct: 0, wrong: 0, partial: 0, unparsed: 0, missing: 0, errored: 0, unscored: 0 };
  let rest = 0;
  const take = (set: number): number => {
    const taken = popcount(rest & set);
    rest &= ~set;
    return taken;
  };
  const { places, words } = slice.words;
  for (const [index, place] of places.entries()) {
    rest = words[index] ?? 0;
    counts.unscored += take(unscored.words[place] ?? 0);
    counts.errored += take(errored.words[place] ?? 0);
    counts.unparsed += take(unparsed.words[place] ?? 0);
    counts.missing += take(~(answered.words[place] ?? 0));
    counts.correct += take(correct.words[place] ?? 0);
    const partial = graded === null ? 0 : positive(graded, place << 5, rest);
    counts.partial += partial;
    counts.wrong += popcount(rest) - partial;
  }
  return { total: slice.count, ...counts };
}

/** The number of ordinals in a word whose score is above 0. */
function positive(graded: Float32Array, first: number, word: number): number {
  let found = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) {
    if ((graded[first + lowestBit(rest)] ?? 0) > 0) found += 1;
  }
  return found;
}
