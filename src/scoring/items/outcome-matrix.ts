import { Bitset, wordCount } from "../../domain/bitset.ts";
import type { RunVectors } from "../metrics/run-vectors.ts";

/**
 * The answers of one run to all questions, by ordinal. Sets of ordinals are the words of a `Bitset`. All arrays are
 * typed, so that a matrix can be posted to a worker, or shared with it, without conversion.
 */
export interface AnswerRun {
  /**
   * The number of the family of models that the run belongs to, from 0 on. The errors of the runs of a family are
   * correlated, so they do not count as independent runs.
   */
  readonly family: number;
  /**
   * The chosen option of each question, counted from 1; 0 if no option was read. Null if no choices are stored, so that
   * only scores are known.
   */
  readonly choices: Uint8Array | null;
  /**
   * The questions that the run was asked and that are scored: answered or unparsed. Missing, errored and unscored
   * predictions say nothing about the question and are left out of every figure.
   */
  readonly asked: Int32Array;
  readonly correct: Int32Array;
  /** Asked questions whose response holds no readable answer. */
  readonly unparsed: Int32Array;
  /** Scores from 0 to 1 by ordinal; null if every score is 0 or 1, so that `correct` suffices. */
  readonly graded: Float32Array | null;
}

/** The answers of several runs to the questions of one release. */
export interface AnswerMatrix {
  /** The number of questions. Every array by ordinal has this length. */
  readonly questions: number;
  readonly runs: readonly AnswerRun[];
  /** The number of options of each question; 0 for a question with no options, or with more than 255. */
  readonly options: Uint8Array;
  /** The right option of each question, counted from 1; 0 if it is unknown or the question has no options. */
  readonly key: Uint8Array;
  /** The index of each question's video; negative for a question without a video. */
  readonly clusters: Int32Array;
}

/**
 * Builds a run of a matrix from its stored vectors. The sets share memory with the vectors if possible.
 * @param choices the chosen option of each question, from 1 on, 0 for none; null if they are not stored
 * @throws RangeError if the choices do not have the length of the vectors
 */
export function answerRun(vectors: RunVectors, choices: Uint8Array | null, family: number): AnswerRun {
  const { answered, correct, unparsed, unscored, graded } = vectors;
  if (choices !== null && choices.length !== answered.length)
    throw new RangeError(`${choices.length} choices for ${answered.length} questions`);
  const asked = answered.or(unparsed).without(unscored);
  return { family, choices, asked: asked.words, correct: correct.words, unparsed: unparsed.words, graded };
}

/**
 * Builds a run from choices alone. Every question counts as asked. A choice that equals the key is correct, and a
 * question without a choice is unparsed.
 */
export function runOfChoices(choices: Uint8Array, key: Uint8Array, family: number): AnswerRun {
  const { length } = choices;
  const has = (holds: (ordinal: number) => boolean): Int32Array => Bitset.where(length, holds).words;
  return {
    family,
    choices,
    asked: Bitset.full(length).words,
    correct: has((ordinal) => choices[ordinal] === key[ordinal] && choices[ordinal] !== 0),
    unparsed: has((ordinal) => choices[ordinal] === 0),
    graded: null,
  };
}

/** @throws RangeError that names the array, if an array of the matrix has the wrong length for `questions` */
export function checkMatrix(matrix: AnswerMatrix): void {
  const { questions, runs, options, key, clusters } = matrix;
  const expect = (name: string, array: { readonly length: number } | null, length: number): void => {
    if (array !== null && array.length !== length)
      throw new RangeError(`${name} has the length ${array.length}; expected ${length}`);
  };
  expect("options", options, questions);
  expect("key", key, questions);
  expect("clusters", clusters, questions);
  for (const [index, run] of runs.entries()) {
    expect(`runs[${index}].choices`, run.choices, questions);
    expect(`runs[${index}].graded`, run.graded, questions);
    for (const set of ["asked", "correct", "unparsed"] as const)
      expect(`runs[${index}].${set}`, run[set], wordCount(questions));
  }
}

/** Whether an ordinal is in a set, which is given as words of bits. */
export const hasBit = (words: Int32Array, ordinal: number): boolean =>
  (((words[ordinal >> 5] ?? 0) >> (ordinal & 31)) & 1) === 1;

/** The number of families among the runs. */
export const familyCount = (runs: readonly Pick<AnswerRun, "family">[]): number =>
  new Set(runs.map(({ family }) => family)).size;
