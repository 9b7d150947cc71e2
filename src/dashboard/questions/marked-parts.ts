/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of a text, and why it is marked: FOUND matches the search, READ was read by the extractor. */
export interface MarkedPart {
  readonly start: number;
  readonly part: string;
  readonly mark: "FOUND" | "READ" | null;
}

/**
 * Cuts a text into pieces where marks begin and end. A piece that was both read by the extractor and found by the search
 * is marked FOUND.
 *
 * @param read the part that the extractor read
 * @param said the text to search for, ignoring case; empty for no search
 */
export function markedParts(text: string, read: Span | null, said: string): readonly MarkedPart[] {
  const found = spansOf(text, said.trim());
  const edges = [
    0,
    text.length,
    ...[...found, ...(read === null ? [] : [read])].flatMap(({ start, end }) => [start, end]),
  ];
  const sorted = [...new Set(edges)].filter((edge) => edge <= text.length).sort((a, b) => a - b);
  return sorted.slice(0, -1).map((start, place) => {
    const mark = holds(found, start) ? "FOUND" : read !== null && holds([read], start) ? "READ" : null;
    return { start, part: text.slice(start, sorted[place + 1]), mark };
  });
}

const holds = (spans: readonly Span[], at: number): boolean => spans.some(({ start, end }) => start <= at && at < end);

/** The occurrences of a text in another one, from left to right without overlaps. */
function spansOf(text: string, said: string): readonly Span[] {
  if (said === "") return [];
  const pattern = new RegExp(said.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}
