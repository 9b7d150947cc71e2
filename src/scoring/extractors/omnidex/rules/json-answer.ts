import { allMatches } from "../all-matches.ts";
import { type Reading, within } from "../reading.ts";

const KEY =
  /["'](?:final[_ ]?answer|answer|choice|option|prediction|selected[_ ]?(?:option|answer)|answer[_ ]?(?:letter|choice|key|option)|correct[_ ]?(?:answer|option|choice)|response|label)["']\s{0,8}:\s{0,8}|\{\s{0,8}(?:final_answer|answer|choice)\s{0,8}:\s{0,8}/gi;

/** The value of the last answer field of a JSON object, even if the object is malformed. */
export function findJsonAnswer(reading: Reading): Reading | null {
  const { text } = reading;
  if (!text.includes("{")) return null;
  const last = allMatches(text, KEY).at(-1);
  if (last === undefined) return null;
  const start = last.index + last[0].length;
  const quote = text.charAt(start);
  if (quote === '"' || quote === "'") return within(reading, start + 1, closingQuote(text, start + 1, quote));
  const end = quote === "[" ? text.indexOf("]", start) : start + text.slice(start, start + 200).search(/[,}\]\n]|$/);
  return within(reading, quote === "[" ? start + 1 : start, end < 0 ? text.length : end);
}

function closingQuote(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length; at++) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.charAt(at) === quote) return at;
  }
  return text.length;
}
