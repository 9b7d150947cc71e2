import { coarseValue, ditheredValue, Ladder, riseNeeded, scoreStep } from "../../../src/scoring/metrics/ladder.ts";
import { Omnidex } from "../../../src/sdk/index.ts";
import type { Benchmark } from "./benchmark.ts";
import { BLANK, type Fact } from "./key-posterior.ts";
import type { Account, Shown } from "./sampling-attack.ts";

/**
 * How probable a shown score is, by the number of right answers: dither and rounding move a score by up to a step.
 * @param questions how many questions are in the set
 * @param scored how many questions the score covers. If they are only an unknown part of the set, as those of a public board
 *   are, the difference between the part and the set may be another half step
 */
export function shownAs(value: number, questions: number, scored = questions): Fact["probability"] {
  const reach = (scored < questions ? 1.5 : 1) * scoreStep(scored);
  return (right) => 1 - Math.abs(right / questions - value) / reach;
}

/** How probable it is, by the number of right answers, that a sheet does not rise above a threshold. */
const notRisen =
  (threshold: number, questions: number, scored: number): Fact["probability"] =>
  (right) =>
    Math.min(1, 0.5 + (threshold - right / questions) / scoreStep(scored));

/** The score of a sheet that knows nothing of questions with four options. */
const CHANCE = 1 / 4;

/** What an account knows of its Ladder. */
class SeenLadder {
  #best = Number.NaN;
  #scored = 0;
  #count = 0;

  /** @param questions how many questions a sheet has */
  constructor(private readonly questions: number) {}

  /** The score that the next sheet has to exceed for its own score to be shown; negative before the first score. */
  get threshold(): number {
    return Number.isNaN(this.#best) ? -1 : Math.max(this.#best, CHANCE) + riseNeeded(this.#count + 1, this.#scored);
  }

  /** How many right answers the next sheet needs, without dither. */
  get needed(): number {
    return Math.max(0, Math.floor(this.threshold * this.questions) + 1);
  }

  /** How probable it is that the next sheet does not rise, by its number of right answers. */
  get repeats(): Fact["probability"] {
    return notRisen(this.threshold, this.questions, this.#scored);
  }

  /** Takes a submission into account: its own score over so many questions, or null if it repeats the best one. */
  take(own: { readonly value: number; readonly n: number } | null): void {
    this.#count += 1;
    if (own !== null) [this.#best, this.#scored] = [own.value, own.n];
  }
}

/** What a submission has told about a sheet that was shown with its own score, or null if it repeats the best one. */
function told(
  ladder: SeenLadder,
  sheet: Uint8Array,
  own: { readonly value: number; readonly n: number } | null,
  more: readonly Fact[] = [],
): Shown {
  const probability = own === null ? ladder.repeats : shownAs(own.value, sheet.length, own.n);
  ladder.take(own);
  return { facts: [{ sheet, questions: null, probability }, ...more], needed: ladder.needed, numbers: 1 + more.length };
}

/** A board that is computed here, by the server's own rules and without a server. */
export interface SimulatedBoard {
  readonly key: Uint8Array;
  /** The questions that the score covers: all, or those of the public board. */
  readonly scored: readonly number[];
  readonly random: () => number;
}

/** How many answers of a sheet are right, among these questions. */
export const rightAmong = (questions: readonly number[], key: Uint8Array, sheet: Uint8Array): number =>
  questions.reduce((sum, question) => sum + (sheet[question] === key[question] ? 1 : 0), 0);

/**
 * An account that is shown whole scores by the Ladder.
 * @param count receives the bits that each score tells at most
 */
export function simulatedAccount({ key, scored, random }: SimulatedBoard, count: (bits: number) => void): Account {
  const seen = new SeenLadder(key.length);
  const ladder = new Ladder();
  const n = scored.length;
  let submissions = 0;
  return {
    submit: async (sheet) => {
      const index = submissions++;
      const exact = ditheredValue(rightAmong(scored, key, sheet) / n, n, random() - 0.5);
      const { shown, bits } = ladder.next(exact, n, CHANCE);
      count(bits);
      return told(seen, sheet, shown === index ? { value: coarseValue(exact, n), n } : null);
    },
  };
}

/** An account of a server, with an API key of its own, that looks at everything which a submission shows. */
export function serverAccount(url: string, secret: string, benchmark: Benchmark): Account {
  const omnidex = new Omnidex({ url, apiKey: secret });
  const ladder = new SeenLadder(benchmark.questions.length);
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
        return { facts: [], needed: ladder.needed, numbers: 0 };
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
      const right = Math.round(score.correct);
      const probability = score.coarse
        ? shownAs(score.value, score.n)
        : (count: number): number => (count === right ? 1 : 0);
      facts.push({ sheet, questions, probability });
    }
  }
  return facts;
}
