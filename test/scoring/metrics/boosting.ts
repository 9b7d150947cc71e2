/** The boosting attack: random submissions, then a vote of those that looked better than chance. */
export interface Boosting {
  readonly questions: number;
  readonly options: number;
  readonly submissions: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

/** A submission's choices, an option's index for each question, and the score that its submitter saw. */
export interface Seen {
  readonly choices: Uint8Array;
  readonly shown: number;
}

/** Random choices. */
export const randomChoices = ({ questions, options, random }: Boosting): Uint8Array =>
  Uint8Array.from({ length: questions }, () => Math.floor(random() * options));

/** The share of choices that are the key's, from 0 to 1. */
export function accuracy(choices: Uint8Array, key: Uint8Array): number {
  let right = 0;
  for (const [index, choice] of choices.entries()) if (choice === key[index]) right += 1;
  return right / key.length;
}

/**
 * The option that most of the submissions chose that look better than chance, question by question.
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

/** The same by an attacker who knows the Ladder: only submissions at which the shown score rose have a vote. */
export function risenVote(seen: readonly Seen[], size: Pick<Boosting, "questions" | "options">): Uint8Array {
  return vote(
    seen.filter(({ shown }, index) => index > 0 && shown > (seen[index - 1]?.shown ?? 0)),
    size,
  );
}

function vote(voters: readonly Seen[], { questions, options }: Pick<Boosting, "questions" | "options">): Uint8Array {
  return Uint8Array.from({ length: questions }, (_, question) => {
    const votes = new Int32Array(options);
    for (const { choices } of voters) votes[choices[question] ?? 0] = (votes[choices[question] ?? 0] ?? 0) + 1;
    return votes.indexOf(Math.max(...votes));
  });
}
