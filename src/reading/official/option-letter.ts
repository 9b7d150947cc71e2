import { optionLabel } from "../../domain/option-label.ts";
import { type Extraction, type ExtractionQuestion, unparsed } from "../extraction.ts";
import { pythonStrip } from "./python-text.ts";

/**
 * The extraction that corresponds to an official script's result. The script compares its result with the
 * key's letter, so a result that is not an option's letter can never be correct.
 * @param result the result of the script for the response
 */
export function letterExtraction(
  result: string,
  response: string,
  question: ExtractionQuestion,
  rule: string,
): Extraction {
  const letter = result.toUpperCase();
  if (!/^[A-Z]$/.test(letter)) return unparsed(letter === "" ? "no-answer" : "not-an-option");
  const position = letter.charCodeAt(0) - 65;
  if (position >= question.options.length) return unparsed("no-such-option");
  return { kind: "answer", answer: optionLabel(position), rule, span: spanOf(response, letter), ambiguous: false };
}

/** The span of the letter. The scripts do not report it: the first possible position, or the whole response. */
function spanOf(response: string, letter: string): { start: number; end: number } {
  const exact = response.indexOf(letter);
  const start = exact >= 0 ? exact : response.toUpperCase().indexOf(letter);
  return start >= 0 && start < response.length ? { start, end: start + 1 } : { start: 0, end: response.length };
}

/**
 * The first capital letter from A to D in the text, after the listed phrases have been deleted (case-sensitively). Word
 * boundaries are ignored: "Based on the audio, the answer is C" gives "B", and "c" gives nothing.
 * @see `extract_characters_regex` in VLMEvalKit and in lmms-eval
 */
export const firstCapital = (response: string, deleted: readonly string[], capital = /[ABCD]/): string =>
  capital.exec(withoutPhrases(response, deleted))?.[0] ?? "";

/** The text without the phrases, which are deleted one after the other. */
export const withoutPhrases = (response: string, deleted: readonly string[]): string =>
  deleted.reduce((text, phrase) => text.replaceAll(phrase, ""), pythonStrip(response));
