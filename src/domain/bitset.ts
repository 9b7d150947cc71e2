/**
 * A set of question ordinals, one bit each, least significant bit first. Score vectors consist of bitsets and are
 * stored in this layout (`bytea`), so it must not change. The same memory is viewed as bytes for storage and as 32-bit
 * words for counting and combining, which requires a little-endian machine: every platform of Node except s390x.
 */
export class Bitset {
  readonly bytes: Uint8Array;

  private constructor(
    /** The bits, as 32-bit words. In every set that this class makes, bits from position `length` on are 0. */
    readonly words: Int32Array,
    readonly length: number,
  ) {
    this.bytes = new Uint8Array(words.buffer, words.byteOffset, (length + 7) >> 3);
  }

  /** An empty set over the ordinals 0 … length − 1. */
  static empty(length: number): Bitset {
    return new Bitset(new Int32Array(wordCount(length)), length);
  }

  /** All ordinals 0 … length − 1. */
  static full(length: number): Bitset {
    return Bitset.empty(length).complement();
  }

  /** Reads stored bytes. Copies them, as a driver may return bytes that start unaligned in a much larger buffer. */
  static fromBytes(bytes: Uint8Array, length: number): Bitset {
    if (bytes.length !== (length + 7) >> 3)
      throw new RangeError(`${bytes.length} bytes cannot hold ${length} ordinals`);
    const set = Bitset.empty(length);
    set.bytes.set(bytes);
    return set;
  }

  /** A view of existing words, without copying them. */
  static ofWords(words: Int32Array, length: number): Bitset {
    if (words.length !== wordCount(length))
      throw new RangeError(`${words.length} words cannot hold ${length} ordinals`);
    return new Bitset(words, length);
  }

  static fromOrdinals(ordinals: Iterable<number>, length: number): Bitset {
    const set = Bitset.empty(length);
    for (const ordinal of ordinals) set.add(ordinal);
    return set;
  }

  /** The ordinals for which `holds` returns true. */
  static where(length: number, holds: (ordinal: number) => boolean): Bitset {
    const set = Bitset.empty(length);
    const { words } = set;
    for (let ordinal = 0; ordinal < length; ordinal++) {
      if (holds(ordinal)) words[ordinal >> 5] = (words[ordinal >> 5] ?? 0) | (1 << (ordinal & 31));
    }
    return set;
  }

  add(ordinal: number): void {
    if (ordinal < 0 || ordinal >= this.length)
      throw new RangeError(`ordinal ${ordinal} is outside 0 … ${this.length - 1}`);
    this.words[ordinal >> 5] = (this.words[ordinal >> 5] ?? 0) | (1 << (ordinal & 31));
  }

  has(ordinal: number): boolean {
    return (((this.words[ordinal >> 5] ?? 0) >> (ordinal & 31)) & 1) === 1;
  }

  /** The number of ordinals in the set. */
  count(): number {
    let total = 0;
    for (const word of this.words) total += popcount(word);
    return total;
  }

  /** The ordinals in ascending order. */
  ordinals(): Int32Array {
    const found = new Int32Array(this.count());
    let place = 0;
    this.forEach((ordinal) => {
      found[place++] = ordinal;
    });
    return found;
  }

  /** Calls `visit` with each ordinal, in ascending order. */
  forEach(visit: (ordinal: number) => void): void {
    const { words } = this;
    for (let index = 0; index < words.length; index++) {
      for (let word = words[index] ?? 0; word !== 0; word &= word - 1) visit((index << 5) + lowestBit(word));
    }
  }

  and(other: Bitset): Bitset {
    return this.combined(other, (a, b) => a & b);
  }

  or(other: Bitset): Bitset {
    return this.combined(other, (a, b) => a | b);
  }

  /** The ordinals of this set that are not in `other`. */
  without(other: Bitset): Bitset {
    return this.combined(other, (a, b) => a & ~b);
  }

  /** The ordinals that are not in the set. */
  complement(): Bitset {
    const words = this.words.map((word) => ~word);
    const rest = this.length & 31;
    if (rest !== 0) words[words.length - 1] = (words.at(-1) ?? 0) & ((1 << rest) - 1);
    return new Bitset(words, this.length);
  }

  intersects(other: Bitset): boolean {
    return this.words.some((word, index) => (word & (other.words[index] ?? 0)) !== 0);
  }

  equals(other: Bitset): boolean {
    return this.length === other.length && this.words.every((word, index) => word === other.words[index]);
  }

  private combined(other: Bitset, operation: (a: number, b: number) => number): Bitset {
    return new Bitset(
      this.words.map((word, index) => operation(word, other.words[index] ?? 0)),
      this.length,
    );
  }
}

/** The number of 32-bit words that hold a set over `length` ordinals. */
export const wordCount = (length: number): number => (length + 31) >>> 5;

/** The number of 1 bits in a 32-bit word. */
export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The position of the lowest 1 bit of a non-zero word. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);
