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
