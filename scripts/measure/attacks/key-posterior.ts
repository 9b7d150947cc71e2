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

/** A fact, with what a further right answer costs by the number of right answers so far. */
interface Window {
  readonly cost: Float32Array;
}

/** A key of the posterior, and its number of right answers for each fact. */
interface Chain {
  readonly key: Uint8Array;
  counts: Int32Array;
}

/** The facts that a question takes part in, and the sheet's choice in each. */
class Touching {
  facts = new Int32Array(16);
  choices = new Uint8Array(16);
  length = 0;

  push(fact: number, choice: number): void {
    if (this.length === this.facts.length) {
      const [facts, choices] = [new Int32Array(2 * this.length), new Uint8Array(2 * this.length)];
      facts.set(this.facts);
      choices.set(this.choices);
      [this.facts, this.choices] = [facts, choices];
    }
    this.facts[this.length] = fact;
    this.choices[this.length++] = choice;
  }
}

/** What each further right answer costs, by the number of right answers so far. */
function costsOf(questions: number, probability: Fact["probability"]): Float32Array {
  const known = Array.from({ length: questions + 1 }, (_, right) => Math.max(IMPOSSIBLE, probability(right)));
  const possible = known.flatMap((p, right) => (p > IMPOSSIBLE ? [right] : []));
  const [first, last] = [possible[0] ?? 0, possible.at(-1) ?? questions];
  const energy = known.map((p, right) => SLOPE * Math.max(first - right, right - last, 0) - Math.log(p));
  return Float32Array.from(
    { length: questions + 1 },
    (_, right) => (energy[right + 1] ?? 1e9) - (energy[right] as number),
  );
}

/** The posterior of a key over `questions` questions with `options` options each. */
export class KeyPosterior {
  readonly #windows: Window[] = [];
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
    this.#touching = Array.from({ length: questions }, () => new Touching());
    this.#marginals = new Float64Array(questions * options).fill(1 / options);
    this.#chains = Array.from({ length: chains }, () => ({
      key: Uint8Array.from({ length: questions }, () => Math.floor(random() * options)),
      counts: new Int32Array(16),
    }));
  }

  /** Takes facts into account; `sweep` then moves the chains to keys that agree with them. */
  observe(facts: readonly Fact[]): void {
    for (const { sheet, questions, probability } of facts) {
      const fact = this.#windows.length;
      const all = Array.from(questions ?? sheet.keys());
      this.#windows.push({ cost: costsOf(all.length, probability) });
      for (const chain of this.#chains) {
        if (fact >= chain.counts.length) {
          const counts = new Int32Array(2 * chain.counts.length);
          counts.set(chain.counts);
          chain.counts = counts;
        }
        chain.counts[fact] = all.filter((question) => sheet[question] === chain.key[question]).length;
      }
      for (const question of all)
        if (sheet[question] !== BLANK) this.#touching[question]?.push(fact, sheet[question] as number);
    }
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

  #draw({ key, counts }: Chain, question: number, energies: Float64Array, found: Float64Array | null): void {
    const { options } = this;
    const { facts, choices, length } = this.#touching[question] as Touching;
    const current = key[question] as number;
    energies.fill(0);
    for (let at = 0; at < length; at++) {
      const [fact, choice] = [facts[at] as number, choices[at] as number];
      const others = (counts[fact] as number) - (choice === current ? 1 : 0);
      energies[choice] = (energies[choice] as number) + ((this.#windows[fact] as Window).cost[others] as number);
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
    for (let at = 0; at < length; at++) {
      const choice = choices[at] as number;
      if (choice === current) counts[facts[at] as number] = (counts[facts[at] as number] as number) - 1;
      else if (choice === chosen) counts[facts[at] as number] = (counts[facts[at] as number] as number) + 1;
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
