import { graded, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * YES_NO and OPEN_TEXT: correct if the words equal the key's, ignoring case and punctuation. Multiple answers are
 * separated by semicolons and may be in any order ("#red; blue#").
 * @see AVI-Bench, appendix G.1.7, eq. 52; eval/level_metrics/level_score.py, `eval_full_match_acc` and `eval_avsqa`
 */
export const textMatchScorer: Scorer = {
  name: "text-match",
  version: "1",
  unscored: requiresKind("text"),
  score(extraction, key) {
    if (key.kind !== "text") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    return graded(partsOf(extraction.answer) === partsOf(key.text) ? 1 : 0);
  },
};

const partsOf = (text: string): string => text.split(";").map(wordsOf).sort().join(";");

const wordsOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
