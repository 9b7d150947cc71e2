/**
 * What is known of a secret answer key from everything that a board has shown: a Gibbs sampler over the keys that agree
 * with it. The prior is uniform over the options of each question.
 */

/** The choice of a question that a sheet leaves out. */
export const BLANK = 255;

/** One fact about the key: what was shown of the number of right answers of a sheet within a set of questions. */
export interface Fact {
  /** The choice for each question, from 0; `BLANK` for none. */
  readonly sheet: Uint8Array;
  /** A second sheet, if the number is of the questions that at least one has right (1), or of the right answers of the first less those of the second (−1). */
  readonly other?: { readonly sheet: Uint8Array; readonly sign: 1 | -1 };
  /** The indexes of the questions that were counted; null for all of them. */
  readonly questions: ArrayLike<number> | null;
  /** How probable it is that this was shown, from 0 to 1, by the number of right answers. */
  readonly probability: (right: number) => number;
}

/** The probability of what cannot have been shown, so that a chain can leave a key that does not agree with a fact. */
const IMPOSSIBLE = 1e-4;
/** How much less probable what cannot have been shown is with each further right answer, as a logarithm. */
const SLOPE = 1;
/** How much of the marginals each new round of sweeps replaces. */
const RENEWAL = 0.2;
/** How many earlier states of each chain are kept as samples. */
const KEPT = 4;

/** A key of the posterior. */
interface Chain {
  readonly key: Uint8Array;
  /** For each fact, where the cost of one more right answer is. */
  positions: Int32Array;
}

/** The choices of two sheets for one question that a fact compares or unites. */
interface Pair {
  readonly fact: number;
  readonly first: number;
  readonly second: number;
  readonly sign: 1 | -1;
}

/** The facts in which the sheet chooses one option of a question. */
class Choosing {
  facts = new Int32Array(8);
  length = 0;

  push(fact: number): void {
    if (this.length === this.facts.length) this.facts = doubled(this.facts);
    this.facts[this.length++] = fact;
  }
}

/** The facts that a question takes part in. */
interface Touching {
  /** By option. */
  readonly choosing: readonly Choosing[];
  readonly pairs: Pair[];
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Adds to the number of right answers of each fact. */
function move(positions: Int32Array, { facts, length }: Choosing, by: 1 | -1): void {
  for (let at = 0; at < length; at++) {
    const fact = facts[at] as number;
    positions[fact] = (positions[fact] as number) + by;
  }
}

/** What each further right answer costs, by the number of right answers so far, from `least` to `most`. */
function costsOf(least: number, most: number, probability: Fact["probability"]): Float32Array {
  const known = Array.from({ length: most - least + 1 }, (_, at) => Math.max(IMPOSSIBLE, probability(least + at)));
  const possible = known.flatMap((p, at) => (p > IMPOSSIBLE ? [at] : []));
  const [first, last] = [possible[0] ?? 0, possible.at(-1) ?? known.length - 1];
  const energy = known.map((p, at) => SLOPE * Math.max(first - at, at - last, 0) - Math.log(p));
  return Float32Array.from(known, (_, at) => (energy[at + 1] ?? 1e9) - (energy[at] as number));
}

/** The posterior of a key over `questions` questions with `options` options each. */
export class KeyPosterior {
  /** What each further right answer costs, fact by fact. */
  #costs = new Float32Array(1 << 16);
  #costsEnd = 0;
  #facts = 0;
  readonly #touching: readonly Touching[];
  readonly #chains: readonly Chain[];
  readonly #marginals: Float64Array;
  readonly #samples: Uint8Array[] = [];

  constructor(
    readonly questions: number,
    readonly options: number,
    private readonly random: () => number,
    chains = 12,
  ) {
    this.#touching = Array.from({ length: questions }, () => ({
      choosing: Array.from({ length: options }, () => new Choosing()),
      pairs: [],
    }));
    this.#marginals = new Float64Array(questions * options).fill(1 / options);
    this.#chains = Array.from({ length: chains }, () => ({
      key: Uint8Array.from({ length: questions }, () => Math.floor(random() * options)),
      positions: new Int32Array(16),
    }));
  }

  /** Takes facts into account; `sweep` then moves the chains to keys that agree with them. */
  observe(facts: readonly Fact[]): void {
    for (const { sheet, other, questions, probability } of facts) {
      const fact = this.#facts++;
      const all = Array.from(questions ?? sheet.keys());
      const least = other?.sign === -1 ? -all.length : 0;
      const start = this.#addCosts(costsOf(least, all.length, probability)) - least;
      for (const chain of this.#chains) {
        if (fact >= chain.positions.length) chain.positions = doubled(chain.positions);
        const isRight = (of: Uint8Array, question: number): number => (of[question] === chain.key[question] ? 1 : 0);
        chain.positions[fact] = all.reduce((sum, question) => {
          const [first, second] = [isRight(sheet, question), other === undefined ? 0 : isRight(other.sheet, question)];
          return sum + (other?.sign === -1 ? first - second : first | second);
        }, start);
      }
      for (const question of all) {
        const first = sheet[question] as number;
        const second = other === undefined ? BLANK : (other.sheet[question] as number);
        const touching = this.#touching[question] as Touching;
        if (other !== undefined && first !== second) touching.pairs.push({ fact, first, second, sign: other.sign });
        else if (first !== BLANK && other?.sign !== -1) touching.choosing[first]?.push(fact);
      }
    }
  }

  /** Keeps the costs of a fact, and returns where they start. */
  #addCosts(costs: Float32Array): number {
    const start = this.#costsEnd;
    this.#costsEnd += costs.length;
    while (this.#costsEnd > this.#costs.length) {
      const larger = new Float32Array(2 * this.#costs.length);
      larger.set(this.#costs);
      this.#costs = larger;
    }
    this.#costs.set(costs, start);
    return start;
  }

  /** Draws each answer of each chain anew, `times` times, and renews the marginals. */
  sweep(times: number): void {
    const { options } = this;
    const found = new Float64Array(this.#marginals.length);
    const energies = new Float64Array(options);
    let rounds = 0;
    for (let time = 0; time < times; time++) {
      // The first half lets the chains reach keys that agree with the newest facts.
      const counts = time >= times / 2;
      if (counts) rounds += this.#chains.length;
      for (const chain of this.#chains)
        for (let question = 0; question < this.questions; question++)
          this.#draw(chain, question, energies, counts ? found : null);
    }
    for (let at = 0; at < found.length; at++)
      this.#marginals[at] =
        (1 - RENEWAL) * (this.#marginals[at] as number) + (RENEWAL * (found[at] as number)) / rounds;
    for (const { key } of this.#chains) this.#samples.push(key.slice());
    while (this.#samples.length > KEPT * this.#chains.length) this.#samples.shift();
  }

  #draw({ key, positions }: Chain, question: number, energies: Float64Array, found: Float64Array | null): void {
    const { options } = this;
    const costs = this.#costs;
    const { choosing, pairs } = this.#touching[question] as Touching;
    const current = key[question] as number;
    for (let option = 0; option < options; option++) {
      const { facts, length } = choosing[option] as Choosing;
      const own = option === current ? 1 : 0;
      let energy = 0;
      for (let at = 0; at < length; at++) energy += costs[(positions[facts[at] as number] as number) - own] as number;
      energies[option] = energy;
    }
    for (const { fact, first, second, sign } of pairs) {
      const others = (positions[fact] as number) - (first === current ? 1 : second === current ? sign : 0);
      energies[first] = (energies[first] as number) + (costs[others] as number);
      energies[second] =
        (energies[second] as number) + (sign === 1 ? (costs[others] as number) : -(costs[others - 1] as number));
    }
    let least = Number.POSITIVE_INFINITY;
    for (let option = 0; option < options; option++) least = Math.min(least, energies[option] as number);
    let sum = 0;
    for (let option = 0; option < options; option++) {
      const weight = Math.exp(least - (energies[option] as number));
      energies[option] = weight;
      sum += weight;
    }
    let left = this.random() * sum;
    let chosen = options - 1;
    for (let option = 0; option < options; option++) {
      const weight = energies[option] as number;
      if (found !== null)
        found[question * options + option] = (found[question * options + option] as number) + weight / sum;
      if (left >= 0 && left < weight) chosen = option;
      left -= weight;
    }
    if (chosen === current) return;
    key[question] = chosen;
    move(positions, choosing[current] as Choosing, -1);
    move(positions, choosing[chosen] as Choosing, 1);
    for (const { fact, first, second, sign } of pairs) {
      const before = first === current ? 1 : second === current ? sign : 0;
      const after = first === chosen ? 1 : second === chosen ? sign : 0;
      positions[fact] = (positions[fact] as number) + after - before;
    }
  }

  /** The probability of each option of each question, from 0 to 1; question by question. */
  get marginals(): Float64Array {
    return this.#marginals;
  }

  /** Keys drawn from the posterior. */
  get samples(): readonly Uint8Array[] {
    return this.#samples;
  }

  /** The likeliest answer of each question. Equally likely ones are drawn. */
  mode(): Uint8Array {
    return Uint8Array.from({ length: this.questions }, (_, question) => {
      let [best, likeliest] = [0, -1];
      for (let option = 0; option < this.options; option++) {
        const probability = (this.#marginals[question * this.options + option] as number) + 1e-9 * this.random();
        if (probability > likeliest) [best, likeliest] = [option, probability];
      }
      return best;
    });
  }

  /** The sampler's own estimate of how many answers of a sheet are right. */
  expected(sheet: Uint8Array): number {
    let sum = 0;
    for (let question = 0; question < this.questions; question++)
      if (sheet[question] !== BLANK)
        sum += this.#marginals[question * this.options + (sheet[question] as number)] as number;
    return sum;
  }
}
