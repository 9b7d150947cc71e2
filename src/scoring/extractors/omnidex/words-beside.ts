import { isLatinLetter } from "./word-text.ts";

const DECORATION = " \t\n\r*_\"'`([{$\\";

/**
 * The word before a label in lower case, or the punctuation mark if there is no word. Decoration between them is
 * skipped. For most letters this word decides, so that the text before them need not be searched.
 */
export function wordBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && DECORATION.includes(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isLatinLetter(text.charAt(start - 1))) start -= 1;
  return start === end ? text.charAt(end - 1) : text.slice(start, end).toLowerCase();
}

const MARKS = " \t\n\r)]*_\"'.:,";

/** The word after a label, in lower case, or the character there if it is not a word; marks in between are skipped. */
export function wordAfter(text: string, end: number): string {
  let start = end;
  while (start < text.length && MARKS.includes(text.charAt(start))) start += 1;
  let stop = start;
  while (stop < text.length && isLatinLetter(text.charAt(stop))) stop += 1;
  return stop === start ? text.charAt(start) : text.slice(start, stop).toLowerCase();
}
