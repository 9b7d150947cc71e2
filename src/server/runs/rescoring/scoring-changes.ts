import type { Outcome } from "../../../domain/vocabulary.ts";
import { outcomeAt, type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";

/** A question whose outcome or score differs between two scorings of one run. */
export interface OutcomeChange {
  readonly ordinal: number;
  readonly from: Outcome;
  readonly to: Outcome;
  /** From 0 to 1; null if it is not scored. */
  readonly fromScore: number | null;
  readonly toScore: number | null;
}

/** The changes from one scoring to the next, in the order of the release. */
export function outcomeChanges(before: RunVectors, after: RunVectors): readonly OutcomeChange[] {
  const changes: OutcomeChange[] = [];
  for (let ordinal = 0; ordinal < after.answered.length; ordinal++) {
    const change = changeAt(before, after, ordinal);
    if (change !== null) changes.push(change);
  }
  return changes;
}

function changeAt(before: RunVectors, after: RunVectors, ordinal: number): OutcomeChange | null {
  const [from, to] = [outcomeAt(before, ordinal), outcomeAt(after, ordinal)];
  const [fromScore, toScore] = [scoreOf(before, from, ordinal), scoreOf(after, to, ordinal)];
  return from === to && fromScore === toScore ? null : { ordinal, from, to, fromScore, toScore };
}

const scoreOf = (vectors: RunVectors, outcome: Outcome, ordinal: number): number | null =>
  outcome === "UNSCORED" || outcome === "MISSING" ? null : scoreAt(vectors, ordinal);
