import { coarseValue, scoreStep } from "../../src/scoring/metrics/coarse-score.ts";
import { riseNeeded } from "../../src/scoring/metrics/ladder.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import type { Benchmark } from "./benchmark.ts";
import { BLANK, type Fact } from "./key-posterior.ts";
import type { Account, Shown } from "./sampling-attack.ts";

/** Counts that lie at a boundary by rounding errors are inside. */
const TINY = 1e-9;

/**
 * The right answers within a set of questions, as counts, that a coarse score stands for.
 * @param scored how many questions the score covers. If they are only an unknown part of the set, as those of a public board
 *   are, the window is twice as wide, for the difference between the part and the set
 */
export function windowOf(value: number, questions: number, scored = questions): Pick<Fact, "lower" | "upper"> {
  const half = (scored < questions ? 1 : 0.5) * scoreStep(scored);
  return { lower: Math.ceil((value - half) * questions - TINY), upper: Math.floor((value + half) * questions + TINY) };
}

/** What an account remembers of its Ladder. */
class Ladder {
  #best = Number.NaN;
  #scored = 0;
  #count = 0;

  /** @param questions how many questions a sheet has */
  constructor(private readonly questions: number) {}

  /** The most right answers with which the next sheet is not shown; negative before the first score. */
  get most(): number {
    if (Number.isNaN(this.#best)) return -1;
    return Math.floor((this.#best + riseNeeded(this.#count + 1, this.#scored)) * this.questions + TINY);
  }

  /** Takes a submission into account: its own score over so many questions, or null if it repeats the best one. */
  take(own: { readonly value: number; readonly n: number } | null): void {
    this.#count += 1;
    if (own !== null) [this.#best, this.#scored] = [own.value, own.n];
  }
}

/** What a submission has told about a sheet that was shown with its own score, or null if it repeats the best one. */
function told(
  ladder: Ladder,
  sheet: Uint8Array,
  own: { readonly value: number; readonly n: number } | null,
  more: readonly Fact[] = [],
): Shown {
  const window = own === null ? { lower: 0, upper: ladder.most } : windowOf(own.value, sheet.length, own.n);
  ladder.take(own);
  return { facts: [{ sheet, questions: null, ...window }, ...more], needed: ladder.most + 1, numbers: 1 + more.length };
}

/** An account on a board that is computed here, by the server's own rules and without a server: whole scores only. */
export function simulatedAccount(key: Uint8Array): Account {
  const ladder = new Ladder(key.length);
  return {
    submit: async (sheet) => {
      const right = key.reduce((sum, answer, question) => sum + (sheet[question] === answer ? 1 : 0), 0);
      const value = coarseValue(right / key.length, key.length);
      return told(ladder, sheet, right > ladder.most ? { value, n: key.length } : null);
    },
  };
}

/** An account of a server, with an API key of its own, that looks at everything which a submission shows. */
export function serverAccount(url: string, secret: string, benchmark: Benchmark): Account {
  const omnidex = new Omnidex({ url, apiKey: secret });
  const ladder = new Ladder(benchmark.questions.length);
  let seed = 0;
  return {
    submit: async (sheet) => {
      const { id } = await omnidex.submitRun({
        benchmark: benchmark.slug,
        model: { name: `guesser ${secret.slice(-6)}` },
        inputs: ["VIDEO"],
        seed: ++seed,
        predictions: predictionsOf(benchmark, sheet),
      });
      const score = (await omnidex.run(id))?.score ?? null;
      if (score === null) {
        ladder.take(null);
        return { facts: [], needed: ladder.most + 1, numbers: 0 };
      }
      if (score.repeatsBest) return told(ladder, sheet, null);
      return told(ladder, sheet, score, await partFacts(omnidex, id, benchmark, sheet));
    },
  };
}

/** The rows of a sheet; `BLANK` choices have none. */
export const predictionsOf = ({ questions, labels }: Benchmark, sheet: Uint8Array) =>
  questions.flatMap(({ key }, index) =>
    sheet[index] === BLANK ? [] : [{ question: key, response: labels[sheet[index] as number] as string }],
  );

/** What the breakdowns of a run tell, over every dimension of the benchmark. */
export async function partFacts(
  omnidex: Omnidex,
  run: string,
  { dimensions }: Benchmark,
  sheet: Uint8Array,
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const { dimension, values } of dimensions) {
    for (const { keys, score } of await omnidex.breakdown(run, { by: [dimension] })) {
      const questions = values.get(keys[0]?.label ?? "");
      if (questions === undefined || score.n !== questions.length) continue;
      const window = score.coarse
        ? windowOf(score.value, score.n)
        : { lower: Math.round(score.correct), upper: Math.round(score.correct) };
      facts.push({ sheet, questions, ...window });
    }
  }
  return facts;
}
