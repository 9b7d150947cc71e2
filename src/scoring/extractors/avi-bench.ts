import { optionLabel } from "../../domain/option-label.ts";
import { type Extractor, unparsed } from "../extraction.ts";

/** `string_cleaning` of the official code: lower case, and only word characters and white space. */
export const cleanAviBench = (text: string): string =>
  text
    .replaceAll("<|endoftext|>", "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\s]/gu, "");

/**
 * The option that occurs first in the text as whole words. Of options at the same position, the alphabetically first.
 */
export function firstOption(cleaned: string, options: readonly string[]): { option: string; at: number } | null {
  const hits = options
    .map((option) => ({ option, at: wordIndex(cleaned, cleanAviBench(option)) }))
    .filter((hit) => hit.at >= 0)
    .sort((one, other) => one.at - other.at || (one.option < other.option ? -1 : 1));
  return hits[0] ?? null;
}

/** The index of `word` with a word boundary on both sides, as defined by Python's `\b`; -1 if it does not occur. */
function wordIndex(text: string, word: string): number {
  if (word === "") return -1;
  const pattern = word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`, "u").exec(text)?.index ?? -1;
}

/**
 * AVI-Bench's full match. The answer is the option that occurs first in the cleaned response. If no option occurs, a
 * multiple-choice question has no answer. Otherwise, the answer is the first whole number if the question asks for a
 * number, and the cleaned response if it does not or has no number.
 * @see https://github.com/FudanCVL/AVI-Bench, eval/level_metrics/level_score.py, `eval_full_match_acc`, and utils.py,
 *   `find_ordered_matches`
 */
export const aviBenchExtractor: Extractor = {
  name: "avi-bench",
  version: "1",
  extract(response, question) {
    const cleaned = cleanAviBench(response);
    if (cleaned.trim() === "") return unparsed("empty");
    const span = { start: 0, end: response.length };
    const hit = firstOption(cleaned, question.options);
    if (hit === null && question.answerFormat === "MULTIPLE_CHOICE") return unparsed("no-answer");
    const number = hit === null ? /\d+/.exec(cleaned)?.[0] : undefined;
    const rule = hit !== null ? "first-option" : number !== undefined ? "first-number" : "cleaned";
    const text = hit?.option ?? (question.answerFormat === "NUMBER" ? number : undefined) ?? cleaned;
    const label = hit === null ? text : optionLabel(question.options.indexOf(hit.option));
    const answer = question.answerFormat === "MULTIPLE_CHOICE" ? label : text;
    return { kind: "answer", answer, rule, span, ambiguous: false };
  },
};
