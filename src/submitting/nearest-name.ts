import { closest, distance } from "fastest-levenshtein";

/**
 * The name that was probably meant; null if no name is close. A name is close if its edit distance is at most two
 * fifths of its length, if it has the same letters in another order, or if it contains the typed text.
 */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const lower = typed.toLowerCase();
  if (names.length === 0 || lower === "") return null;
  const near = closest(lower, names as string[]);
  if (distance(lower, near.toLowerCase()) <= Math.max(1, Math.floor(near.length * 0.4))) return near;
  const same = names.find((name) => lettersOf(name.toLowerCase()) === lettersOf(lower));
  return same ?? names.find((name) => name.toLowerCase().includes(lower)) ?? null;
}

const lettersOf = (word: string): string => [...word].sort().join("");
