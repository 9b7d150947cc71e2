const NONE: readonly RegExpExecArray[] = [];

/**
 * All matches of a global pattern, from the start of the text. `[...text.matchAll(pattern)]` would copy the pattern on
 * each call, which costs more than searching a short response.
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

/** The position after the last character of the text that is one of `marks`; 0 if the text has no mark. */
export function afterLast(text: string, marks: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (marks.includes(text.charAt(at))) return at + 1;
  return 0;
}

/**
 * The maximum number of cached results, and the maximum length of a text whose result is cached. For one response, the
 * rules pass the same few texts repeatedly.
 */
const MOST_KEPT = 10;
const LONGEST_KEPT = 100_000;

/** Wraps a pure function of a text so that its last results are cached. */
export function remembering<T>(compute: (text: string) => T): (text: string) => T {
  const texts: string[] = [];
  const results: T[] = [];
  let next = 0;
  return (text) => {
    const known = texts.indexOf(text);
    if (known >= 0) return results[known] as T;
    const result = compute(text);
    if (text.length > LONGEST_KEPT) return result;
    texts[next] = text;
    results[next] = result;
    next = (next + 1) % MOST_KEPT;
    return result;
  };
}
