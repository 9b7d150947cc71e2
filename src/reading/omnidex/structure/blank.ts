import type { Span } from "../../extraction.ts";

/** The character that replaces removed text. No pattern treats it as a space, so no match extends across it. */
const TAKEN_OUT = "\u0001";

/**
 * Replaces each span without changing the length of the text, so that positions stay valid. Line breaks are kept,
 * because they separate sentences.
 */
export function blankSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    const begin = Math.max(start, from);
    parts.push(text.slice(from, begin), text.slice(begin, end).replace(/[^\n]/g, TAKEN_OUT));
    from = end;
  }
  return from === 0 ? text : parts.join("") + text.slice(from);
}

/** Whether a text consists only of removed text and white space. */
export const isTakenOut = (text: string): boolean => text.replaceAll(TAKEN_OUT, " ").trim() === "";
