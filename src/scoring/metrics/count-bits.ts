import { popcount } from "../../domain/bitset.ts";
import type { PairWords, PlacedWords } from "./slice-pairs.ts";

/*
 * Counts 1 bits in 32-bit words, three words at a time. A full adder reduces three bits of weight 1 to one bit of
 * weight 1 and one of weight 2, so three words need only two counts. The counts are then summed in fields of 4, 8 and
 * 16 bits.
 * @see H. S. Warren (2012), "Hacker's Delight", 2nd edition, section 5–1; W. Muła et al. (2018), "Faster population
 *   counts using AVX2 instructions", The Computer Journal 61:111–120, for the adders
 */

/** The number of 1 bits in each byte position of three words, at most 24 each. */
function bytesOfThree(x: number, y: number, z: number): number {
  const either = x ^ y;
  let ones = either ^ z;
  let twos = (x & y) | (either & z);
  ones = (ones - ((ones >>> 1) & 0x55555555)) | 0;
  twos = (twos - ((twos >>> 1) & 0x55555555)) | 0;
  ones = ((ones & 0x33333333) + ((ones >>> 2) & 0x33333333)) | 0;
  twos = ((twos & 0x33333333) + ((twos >>> 2) & 0x33333333)) | 0;
  const sums = (ones + (twos << 1)) | 0;
  return ((sums & 0x0f0f0f0f) + ((sums >>> 4) & 0x0f0f0f0f)) | 0;
}

function sumOfBytes(bytes: number): number {
  const pairs = ((bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff)) | 0;
  return ((pairs & 0xffff) + (pairs >>> 16)) | 0;
}

/** How many numbers of at most 24 can be added without overflowing 8 bits. */
const MOST_SUMS = 10;

/** The number of 1 bits that a mask (the third argument) shares with the set that begins at index `start` of `set`. */
export function countCommon(set: Int32Array, start: number, { places, words }: PlacedWords): number {
  const whole = places.length - (places.length % 3);
  let count = 0;
  let bytes = 0;
  let room = MOST_SUMS;
  for (let index = 0; index < whole; index += 3) {
    const x = (set[start + (places[index] ?? 0)] ?? 0) & (words[index] ?? 0);
    const y = (set[start + (places[index + 1] ?? 0)] ?? 0) & (words[index + 1] ?? 0);
    const z = (set[start + (places[index + 2] ?? 0)] ?? 0) & (words[index + 2] ?? 0);
    bytes = (bytes + bytesOfThree(x, y, z)) | 0;
    if (--room > 0) continue;
    count = (count + sumOfBytes(bytes)) | 0;
    bytes = 0;
    room = MOST_SUMS;
  }
  for (let index = whole; index < places.length; index++)
    count += popcount((set[start + (places[index] ?? 0)] ?? 0) & (words[index] ?? 0));
  return count + sumOfBytes(bytes);
}

/** The number of pairs of which both questions are in the set that begins at index `start` of `set`. */
export function countPairs(set: Int32Array, start: number, { places, distances, words }: PairWords): number {
  const whole = places.length - (places.length % 3);
  let count = 0;
  let bytes = 0;
  let room = MOST_SUMS;
  for (let index = 0; index < whole; index += 3) {
    const x = bothIn(set, start + (places[index] ?? 0), distances[index] ?? 0) & (words[index] ?? 0);
    const y = bothIn(set, start + (places[index + 1] ?? 0), distances[index + 1] ?? 0) & (words[index + 1] ?? 0);
    const z = bothIn(set, start + (places[index + 2] ?? 0), distances[index + 2] ?? 0) & (words[index + 2] ?? 0);
    bytes = (bytes + bytesOfThree(x, y, z)) | 0;
    if (--room > 0) continue;
    count = (count + sumOfBytes(bytes)) | 0;
    bytes = 0;
    room = MOST_SUMS;
  }
  for (let index = whole; index < places.length; index++)
    count += popcount(bothIn(set, start + (places[index] ?? 0), distances[index] ?? 0) & (words[index] ?? 0));
  return count + sumOfBytes(bytes);
}

/** The word at `place`, in which only those bits stay 1 whose partner, `distance` positions later, is also 1. */
function bothIn(set: Int32Array, place: number, distance: number): number {
  const further = place + (distance >> 5);
  const shift = distance & 31;
  // In two steps, because JavaScript takes shift counts modulo 32, so a shift by 32 does nothing.
  const other = ((set[further] ?? 0) >>> shift) | (((set[further + 1] ?? 0) << 1) << (31 - shift));
  return (set[place] ?? 0) & other;
}

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
