const NONE: readonly RegExpExecArray[] = [];

/**
 * All matches of a global pattern, from the text's beginning on. As `[...text.matchAll(pattern)]`, which makes a new
 * pattern each time: that costs more than to search a short response for it.
 */
export function allMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  const first = pattern.exec(text);
  if (first === null) return NONE;
  const matches: RegExpExecArray[] = [];
  for (let match: RegExpExecArray | null = first; match !== null; match = pattern.exec(text)) {
    matches.push(match);
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return matches;
}

/** Where the text behind the last of some marks begins; 0 for a text without any. */
export function afterLast(text: string, marks: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (marks.includes(text.charAt(at))) return at + 1;
  return 0;
}
