/** The setting of the boosting attack: random submissions, then a vote of those that looked better than chance. */
export interface Boosting {
  readonly questions: number;
  readonly options: number;
  readonly submissions: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

/** A submission: the index of the chosen option for each question, and the score that its submitter saw. */
export interface Seen {
  readonly choices: Uint8Array;
  readonly shown: number;
}

export const randomChoices = ({ questions, options, random }: Boosting): Uint8Array =>
  Uint8Array.from({ length: questions }, () => Math.floor(random() * options));

/** The share of choices that agree with the key, from 0 to 1. */
export function accuracy(choices: Uint8Array, key: Uint8Array): number {
  let right = 0;
  for (const [index, choice] of choices.entries()) if (choice === key[index]) right += 1;
  return right / key.length;
}

/**
 * For each question, the option that most of the submissions with a score above chance chose.
 * @see A. Blum and M. Hardt (2015), "The Ladder", section 1 (the boosting attack)
 */
export function boostedVote(
  seen: readonly Seen[],
  { questions, options }: Pick<Boosting, "questions" | "options">,
): Uint8Array {
  return vote(
    seen.filter(({ shown }) => shown > 1 / options),
    { questions, options },
  );
}

/** The vote of an attacker who knows the Ladder: only submissions that raised the shown score count. */
export function risenVote(seen: readonly Seen[], size: Pick<Boosting, "questions" | "options">): Uint8Array {
  return vote(voters(seen), size);
}

/** The submissions at which the shown score rose. */
export const voters = (seen: readonly Seen[]): readonly Seen[] =>
  seen.filter(({ shown }, index) => index > 0 && shown > (seen[index - 1]?.shown ?? 0));

/** Submits choices, and returns the score that is shown for them. */
export type Submit = (choices: Uint8Array) => number | Promise<number>;

/**
 * Hill climbing: changes a share of the answers of the best submission at random, and keeps what raises the shown score.
 * @returns the best choices
 */
export async function climb(setting: Boosting, share: number, submit: Submit): Promise<Uint8Array> {
  let best = randomChoices(setting);
  let shown = await submit(best);
  for (let count = 1; count < setting.submissions; count++) {
    const next = best.map((choice) =>
      setting.random() < share ? Math.floor(setting.random() * setting.options) : choice,
    );
    const score = await submit(next);
    if (score > shown) [best, shown] = [next, score];
  }
  return best;
}

/** The answers that an attacker claims to have read: options by the index of the question. */
export type Claims = ReadonlyMap<number, number>;

/**
 * Changes one answer after the other and keeps every change, so that the exact score approaches the threshold of the
 * shown score. The change at which the shown score rises must have been to the right answer.
 * @param guided the share of the changes that are to the right answer, from 0 to 1. With a better model, the score rises more
 * often.
 */
export async function walkToThreshold(
  setting: Boosting,
  key: Uint8Array,
  guided: number,
  submit: Submit,
): Promise<Claims> {
  const claims = new Map<number, number>();
  const choices = randomChoices(setting);
  let shown = await submit(choices);
  for (let count = 1; count < setting.submissions; count++) {
    const question = count % setting.questions;
    const right = key[question] ?? 0;
    choices[question] = setting.random() < guided ? right : (right + 1) % setting.options;
    const score = await submit(choices.slice());
    if (score > shown) claims.set(question, choices[question] ?? 0);
    shown = Math.max(shown, score);
  }
  return claims;
}

/** The option that most of the voters chose, question by question. */
export function vote(
  among: readonly Seen[],
  { questions, options }: Pick<Boosting, "questions" | "options">,
): Uint8Array {
  return Uint8Array.from({ length: questions }, (_, question) => {
    const votes = new Int32Array(options);
    for (const { choices } of among) votes[choices[question] ?? 0] = (votes[choices[question] ?? 0] ?? 0) + 1;
    return votes.indexOf(Math.max(...votes));
  });
}
