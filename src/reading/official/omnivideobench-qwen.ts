import type { Extractor } from "../extraction.ts";
import { cleanText, qwenAnswer } from "./omnivideobench-text.ts";
import { letterExtraction } from "./option-letter.ts";

/**
 * The text that the script compares with the key's cleaned letter: "b" for "B. Blue", "the answer is b" for "The answer
 * is B".
 */
export const readOmnivideobenchQwen = (response: string): string => cleanText(qwenAnswer(response));

/**
 * OmniVideoBench's scripts for the Qwen models.
 * @see https://github.com/NJU-LINK/OmniVideoBench, eval/qwenomni_eval.py, eval/qwen3_omni_eval.py, eval/qwenvl_eval.py
 */
export const omnivideobenchQwenExtractor: Extractor = {
  name: "omnivideobench-qwen",
  version: "1",
  extract: (response, question) => letterExtraction(readOmnivideobenchQwen(response), response, question, "clean-text"),
};
