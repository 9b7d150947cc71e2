import { Bitset } from "../../domain/bitset.ts";
import { ANSWERED } from "../../scoring/score-prediction.ts";
import { choiceOf } from "../runs/submission/score-run.ts";
import type { CheckedPrediction, ScoringBytes } from "./check-queries.ts";

const SETS = ["answered", "correct", "unparsed", "errored", "unscored"] as const;
type SetName = (typeof SETS)[number];

/** The vectors that follow from the predictions of a run. Predictions may be added in pieces. */
export class ExpectedVectors {
  readonly sets: Readonly<Record<SetName, Bitset>>;
  readonly graded: Float32Array;
  readonly choices: Uint8Array;
  predictions = 0;
  ambiguous = 0;
  partial = false;
  /** Ordinals outside the release, and invalid outcomes. */
  readonly strays: string[] = [];

  /** @param options how many options the run was shown, by ordinal */
  constructor(
    private readonly length: number,
    private readonly options: readonly number[],
  ) {
    const empty = (): Bitset => Bitset.empty(length);
    this.sets = { answered: empty(), correct: empty(), unparsed: empty(), errored: empty(), unscored: empty() };
    this.graded = new Float32Array(length);
    this.choices = new Uint8Array(length);
  }

  add({ ordinal, outcome, score, answer, ambiguous }: CheckedPrediction): void {
    this.predictions += 1;
    if (ambiguous) this.ambiguous += 1;
    if (ordinal < 0 || ordinal >= this.length) return void this.strays.push(`a prediction of question ${ordinal}`);
    this.choices[ordinal] = choiceOf(answer, this.options[ordinal] ?? 0);
    const { answered, correct, unparsed, errored, unscored } = this.sets;
    if (ANSWERED.has(outcome)) {
      answered.add(ordinal);
      this.graded[ordinal] = score ?? 0;
      if (outcome === "CORRECT") correct.add(ordinal);
      if (outcome === "PARTIAL") this.partial = true;
    } else if (outcome === "UNPARSED") unparsed.add(ordinal);
    else if (outcome === "ERRORED") errored.add(ordinal);
    else if (outcome === "UNSCORED") unscored.add(ordinal);
    else this.strays.push(`the outcome '${outcome}' of question ${ordinal}`);
  }
}

/** The vectors of a scoring. All of them have the stated length. */
export interface ReadVectors {
  readonly sets: Readonly<Record<SetName, Bitset>>;
  readonly graded: Float32Array | null;
  /** Null if an earlier version stored the scoring and its choices have not been computed yet. */
  readonly choices: Uint8Array | null;
  readonly value: number | null;
  readonly length: number;
}

/**
 * The vectors of a scoring; null if the length of a vector differs from the stated length. The finding `VECTOR_LENGTH`
 * reports such a vector.
 */
export function readVectors(row: ScoringBytes): ReadVectors | null {
  const bytes = (row.length + 7) >> 3;
  if (SETS.some((name) => row[name].length !== bytes)) return null;
  if (row.graded !== null && row.graded.length !== 4 * row.length) return null;
  if (row.choices !== null && row.choices.length !== row.length) return null;
  const set = (name: SetName): Bitset => Bitset.fromBytes(row[name], row.length);
  return {
    sets: {
      answered: set("answered"),
      correct: set("correct"),
      unparsed: set("unparsed"),
      errored: set("errored"),
      unscored: set("unscored"),
    },
    graded: row.graded === null ? null : new Float32Array(Uint8Array.from(row.graded).buffer),
    choices: row.choices,
    value: row.value,
    length: row.length,
  };
}

/** The expected and the actual value of a scoring. */
export interface Difference {
  readonly code: string;
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * The violated invariants within the vectors of one scoring. They are checked for every scoring, because they do not
 * depend on the predictions, which later scorings change.
 */
export function inconsistencies({ sets, graded, value, length }: ReadVectors): readonly Difference[] {
  const found: Difference[] = [];
  const { answered, correct, unparsed, errored, unscored } = sets;
  const stray = SETS.filter((name) => sets[name].words.length > 0 && hasStrayBits(sets[name]));
  if (stray.length > 0) found.push(difference("VECTOR_SETS", "bits", `none at ${length} and after`, stray.join(", ")));
  const overlap = [answered, unparsed, errored, unscored].reduce((sum, set) => sum + set.count(), 0);
  const union = answered.or(unparsed).or(errored).or(unscored).count();
  if (overlap !== union)
    found.push(difference("VECTOR_SETS", "questions", "each in one set", `${overlap - union} in several`));
  const unanswered = correct.without(answered).count();
  if (unanswered > 0)
    found.push(difference("VECTOR_SETS", "correct", "only questions with an answer", `${unanswered} without`));
  const expected = overallValue(answered, correct, unscored, graded, length);
  if (expected === null ? value !== null : value === null || Math.abs(expected - value) > 1e-9)
    found.push(difference("SCORE_VALUE", "score", String(expected), String(value)));
  return found;
}

/** The differences between the vectors of the latest scoring and the vectors that follow from the predictions. */
export function vectorDifferences(
  expected: ExpectedVectors,
  { sets, graded, choices, length }: ReadVectors,
): Difference[] {
  const found: Difference[] = [];
  const questions = new Map<number, [expected: string, found: string]>();
  const predicted = SETS.map((name) => expected.sets[name]).reduce((sum, set) => sum.or(set));
  for (const name of SETS) {
    // The vector `unscored` contains all questions that cannot be scored, whether or not they have a prediction. Only
    // questions with a prediction are compared.
    const stored = name === "unscored" ? sets.unscored.and(predicted) : sets[name];
    const other = stored.without(expected.sets[name]).or(expected.sets[name].without(stored));
    for (const ordinal of other.ordinals())
      questions.set(ordinal, [outcome(expected.sets, ordinal), outcome(sets, ordinal)]);
  }
  if (questions.size > 0) found.push(differenceOf("VECTOR_DIFFERS", questions));
  if (expected.partial !== (graded !== null)) {
    const named = (isGraded: boolean): string => (isGraded ? "graded scores" : "only scores of 0 and 1");
    found.push(difference("VECTOR_DIFFERS", "scores", named(expected.partial), named(graded !== null)));
  } else if (graded !== null) {
    const scores = new Map<number, [string, string]>();
    for (let ordinal = 0; ordinal < length; ordinal++)
      if (expected.sets.answered.has(ordinal) && graded[ordinal] !== expected.graded[ordinal])
        scores.set(ordinal, [`a score of ${expected.graded[ordinal]}`, `${graded[ordinal]}`]);
    if (scores.size > 0) found.push(differenceOf("VECTOR_DIFFERS", scores));
  }
  if (choices !== null) {
    const chosen = new Map<number, [string, string]>();
    for (let ordinal = 0; ordinal < length; ordinal++)
      if (choices[ordinal] !== expected.choices[ordinal])
        chosen.set(ordinal, [`option ${expected.choices[ordinal]}`, `${choices[ordinal]}`]);
    if (chosen.size > 0) found.push(differenceOf("VECTOR_DIFFERS", chosen));
  }
  return found;
}

/** A difference that names the first question and states the number of questions. */
function differenceOf(code: string, questions: ReadonlyMap<number, readonly [string, string]>): Difference {
  const first = Math.min(...[...questions.keys()].slice(0, 1_000));
  const [expected, found] = questions.get(first) ?? ["", ""];
  const more = questions.size === 1 ? "" : ` and ${questions.size - 1} others`;
  return difference(code, `question ${first}${more}`, `${expected}, as the predictions have it`, found);
}

function outcome(sets: Readonly<Record<SetName, Bitset>>, ordinal: number): string {
  const names = SETS.filter((name) => sets[name].has(ordinal));
  return names.length === 0 ? "missing" : names.join(" and ");
}

function hasStrayBits(set: Bitset): boolean {
  const rest = set.length & 31;
  return rest !== 0 && ((set.words.at(-1) ?? 0) & ~((1 << rest) - 1)) !== 0;
}

function overallValue(
  answered: Bitset,
  correct: Bitset,
  unscored: Bitset,
  graded: Float32Array | null,
  length: number,
): number | null {
  const n = length - unscored.count();
  if (n === 0) return null;
  if (graded === null) return correct.count() / n;
  let sum = 0;
  answered.forEach((ordinal) => {
    sum += graded[ordinal] ?? 0;
  });
  return sum / n;
}

const difference = (code: string, subject: string, expected: string, found: string): Difference => ({
  code,
  subject,
  expected,
  found,
});
