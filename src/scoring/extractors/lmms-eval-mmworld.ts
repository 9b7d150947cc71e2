import type { Extractor } from "../extraction.ts";
import { firstCapital, letterExtraction } from "./official/option-letter.ts";

/** The phrases that VLMEvalKit's extractor for WorldSense deletes, except for the last two. */
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
 * lmms-eval's extractor for MMWorld. It compares the letter with the key's letter in upper case, so "b" is never
 * correct.
 * @see https://github.com/EvolvingLMMs-Lab/lmms-eval, lmms_eval/tasks/mmworld/utils.py, `extract_characters_regex`
 */
export const lmmsEvalMmworldExtractor: Extractor = {
  name: "lmms-eval-mmworld",
  version: "1",
  extract: (response, question) => letterExtraction(readLmmsEvalMmworld(response), response, question, "first-capital"),
};
