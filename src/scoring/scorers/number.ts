import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * NUMBER: correct if the numbers are equal.
 * @see AVI-Bench, `get_full_match_acc`, which compares the first whole number
 */
export const numberScorer: Scorer = {
  name: "number",
  version: "1",
  unscored: requiresKind("number"),
  score(extraction, key) {
    if (key.kind !== "number") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const number = /^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(extraction.answer)
      ? Number(extraction.answer)
      : firstWhole(extraction.answer);
    return number === null ? malformed("it contains no number") : graded(number === key.value ? 1 : 0);
  },
};

function firstWhole(text: string): number | null {
  const digits = /\d{1,15}/.exec(text)?.[0];
  return digits === undefined ? null : Number(digits);
}
