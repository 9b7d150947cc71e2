/** Normalises a text for comparison: lower case, only letters and digits, single spaces. */
export function normaliseText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether two texts are equal after normalisation. Texts without letters and digits ("+", "-") must be identical. */
export function sameText(a: string, b: string): boolean {
  if (a === b) return true;
  const normalised = normaliseText(a);
  return normalised !== "" && normalised === normaliseText(b);
}

/** The edit distance of two words: insertions, deletions and substitutions (Levenshtein, 1966). */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
