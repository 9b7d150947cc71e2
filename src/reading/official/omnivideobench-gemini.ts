import type { Extractor } from "../extraction.ts";
import { cleanTextPlain } from "./omnivideobench-text.ts";
import { letterExtraction } from "./option-letter.ts";

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
export function readOmnivideobenchGemini(response: string): { readonly text: string; readonly rule: string } {
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
