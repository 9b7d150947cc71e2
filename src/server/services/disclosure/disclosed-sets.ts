import { OmnidexError } from "../../../domain/errors.ts";
import type { DeclaredSlice } from "../../data/declared-slice-queries.ts";

/** The fewest questions for which scores are shown if answers are hidden. */
export const FEWEST_DISCLOSED = 20;

/** The properties of a slice's questions that disclosure depends on. */
export interface QuestionSet {
  readonly count: number;
  /** Ascending. */
  readonly ordinals: Int32Array;
}

/** A set of questions for which a release with hidden answers shows scores. */
export interface DisclosedSet {
  /** The name of the set in error messages: `all questions`. */
  readonly label: string;
  /** The name under which a maintainer declared the slice; null for a set that every release shows. */
  readonly declared: string | null;
  readonly questions: QuestionSet;
}

/** The error for a request that would reveal answers of a release that hides them. */
export const answersHidden = (what: string): OmnidexError =>
  new OmnidexError("FORBIDDEN", `${what}: the release hides its answers.`);

/** The sets of declared slices. */
export const declaredSets = (slices: readonly DeclaredSlice[]): readonly DisclosedSet[] =>
  slices.map(({ name, ordinals }) => ({
    label: `the declared slice '${name}'`,
    declared: name,
    questions: { count: ordinals.length, ordinals: Int32Array.from(ordinals) },
  }));

/** Whether two sets have the same questions. */
export function isSameSet(a: QuestionSet, b: QuestionSet): boolean {
  if (a.ordinals === b.ordinals) return true;
  if (a.count !== b.count) return false;
  const others = b.ordinals;
  return a.ordinals.every((ordinal, index) => ordinal === others[index]);
}
