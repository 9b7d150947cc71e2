import { optionPosition, selectionPositions } from "../../domain/option-label.ts";
import { LIST_SEPARATOR } from "../../reading/extraction.ts";
import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * CAPTION: FENSE, the similarity of sentence embeddings with a penalty for faulty language; see `src/scoring/metrics/fense.ts`.
 * Without caption models in the context, captions are not scored: ROUGE-L and CIDEr measure something else and are
 * separate metrics.
 * @see AVI-Bench, appendix G.1.5; eval/level_metrics/level_score.py, `eval_caption_with_references`
 */
export const captionScorer: Scorer = {
  name: "caption-fense",
  version: "1",
  unscored(key, { captions }) {
    if (key.kind !== "captions" || key.captions.length === 0) return "unscored-key";
    return captions == null ? "fense-not-configured" : null;
  },
  score(extraction, key, { captions }) {
    if (captions == null || key.kind !== "captions" || key.captions.length === 0) return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    return graded(captions.score(extraction.answer, key.captions));
  },
};

/**
 * MULTIPLE_CHOICE: correct if the answer's label has the position of the key's option. The answer text in the
 * benchmark's file is not used.
 */
export const choiceScorer: Scorer = {
  name: "choice",
  version: "1",
  unscored: requiresKind("option"),
  score(extraction, key) {
    if (key.kind !== "option") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    return graded(optionPosition(extraction.answer) === key.position ? 1 : 0);
  },
};

/** The metric of tasks whose questions with several correct options are scored by F1. */
const F1 = "f1";

/**
 * MULTIPLE_SELECT: correct if the selected options are the correct ones and no others. If the metric of the task is F1, the
 * score is 2 · correct selected / (selected + correct), so a selection that is partly correct has a part of the score.
 */
export const selectionScorer: Scorer = {
  name: "selection",
  version: "1",
  unscored: requiresKind("options"),
  score(extraction, key, { metric = "" }) {
    if (key.kind !== "options") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const selected = new Set(selectionPositions(extraction.answer));
    const right = key.positions.filter((position) => selected.has(position)).length;
    const f1 = (2 * right) / (selected.size + key.positions.length);
    return graded(metric.trim().toLowerCase() === F1 ? f1 : f1 === 1 ? 1 : 0);
  },
};

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
