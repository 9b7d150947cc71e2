import type { Ability, ItemFit } from "./item-fit.ts";

type Items = Pick<ItemFit, "discrimination" | "intercept">;

/** The largest change of the ability θ in one step. */
const LONGEST_STEP = 1;

/**
 * Estimates the ability θ of a run as the mode of its posterior, with the prior N(0, 1).
 * @param questions ordinals; questions without parameters are left out
 * @param scores from 0 to 1, one for each of the questions; `NaN` for a question that is left out
 * @returns θ, and the posterior standard deviation, computed from the information at the mode
 * @see F. M. Lord (1980), "Applications of Item Response Theory", chapter 5; R. D. Bock and R. J. Mislevy (1982),
 *   Applied Psychological Measurement 6:431–444, for the prior
 */
export function estimateAbility(items: Items, questions: ArrayLike<number>, scores: ArrayLike<number>): Ability {
  if (questions.length !== scores.length)
    throw new RangeError(`${scores.length} scores for ${questions.length} questions`);
  let theta = 0;
  let information = 1;
  let used = 0;
  for (let step = 0; step < 50; step++) {
    let gradient = -theta;
    information = 1;
    used = 0;
    for (let index = 0; index < questions.length; index++) {
      const question = questions[index] ?? -1;
      const a = items.discrimination[question] ?? Number.NaN;
      const residual = (scores[index] ?? Number.NaN) - probability(items, question, theta);
      if (Number.isNaN(residual)) continue;
      gradient += a * residual;
      information += fisherInformation(items, question, theta);
      used += 1;
    }
    const move = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, gradient / information));
    theta += move;
    if (Math.abs(move) < 1e-8) break;
  }
  return { value: theta, standardError: 1 / Math.sqrt(information), questions: used };
}

/** P(right | θ); `NaN` for a question without parameters. */
export function probability({ discrimination, intercept }: Items, question: number, theta: number): number {
  const logit = (discrimination[question] ?? Number.NaN) * theta + (intercept[question] ?? Number.NaN);
  return 1 / (1 + Math.exp(-logit));
}

/** The information that a question gives about θ: a² P (1 − P). @see F. M. Lord (1980), equation 5-9 */
export function fisherInformation(items: Items, question: number, theta: number): number {
  const p = probability(items, question, theta);
  return (items.discrimination[question] ?? Number.NaN) ** 2 * p * (1 - p);
}

/**
 * The questions that give the most information about a run's ability, the most informative first. Questions with a
 * negative discrimination are left out, because they are probably faulty.
 * @param asked ordinals of the questions that the run was already asked
 * @param among ordinals to choose from; all questions if missing
 * @see V. Hofmann et al. (2025), "Fluid Language Model Benchmarking", COLM, section 3, for Fisher information at the
 *   current estimate of the ability
 */
export function nextQuestions(
  items: Items,
  ability: number,
  asked: Iterable<number>,
  count: number,
  among?: ArrayLike<number>,
): number[] {
  const done = new Set(asked);
  const candidates = Array.from(among ?? { length: items.discrimination.length }, (value, index) =>
    among === undefined ? index : (value as number),
  ).filter((question) => !done.has(question) && (items.discrimination[question] ?? 0) > 0);
  const information = new Map(candidates.map((question) => [question, fisherInformation(items, question, ability)]));
  return candidates
    .sort((a, b) => (information.get(b) ?? 0) - (information.get(a) ?? 0) || a - b)
    .slice(0, Math.max(0, count));
}
