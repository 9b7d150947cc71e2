import type { Span } from "../../../extraction.ts";

/** Replaces removed text. No pattern matches it as a space, so none reads across it. */
const TAKEN_OUT = "\u0001";

/** The text with each span taken out, so that positions stay the same. Line breaks stay: they separate sentences. */
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

/** Whether nothing is left of a text. */
export const isTakenOut = (text: string): boolean => text.replaceAll(TAKEN_OUT, " ").trim() === "";
