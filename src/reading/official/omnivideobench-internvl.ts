import type { Extractor } from "../extraction.ts";
import { letterExtraction } from "./option-letter.ts";
import { pythonStrip } from "./python-text.ts";

/**
 * The patterns in the script's order, rewritten to take linear time. Word boundaries are as in Python, where a Chinese
 * character is part of a word. As in the script, the result is always the first group, so from "the answer is C because
 * …" the third pattern takes "IS", not "C".
 */
const PATTERNS: readonly (readonly [rule: string, pattern: RegExp])[] = [
  ["start-letter", /^([ABCD])/i],
  ["end-letter", /([ABCD])\.?\s*$/i],
  ["answer-is", /answer\s*(?:(is|:)\s*)?([ABCD])/i],
  ["choose", /choose\s*([ABCD])/i],
  ["option", /option\s*([ABCD])/i],
  ["letter-option", /([ABCD])\s*option/i],
  ["lone-letter", /(?<![\p{L}\p{N}_])([ABCD])(?![\p{L}\p{N}_])/iu],
];
/**
 * The number of characters at the end of the text in which the second pattern is searched for. The pattern cannot match
 * elsewhere, and searching a long run of white space would take quadratic time.
 */
const TAIL = 2;

/** The letter that the script reads, and the pattern that matched. */
export function readOmnivideobenchInternvl(response: string): { readonly letter: string; readonly rule: string } {
  const text = pythonStrip(response);
  for (const [rule, pattern] of PATTERNS) {
    const match = pattern.exec(rule === "end-letter" ? text.slice(-TAIL) : text);
    // If a letter directly follows "answer", Python fails on `None.upper()`, which the script counts as an error.
    if (match !== null) return { letter: (match[1] ?? "").toUpperCase(), rule };
  }
  return { letter: "", rule: "none" };
}

/**
 * OmniVideoBench's script for InternVL. The script for Ming reads responses in the same way. The first pattern has no
 * word boundary, so "Answer: C" gives "A".
 * @see https://github.com/NJU-LINK/OmniVideoBench, eval/internvl_eval.py, `extract_answer_letter`
 */
export const omnivideobenchInternvlExtractor: Extractor = {
  name: "omnivideobench-internvl",
  version: "1",
  extract(response, question) {
    const { letter, rule } = readOmnivideobenchInternvl(response);
    return letterExtraction(letter, response, question, rule);
  },
};
