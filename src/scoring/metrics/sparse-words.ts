import { type Bitset, lowestBit, popcount } from "../../domain/bitset.ts";

/** A set of ordinals as the non-zero words of its bitset. A small set takes little memory, even in a large release. */
export class SparseWords {
  /** The number of ordinals before each word. */
  readonly before: Int32Array;
  readonly count: number;

  /** @param places the index of each word, in ascending order */
  constructor(
    readonly places: Int32Array,
    readonly words: Int32Array,
  ) {
    this.before = new Int32Array(words.length);
    let count = 0;
    for (let index = 0; index < words.length; index++) {
      this.before[index] = count;
      count += popcount(words[index] ?? 0);
    }
    this.count = count;
  }

  static of({ words }: Pick<Bitset, "words">): SparseWords {
    const places = Int32Array.from(words.keys()).filter((place) => words[place] !== 0);
    return new SparseWords(
      places,
      places.map((place) => words[place] ?? 0),
    );
  }

  /** @param ordinals in ascending order, without repeats */
  static fromOrdinals(ordinals: ArrayLike<number>): SparseWords {
    const places: number[] = [];
    const words: number[] = [];
    for (let index = 0; index < ordinals.length; index++) {
      const ordinal = ordinals[index] ?? 0;
      if (places.at(-1) !== ordinal >> 5) {
        places.push(ordinal >> 5);
        words.push(0);
      }
      words[words.length - 1] = (words.at(-1) ?? 0) | (1 << (ordinal & 31));
    }
    return new SparseWords(Int32Array.from(places), Int32Array.from(words));
  }

  intersects(other: Bitset): boolean {
    for (let index = 0; index < this.words.length; index++)
      if (((this.words[index] ?? 0) & (other.words[this.places[index] ?? 0] ?? 0)) !== 0) return true;
    return false;
  }

  /** Whether both are the same set. */
  equals(other: SparseWords): boolean {
    return (
      this.count === other.count &&
      this.words.length === other.words.length &&
      this.words.every((word, index) => word === other.words[index] && this.places[index] === other.places[index])
    );
  }

  without(other: Bitset): SparseWords {
    const rest = this.words.map((word, index) => word & ~(other.words[this.places[index] ?? 0] ?? 0));
    return new SparseWords(
      this.places.filter((_, index) => rest[index] !== 0),
      rest.filter((word) => word !== 0),
    );
  }

  /** In ascending order. */
  ordinals(): Int32Array {
    const ordinals = new Int32Array(this.count);
    let rank = 0;
    for (const [index, place] of this.places.entries()) {
      for (let word = this.words[index] ?? 0; word !== 0; word &= word - 1)
        ordinals[rank++] = (place << 5) + lowestBit(word);
    }
    return ordinals;
  }
}
