/**
 * A pseudo-random stream, identical on every machine: Tommy Ettinger's mulberry32, in integer arithmetic only. Streams
 * are seeded by name, so that an extra draw from one does not change another.
 */
export class Random {
  #state: number;

  constructor(name: string) {
    this.#state = hash(name);
  }

  /** From 0, inclusive, to 1, exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `from` to `to`, both inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** One of the values. The list must not be empty. */
  pick<T>(values: readonly T[]): T {
    return this.weighted(values.map((value) => [value, 1]));
  }

  /** One of the values, with probabilities proportional to the weights. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T {
    let rest = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      rest -= weight;
      if (rest < 0) return value;
    }
    throw new RangeError("there is nothing to choose from");
  }

  /** Several different values, in a random order. */
  sample<T>(values: readonly T[], count: number): T[] {
    const rest = [...values];
    return Array.from({ length: count }, () => rest.splice(this.between(0, rest.length - 1), 1)).flat();
  }
}

/** FNV-1a over UTF-16 code units. @see https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}
