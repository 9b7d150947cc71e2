import type { Span } from "../../../scoring/extraction.ts";

/** The longest excerpt, in UTF-16 code units, its ellipses not counted. */
const LONGEST = 200;

/**
 * An excerpt of a text: around the extracted answer, else its beginning and end, where answers usually are.
 * @returns null without a text
 */
export function excerptOf(text: string | null, span: Span | null): string | null {
  if (text === null || text.length <= LONGEST) return text;
  if (span === null) return `${part(text, 0, LONGEST / 2)} … ${part(text, text.length - LONGEST / 2, text.length)}`;
  const middle = Math.floor((span.start + Math.min(span.end, span.start + LONGEST)) / 2);
  const start = Math.min(Math.max(0, middle - LONGEST / 2), text.length - LONGEST);
  const end = start + LONGEST;
  return `${start > 0 ? "… " : ""}${part(text, start, end)}${end < text.length ? " …" : ""}`;
}

/** Well formed: a cut may fall between the halves of a surrogate pair. */
const part = (text: string, start: number, end: number): string => text.slice(start, end).toWellFormed();
