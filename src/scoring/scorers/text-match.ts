import { LIST_SEPARATOR } from "../../reading/list-separator.ts";
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
  score(extraction, key, { options }) {
    if (key.kind !== "text") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const { answer } = extraction;
    return graded([key.text, ...(key.also ?? [])].some((reference) => isSame(answer, reference, options)) ? 1 : 0);
  },
};

function isSame(answer: string, reference: string, options: readonly string[]): boolean {
  const [given, expected] = [partsOf(answer), partsOf(reference)];
  const areOptions = (parts: readonly string[]): boolean => parts.every((part) => options.includes(part));
  // Options may differ in punctuation alone: "C" and "C#".
  if (areOptions(given) && areOptions(expected)) return given.sort().join(";") === expected.sort().join(";");
  if (wordsOfAll(given) === wordsOfAll(expected)) return true;
  return expected.length > 1 && wordsOfAll(answer.split(LIST_SEPARATOR).filter(hasWord)) === wordsOfAll(expected);
}

const partsOf = (text: string): string[] => text.split(";").map((part) => part.trim());

const hasWord = (part: string): boolean => wordsOf(part) !== "";

const wordsOfAll = (parts: readonly string[]): string => parts.map(wordsOf).sort().join(";");

const wordsOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
