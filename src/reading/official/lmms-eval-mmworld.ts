import type { Extractor } from "../extraction.ts";
import { firstCapital, letterExtraction } from "./option-letter.ts";

/**
 * The phrases that the script deletes. They are those of `vlmevalkit-worldsense.ts`, except for its last two, "Answer:"
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
