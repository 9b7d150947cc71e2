import { optionLabel } from "../../domain/option-label.ts";
import { type Extraction, type ExtractionQuestion, unparsed } from "../extraction.ts";

/**
 * The characters that Python's `str.strip()` and `str.split()` treat as white space: Unicode white space, but not the
 * byte order mark.
 */
const PYTHON_SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LEADING = new RegExp(`^[${PYTHON_SPACE}]+`);
const SPACE = new RegExp(`[${PYTHON_SPACE}]`);
const SPACES = new RegExp(`[${PYTHON_SPACE}]+`, "g");

/** Python's `str.strip()`. */
export function pythonStrip(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(LEADING, "");
}

/** Python's `str.strip(characters)`. */
export function pythonStripOf(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Python's `str.split()`. */
export const pythonSplit = (text: string): string[] => text.replace(SPACES, " ").trim().split(" ").filter(Boolean);

/** Python's `string.punctuation`. */
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;

/** A text without the characters of Python's `string.punctuation`. */
export const withoutPunctuation = (text: string): string => text.replace(PUNCTUATION, "");

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
