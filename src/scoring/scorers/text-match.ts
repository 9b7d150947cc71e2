import { graded, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * YES_NO and OPEN_TEXT: correct if the words equal the key's, or those of another accepted reference, ignoring case and
 * punctuation. A key of several answers has semicolons between them ("red; blue"): all of them must be given and no
 * others, in any order, and separated in any usual way.
 * @see AVI-Bench, appendix G.1.7, eq. 52; eval/level_metrics/level_score.py, `eval_full_match_acc` and `eval_avsqa`
 */
export const textMatchScorer: Scorer = {
  name: "text-match",
  version: "2",
  unscored: requiresKind("text"),
  score(extraction, key) {
    if (key.kind !== "text") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const { answer } = extraction;
    return graded([key.text, ...(key.also ?? [])].some((reference) => isSame(answer, reference)) ? 1 : 0);
  },
};

function isSame(answer: string, reference: string): boolean {
  const expected = partsOf(reference.split(";"));
  if (partsOf(answer.split(";")) === expected) return true;
  return reference.includes(";") && partsOf(answer.split(SEPARATOR)) === expected;
}

/** What models write between the answers of a list. Brackets and quotes are ignored like other punctuation. */
const SEPARATOR = /\s*(?:[;,、，；/&+|\n]+|\band\b|和|与|與|及)(?:\s*\band\b)?\s*/i;

const partsOf = (parts: readonly string[]): string => parts.map(wordsOf).sort().join(";");

const wordsOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
