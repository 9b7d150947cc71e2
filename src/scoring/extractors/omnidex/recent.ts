/** How many results are kept, and of how long texts: the rules ask the same few times of one response, not of many. */
const MOST_KEPT = 16;
const LONGEST_KEPT = 2_000;

/** A pure function of a text that remembers its last results. */
export function remembering<T>(compute: (text: string) => T): (text: string) => T {
  const recent = new Map<string, T>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length > LONGEST_KEPT) return result;
    if (recent.size >= MOST_KEPT) recent.clear();
    recent.set(text, result);
    return result;
  };
}
