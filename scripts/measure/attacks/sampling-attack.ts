/**
 * An attack that keeps a posterior of the answer key over everything that a board has shown, and builds each sheet from
 * it, so that the sheet is about as likely to raise the shown score as not.
 */
import { BLANK, type Fact, KeyPosterior } from "./key-posterior.ts";

/** What an account is shown after a submission. */
export interface Shown {
  /** Everything that this submission has told about the key. */
  readonly facts: readonly Fact[];
  /** How many right answers the account's next sheet needs for its score to be shown; 0 before the first score. */
  readonly needed: number;
  /** How many numbers were shown that depend on the key. */
  readonly numbers: number;
}

/** An account that submits sheets. */
export interface Account {
  submit(sheet: Uint8Array): Promise<Shown>;
}

/** The state of an attack after some submissions. */
export interface Standing {
  readonly submissions: number;
  /** The likeliest key. */
  readonly guess: Uint8Array;
  /** The sampler's own estimate of how many answers of `guess` are right. */
  readonly estimated: number;
  readonly numbers: number;
}

export interface AttackOptions {
  readonly questions: number;
  readonly options: number;
  readonly random: () => number;
  readonly submissions: number;
  /** After how many submissions the standing is reported. */
  readonly every: number;
  /** Whether the sheets leave questions out, so that the score rises in small steps. */
  readonly partial?: boolean;
  /** How often each answer of each chain is drawn anew after a submission. */
  readonly sweeps?: number;
  /** What is known before the first submission, such as what others' public runs show. */
  readonly known?: readonly Fact[];
}

/** Submits sheets with the accounts in turn, and yields the standing now and then, and at the end. */
export async function* samplingAttack(
  accounts: readonly Account[],
  { questions, options, random, submissions, every, partial = false, sweeps = 12, known = [] }: AttackOptions,
): AsyncGenerator<Standing> {
  const posterior = new KeyPosterior(questions, options, random);
  if (known.length > 0) settle(posterior, known, 40 * sweeps);
  const needed = accounts.map(() => 0);
  let numbers = 0;
  for (let count = 1; count <= submissions; count++) {
    const turn = count % accounts.length;
    const sheet = nextSheet(posterior, needed[turn] ?? 0, { random, partial });
    const shown = await (accounts[turn] as Account).submit(sheet);
    needed[turn] = shown.needed;
    numbers += shown.numbers;
    settle(posterior, shown.facts, sweeps);
    if (count % every === 0 || count === submissions) yield standing(posterior, count, numbers);
  }
}

/** The standing of a reader who submits nothing. */
export function readerStanding(facts: readonly Fact[], { questions, options, random }: AttackOptions): Standing {
  const posterior = new KeyPosterior(questions, options, random);
  settle(posterior, facts, 600);
  return standing(posterior, 0, facts.length);
}

function settle(posterior: KeyPosterior, facts: readonly Fact[], sweeps: number): void {
  posterior.observe(facts);
  posterior.sweep(sweeps);
}

function standing(posterior: KeyPosterior, submissions: number, numbers: number): Standing {
  const guess = posterior.mode();
  return { submissions, guess, estimated: posterior.expected(guess), numbers };
}

/** The shares of the answers that are the likeliest ones; the others are drawn from the posterior. */
const SHARES = [0, 0.25, 0.5, 0.75, 0.9, 1] as const;
const DRAWS = 3;
/** The shares of the questions that a partial sheet answers. */
const FILLS = Array.from({ length: 40 }, (_, index) => (index + 1) / 40);
/** How sure a partial sheet is to raise the shown score. */
const SURE = 0.85;

interface Drawing {
  readonly random: () => number;
  readonly partial: boolean;
}

const nextSheet = (posterior: KeyPosterior, needed: number, { random, partial }: Drawing): Uint8Array =>
  partial ? justBeating(posterior, needed, random) : leastCertain(posterior, needed, random);

/** Of some sheets that are drawn from the posterior, the one whose score is the least certain to be shown or not. */
function leastCertain(posterior: KeyPosterior, needed: number, random: () => number): Uint8Array {
  let [best, most] = [drawn(posterior, { share: 0, fill: 1, random }), -1];
  for (const share of SHARES) {
    for (let draw = 0; draw < DRAWS; draw++) {
      const sheet = drawn(posterior, { share, fill: 1, random });
      const uncertainty = entropy(riseProbability(posterior, sheet, needed));
      if (uncertainty > most) [best, most] = [sheet, uncertainty];
    }
  }
  return best;
}

/** The sheet with the fewest answers that is nearly sure to raise the shown score; else the surest. */
function justBeating(posterior: KeyPosterior, needed: number, random: () => number): Uint8Array {
  let [best, most] = [drawn(posterior, { share: 1, fill: 1, random }), -1];
  for (const fill of FILLS) {
    const sheet = drawn(posterior, { share: 1, fill, random });
    const probability = riseProbability(posterior, sheet, needed);
    if (probability >= SURE) return sheet;
    if (probability > most) [best, most] = [sheet, probability];
  }
  return best;
}

function drawn(
  posterior: KeyPosterior,
  { share, fill, random }: { readonly share: number; readonly fill: number; readonly random: () => number },
): Uint8Array {
  const mode = posterior.mode();
  const { samples } = posterior;
  return mode.map((likeliest, question) => {
    if (fill < 1 && random() >= fill) return BLANK;
    if (random() < share) return likeliest;
    const sample = samples[Math.floor(random() * samples.length)];
    return sample === undefined ? Math.floor(random() * posterior.options) : (sample[question] as number);
  });
}

/** How probable it is, by the posterior's samples, that a sheet has at least so many right answers. */
function riseProbability(posterior: KeyPosterior, sheet: Uint8Array, needed: number): number {
  const rights = posterior.samples.map((key) =>
    key.reduce((sum, answer, question) => sum + (sheet[question] === answer ? 1 : 0), 0),
  );
  const mean = rights.reduce((sum, right) => sum + right, 0) / Math.max(1, rights.length);
  const variance = rights.reduce((sum, right) => sum + (right - mean) ** 2, 1) / Math.max(1, rights.length);
  return 1 / (1 + Math.exp((1.702 * (needed - mean)) / Math.sqrt(variance)));
}

const entropy = (p: number): number => (p <= 0 || p >= 1 ? 0 : -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p)));
