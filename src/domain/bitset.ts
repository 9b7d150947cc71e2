/**
 * A set of question ordinals, one bit each, least significant bit first. It is what a score vector is made of and
 * how it is stored (`bytea`), so its layout must not change.
 */
export class Bitset {
  private constructor(
    readonly bytes: Uint8Array,
    readonly length: number,
  ) {}

  /** An empty set over the ordinals 0 … length − 1. */
  static empty(length: number): Bitset {
    return new Bitset(new Uint8Array((length + 7) >> 3), length);
  }

  /** Reads stored bytes; they are not copied. */
  static fromBytes(bytes: Uint8Array, length: number): Bitset {
    if (bytes.length !== (length + 7) >> 3)
      throw new RangeError(`${bytes.length} bytes cannot hold ${length} ordinals`);
    return new Bitset(bytes, length);
  }

  static fromOrdinals(ordinals: Iterable<number>, length: number): Bitset {
    const set = Bitset.empty(length);
    for (const ordinal of ordinals) set.add(ordinal);
    return set;
  }

  add(ordinal: number): void {
    if (ordinal < 0 || ordinal >= this.length)
      throw new RangeError(`ordinal ${ordinal} is outside 0 … ${this.length - 1}`);
    const index = ordinal >> 3;
    this.bytes[index] = (this.bytes[index] ?? 0) | (1 << (ordinal & 7));
  }

  has(ordinal: number): boolean {
    return (((this.bytes[ordinal >> 3] ?? 0) >> (ordinal & 7)) & 1) === 1;
  }

  /** How many ordinals are in the set. */
  count(): number {
    let total = 0;
    for (const byte of this.bytes) total += POPCOUNT[byte] ?? 0;
    return total;
  }
}

const POPCOUNT = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);
