import type { Extractor } from "../extraction.ts";
import { letterExtraction } from "./official/option-letter.ts";
import { pythonStrip } from "./official/python-text.ts";

/**
 * In the script's order, written so that they take linear time, and with the word boundary of Python, to which a Chinese
 * character is a part of a word; the group that counts is always the first, so that the third pattern yields "IS".
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
/** Only the end can match the second pattern; to search all of a long run of white space would take quadratic time. */
const TAIL = 2;

/** What the script reads, and by which of its patterns. */
export function readOmnivideobenchInternvl(response: string): { readonly letter: string; readonly rule: string } {
  const text = pythonStrip(response);
  for (const [rule, pattern] of PATTERNS) {
    const match = pattern.exec(rule === "end-letter" ? text.slice(-TAIL) : text);
    // Python fails on `None.upper()` where "answer" is directly before a letter; the script then counts an error.
    if (match !== null) return { letter: (match[1] ?? "").toUpperCase(), rule };
  }
  return { letter: "", rule: "none" };
}

/**
 * OmniVideoBench's script for InternVL; that for Ming reads alike. The first pattern has no word boundary, so "Answer: C"
 * gives "A".
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
