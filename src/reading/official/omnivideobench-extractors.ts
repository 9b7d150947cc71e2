import type { Extractor } from "../extraction.ts";
import { letterExtraction, pythonSplit, pythonStrip, withoutPunctuation } from "./official-text.ts";

/**
 * The normalization that OmniVideoBench's scripts apply to both response and key: lower case; only the content of
 * "/box{…}"; only the first character if the second is a full stop; no punctuation; single spaces.
 * @see https://github.com/NJU-LINK/OmniVideoBench, utils/utils.py, `clean_text`
 */
export function cleanText(text: string): string {
  const lower = text.toLowerCase();
  const boxed = firstInside(lower, "/box{") ?? lower;
  const short = boxed.charAt(1) === "." ? boxed.charAt(0) : boxed;
  return pythonSplit(withoutPunctuation(short)).join(" ");
}

/** As `cleanText`, without the rules for boxes and full stops. @see eval/gemini_eval.py, `TextProcessor.clean_text` */
const cleanTextPlain = (text: string): string => pythonSplit(withoutPunctuation(text.toLowerCase())).join(" ");

/**
 * The text after the last "assistant", reduced to the content of "/box{…}" and then to the content of "\boxed{…}". The
 * script also cuts off the prompt. That is not needed here, because a response does not contain the prompt.
 * @see utils/utils.py, `extract_model_answer`
 */
export function qwenAnswer(response: string): string {
  const answer = pythonStrip(response.slice(afterLast(response, "assistant")));
  const boxed = strippedInside(answer, "/box{");
  return strippedInside(boxed, "\\boxed{");
}

function afterLast(text: string, word: string): number {
  const at = text.lastIndexOf(word);
  return at < 0 ? 0 : at + word.length;
}

function strippedInside(text: string, opening: string): string {
  const inside = firstInside(text, opening);
  return inside === undefined ? text : pythonStrip(inside);
}

/** The first match of `opening([^}]+)}`. A regular expression would take quadratic time if no brace is closed. */
function firstInside(text: string, opening: string): string | undefined {
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
    const start = at + opening.length;
    const end = text.indexOf("}", start);
    if (end < 0) return undefined;
    if (end > start) return text.slice(start, end);
  }
  return undefined;
}

const OMNIVIDEOBENCH_BAICHUAN_OPEN = "<answer>";

/** The content of the first answer tag, else the last single letter between white space or colons, else all. */
function extractAnswer(text: string): string {
  const open = text.indexOf(OMNIVIDEOBENCH_BAICHUAN_OPEN);
  const close = open < 0 ? -1 : text.indexOf("</answer>", open + OMNIVIDEOBENCH_BAICHUAN_OPEN.length);
  if (close >= 0) return pythonStrip(text.slice(open + OMNIVIDEOBENCH_BAICHUAN_OPEN.length, close));
  const parts = text.split(/[:\s]/).map(pythonStrip);
  return parts.findLast((part) => /^\p{L}$/u.test(part)) ?? pythonStrip(text);
}

/** The text that the script compares with the key's cleaned letter. */
export const readOmnivideobenchBaichuan = (response: string): string => cleanText(extractAnswer(response));

/**
 * OmniVideoBench's script for Baichuan-Omni: "B. A man is running" gives "a".
 * @see https://github.com/NJU-LINK/OmniVideoBench, eval/baichuan_omni_eval.py, `extract_answer`
 */
export const omnivideobenchBaichuanExtractor: Extractor = {
  name: "omnivideobench-baichuan",
  version: "1",
  extract: (response, question) =>
    letterExtraction(readOmnivideobenchBaichuan(response), response, question, "clean-text"),
};

const FENCE = "```json\n";
const FENCE_END = "\n```";

/** The response without a JSON fence at its very beginning and very end. */
function withoutFence(response: string): string {
  const opened = response.startsWith(FENCE) ? response.slice(FENCE.length) : response;
  return opened.endsWith(FENCE_END) ? opened.slice(0, -FENCE_END.length) : opened;
}

/** The `answer` of a response in JSON; empty if that is not a text, and undefined if the response is not JSON. */
function jsonAnswer(response: string): string | undefined {
  try {
    const value: unknown = JSON.parse(withoutFence(response));
    const answer = typeof value === "object" && value !== null && "answer" in value ? value.answer : "";
    return typeof answer === "string" ? answer : "";
  } catch {
    return undefined;
  }
}

/**
 * The text that the script compares with the key's cleaned letter: the JSON answer, or else the first boxed letter, or
 * else the first letter from A to D that is a word of its own. It is empty if the response has none of these, which the
 * script counts as an error.
 */
function readOmnivideobenchGemini(response: string): { readonly text: string; readonly rule: string } {
  const answer = jsonAnswer(response);
  if (answer !== undefined) return { text: cleanTextPlain(answer), rule: "json" };
  const boxed = /\\boxed\{(?:\\text\{)?([A-D])\}?\}/.exec(response)?.[1];
  if (boxed !== undefined) return { text: boxed.toLowerCase(), rule: "boxed" };
  const letter = /(?<![\p{L}\p{N}_])[A-D](?![\p{L}\p{N}_])/u.exec(response)?.[0] ?? "";
  return { text: letter.toLowerCase(), rule: "lone-letter" };
}

/**
 * OmniVideoBench's script for Gemini.
 * @see https://github.com/NJU-LINK/OmniVideoBench, eval/gemini_eval.py, `_get_model_response_thread_safe`
 */
export const omnivideobenchGeminiExtractor: Extractor = {
  name: "omnivideobench-gemini",
  version: "1",
  extract(response, question) {
    const { text, rule } = readOmnivideobenchGemini(response);
    return letterExtraction(text, response, question, rule);
  },
};

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

/** The text that the script compares with the key's letter: the whole response, stripped, in upper case. */
const readOmnivideobenchMinicpm = (response: string): string => pythonStrip(response).toUpperCase();

/**
 * OmniVideoBench's script for MiniCPM-o. The scripts for HumanOmni and VideoLLaMA2 read responses in the same way.
 * Every response other than the bare letter is wrong.
 * @see https://github.com/NJU-LINK/OmniVideoBench, eval/minicpm-o_eval.py
 */
export const omnivideobenchMinicpmExtractor: Extractor = {
  name: "omnivideobench-minicpm",
  version: "1",
  extract: (response, question) =>
    letterExtraction(readOmnivideobenchMinicpm(response), response, question, "whole-response"),
};

/**
 * The text that the script compares with the key's cleaned letter: "b" for "B. Blue", "the answer is b" for "The answer
 * is B".
 */
const readOmnivideobenchQwen = (response: string): string => cleanText(qwenAnswer(response));

/**
 * OmniVideoBench's scripts for the Qwen models.
 * @see https://github.com/NJU-LINK/OmniVideoBench, eval/qwenomni_eval.py, eval/qwen3_omni_eval.py, eval/qwenvl_eval.py
 */
export const omnivideobenchQwenExtractor: Extractor = {
  name: "omnivideobench-qwen",
  version: "1",
  extract: (response, question) => letterExtraction(readOmnivideobenchQwen(response), response, question, "clean-text"),
};

const OMNIVIDEOBENCH_THINKING_OPEN = "<think>";
const CLOSE = "</think>";

/** Python's `re.sub('<think>.*?</think>', '', text, flags=re.DOTALL)`, in linear time. */
function withoutThoughts(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (
    let open = text.indexOf(OMNIVIDEOBENCH_THINKING_OPEN);
    open >= 0;
    open = text.indexOf(OMNIVIDEOBENCH_THINKING_OPEN, from)
  ) {
    const close = text.indexOf(CLOSE, open + OMNIVIDEOBENCH_THINKING_OPEN.length);
    if (close < 0) break;
    parts.push(text.slice(from, open));
    from = close + CLOSE.length;
  }
  return parts.join("") + text.slice(from);
}

/**
 * Removes closed thoughts, then reads the answer as the script for Qwen does. A response that consists only of thoughts
 * is read as a whole.
 */
export function readOmnivideobenchThinking(response: string): string {
  const answer = pythonStrip(withoutThoughts(response));
  return cleanText(qwenAnswer(answer === "" ? response : answer));
}

/**
 * OmniVideoBench's script for Qwen3-Omni-Thinking.
 * @see https://github.com/NJU-LINK/OmniVideoBench, utils/utils.py, `extract_model_answer_thinking`
 */
export const omnivideobenchThinkingExtractor: Extractor = {
  name: "omnivideobench-thinking",
  version: "1",
  extract: (response, question) =>
    letterExtraction(readOmnivideobenchThinking(response), response, question, "clean-text"),
};
