/**
 * The share of questions that can be answered right beyond chance, at most and on average over all keys, with so many bits about the
 * answer key. The answers of the key are assumed to be uniform and independent, so what can be known without the bits, for example by
 * answering the questions, is not counted. To reproduce a source of `n` independent symbols out of `c`, of which a share of
 * `1 − 1/c − gain` may be wrong, takes at least `n` times the rate–distortion function of the source.
 * @param bits 0 or more
 * @param n the number of questions, at least 1
 * @param chance the largest chance of guessing one of the questions, above 0 and below 1
 * @returns 0 to `1 − chance`
 * @see T. M. Cover and J. A. Thomas (2006), "Elements of Information Theory", theorem 10.3.1 and problem 10.5, for Hamming
 *   distortion
 */
export function gainOfBits(bits: number, n: number, chance: number): number {
  let [low, high] = [0, 1 - chance];
  if (bits >= bitsOfGain(high, n, chance)) return high;
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (bitsOfGain(middle, n, chance) > bits) high = middle;
    else low = middle;
  }
  // The upper end, so that the result is never below the bound.
  return high;
}

/**
 * The fewest bits about the answer key with which a share of questions beyond chance can be answered right: the inverse of
 * {@link gainOfBits}.
 * @param gain 0 to `1 − chance`
 */
export function bitsOfGain(gain: number, n: number, chance: number): number {
  const right = Math.min(1, chance + gain);
  const wrong = 1 - right;
  const options = 1 / chance;
  return n * Math.max(0, Math.log2(options) - entropy(right) - wrong * Math.log2(options - 1));
}

/** The entropy of an event with this probability, in bits. */
const entropy = (p: number): number => -plogp(p) - plogp(1 - p);

const plogp = (p: number): number => (p <= 0 ? 0 : p * Math.log2(p));
