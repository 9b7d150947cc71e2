import type { Span } from "../extraction.ts";

const YES_OR_NO = /^ (?:yes|no) $/;
/** Text that may follow a "yes" or "no" that is an answer: the end of the clause, or another clause. */
const ANSWERING =
  /^(?:\W{0,4}$|["'*_)\]}]{0,3}\s?[.,;:!?\n。，–—-]|\s+-|\s+(?:it|he|she|they|there|the|this|that|because|as|since|you|we)\b)/i;
/** Text that may precede a "yes" or "no" that is an answer: "The answer is no", "I would say yes". */
const LEADING =
  /(?:^|[.,;:!?\n。，–—]|\b(?:is|be|was|say|answer|think|guess|so|thus|therefore|hence|definitely|probably|clearly))[\s"'*_({[\\]{0,6}$/i;

/** Whether a text that begins with an option's words begins with an answer: not "no" in "no idea" or "no one". */
export function opensClause(text: string, words: string): boolean {
  if (!YES_OR_NO.test(words)) return true;
  const opening = /^\W{0,20}(?:yes|no)/i.exec(text);
  return opening === null || ANSWERING.test(text.slice(opening[0].length, opening[0].length + 30));
}

/** Whether a mention is an answer. "Yes" and "no" are answers as a clause of their own, not within a noun phrase. */
export function isClause(text: string, { start, end }: Span): boolean {
  if (!/^(?:yes|no)$/i.test(text.slice(start, end))) return true;
  if (/\b(?:wait|oh|hmm|actually|well|um|hold on)[,.… -]{0,3}$/i.test(text.slice(Math.max(0, start - 12), start)))
    return false;
  return LEADING.test(text.slice(Math.max(0, start - 30), start)) && ANSWERING.test(text.slice(end, end + 30));
}
