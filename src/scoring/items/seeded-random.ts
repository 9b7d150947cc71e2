/** A stream of pseudo-random numbers from 0 (inclusive) to 1 (exclusive), the same on every machine (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws `count` distinct indexes below `of` in random order, by the first steps of a Fisher–Yates shuffle. */
export function sampleIndexes(of: number, count: number, random: () => number): Int32Array {
  const indexes = Int32Array.from({ length: of }, (_, index) => index);
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (of - at));
    [indexes[at], indexes[other]] = [indexes[other] ?? 0, indexes[at] ?? 0];
  }
  return indexes.slice(0, count);
}
