import { isLatinLetter } from "./word-text.ts";

const DECORATION = " \t\n\r*_\"'`([{$\\";

/**
 * The word before a label in lower case, or the punctuation mark if there is no word. Decoration between word and label
 * is skipped. Callers test this word first. For most letters, it already rules out a match, and a slower search of the
 * text before the letter is not needed.
 */
export function wordBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && DECORATION.includes(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isLatinLetter(text.charAt(start - 1))) start -= 1;
  return start === end ? text.charAt(end - 1) : text.slice(start, end).toLowerCase();
}

const MARKS = " \t\n\r)]*_\"'.:,";

/** The word after a label in lower case, or the next character if none follows. Marks after the label are skipped. */
export function wordAfter(text: string, end: number): string {
  let start = end;
  while (start < text.length && MARKS.includes(text.charAt(start))) start += 1;
  let stop = start;
  while (stop < text.length && isLatinLetter(text.charAt(stop))) stop += 1;
  return stop === start ? text.charAt(start) : text.slice(start, stop).toLowerCase();
}
