import { pythonSplit, pythonStrip, withoutPunctuation } from "./python-text.ts";

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
export const cleanTextPlain = (text: string): string => pythonSplit(withoutPunctuation(text.toLowerCase())).join(" ");

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
