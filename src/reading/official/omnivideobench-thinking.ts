import type { Extractor } from "../extraction.ts";
import { cleanText, qwenAnswer } from "./omnivideobench-text.ts";
import { letterExtraction } from "./option-letter.ts";
import { pythonStrip } from "./python-text.ts";

const OPEN = "<think>";
const CLOSE = "</think>";

/** Python's `re.sub('<think>.*?</think>', '', text, flags=re.DOTALL)`, in linear time. */
function withoutThoughts(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, from)) {
    const close = text.indexOf(CLOSE, open + OPEN.length);
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
