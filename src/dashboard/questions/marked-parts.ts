/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of a text, and why it is marked: it was searched for, or the extractor read it. */
export interface MarkedPart {
  readonly start: number;
  readonly part: string;
  readonly mark: "FOUND" | "READ" | null;
}

/**
 * Cuts a text where marks begin and end. A piece that was both searched for and read is marked as searched for, because the reader
 * asked for it last.
 *
 * @param read what the extractor read
 * @param said a text that is found as it is written but for upper and lower case; empty for none
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

/** Where a text holds another one, from left to right without overlaps. */
function spansOf(text: string, said: string): readonly Span[] {
  if (said === "") return [];
  const pattern = new RegExp(said.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}
