/** A seeded stream of numbers, so that the data are the same on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `from` up to, not including, `to`. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.integer(0, values.length)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  }

  /** Some of the values, at least one, in order. */
  some<T>(values: readonly T[]): T[] {
    const chosen = values.filter(() => this.chance(0.5));
    return chosen.length > 0 ? chosen : [this.pick(values)];
  }
}
