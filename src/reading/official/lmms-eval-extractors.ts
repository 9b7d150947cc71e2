import type { Extractor } from "../extraction.ts";
import { firstCapital, letterExtraction, pythonSplit, pythonStripOf } from "./official-text.ts";

/**
 * The phrases that the script deletes. They are those of `vlmevalkit-extractors.ts`, except for its last two, "Answer:"
 * and "Option:".
 */
const DELETED = [
  "The best answer is",
  "The correct answer is",
  "The answer is",
  "The answer",
  "The best option isThe correct option is",
  "Best answer:Best option:",
];

/** The letter that lmms-eval reads out of a response to MMWorld; empty if it reads none. */
export const readLmmsEvalMmworld = (response: string): string => firstCapital(response, DELETED);

/**
 * lmms-eval's extractor for MMWorld. It compares the letter with the upper-case letter of the answer key, so "b" is
 * never correct.
 * @see https://github.com/EvolvingLMMs-Lab/lmms-eval, lmms_eval/tasks/mmworld/utils.py, `extract_characters_regex`
 */
export const lmmsEvalMmworldExtractor: Extractor = {
  name: "lmms-eval-mmworld",
  version: "1",
  extract: (response, question) => letterExtraction(readLmmsEvalMmworld(response), response, question, "first-capital"),
};

const LETTERS = ["A", "B", "C", "D"];

/**
 * The letter that lmms-eval reads out of a response to WorldSense. It always reads a letter: "A" if nothing matches. It
 * also matches letters within words. Among several letters without brackets, the first in alphabetical order wins.
 * @param options the options' texts without their labels
 */
export function readLmmsEvalWorldsense(response: string, options: readonly string[]): string {
  const stripped = [",", ".", "!", "?", ";", ":", "'"].reduce(pythonStripOf, response);
  const padded = ` ${stripped} `;
  const letters = LETTERS.filter((letter) => padded.includes(letter));
  if (letters.length > 0) return last(letters, (letter) => padded.lastIndexOf(`(${letter})`));
  if (pythonSplit(padded).length <= 5) return "A";
  const lower = padded.toLowerCase();
  const textOf = (letter: string): string => (options[LETTERS.indexOf(letter)] ?? "").toLowerCase();
  const named = LETTERS.slice(0, options.length).filter((letter) => lower.includes(textOf(letter)));
  return last(named, (letter) => lower.lastIndexOf(textOf(letter)));
}

/**
 * The letter with the largest position. As in `numpy.argmax`, the first letter is returned if several have that
 * position. Without letters, returns "A".
 */
function last(letters: readonly string[], position: (letter: string) => number): string {
  const largest = Math.max(...letters.map(position));
  return letters.find((letter) => position(letter) === largest) ?? "A";
}

/**
 * lmms-eval's extractor for WorldSense.
 * @see https://github.com/EvolvingLMMs-Lab/lmms-eval, lmms_eval/tasks/worldsense/utils.py,
 *   `parse_multi_choice_response`
 */
export const lmmsEvalWorldsenseExtractor: Extractor = {
  name: "lmms-eval-worldsense",
  version: "1",
  extract: (response, question) =>
    letterExtraction(readLmmsEvalWorldsense(response, question.options), response, question, "letter-anywhere"),
};
