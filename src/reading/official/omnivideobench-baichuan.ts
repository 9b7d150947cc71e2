import type { Extractor } from "../extraction.ts";
import { cleanText } from "./omnivideobench-text.ts";
import { letterExtraction } from "./option-letter.ts";
import { pythonStrip } from "./python-text.ts";

const OPEN = "<answer>";

/** The content of the first answer tag, else the last single letter between white space or colons, else all. */
function extractAnswer(text: string): string {
  const open = text.indexOf(OPEN);
  const close = open < 0 ? -1 : text.indexOf("</answer>", open + OPEN.length);
  if (close >= 0) return pythonStrip(text.slice(open + OPEN.length, close));
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
