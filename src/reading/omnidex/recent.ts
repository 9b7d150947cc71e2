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
