import { type AnswerMatrix, hasBit } from "./outcome-matrix.ts";
import { BANDS } from "./question-statistics.ts";

/** How the runs use one option of a question. */
export interface OptionUse {
  /** The option, from 1 on; 0 for the runs whose response holds no readable answer. */
  readonly option: number;
  readonly isKey: boolean;
  readonly count: number;
  /** The share of the asked runs that pick the option. */
  readonly share: number;
  /** The share of each band of ability that picks the option, weakest band first; `NaN` for a band without runs. */
  readonly shareByBand: readonly number[];
  /** The mean ability of the runs that pick the option; null if no run picks it. */
  readonly meanAbility: number | null;
  /**
   * The point-biserial correlation between picking the option and ability, −1 to 1. It should be positive for the key
   * and negative for a distractor. Null if all runs or no runs pick the option.
   */
  readonly correlation: number | null;
}

export interface RunAbilities {
  /** The band of each run, from `QuestionStatistics`. */
  readonly bandOf: Uint8Array;
  /** θ or the mean score of each run. */
  readonly abilities: Float64Array;
}

/**
 * For one question, which runs pick which option.
 * @returns one entry for each option, and one for unparsed responses; only runs with stored choices are counted
 * @throws RangeError if there is no such question
 * @see F. M. Lord and M. R. Novick (1968), chapter 15; M. J. Allen and W. M. Yen (1979), "Introduction to Measurement
 *   Theory", chapter 6, for the analysis of distractors
 */
export function optionAnalysis(matrix: AnswerMatrix, question: number, runs: RunAbilities): OptionUse[] {
  if (!(question >= 0 && question < matrix.questions))
    throw new RangeError(`question ${question} is outside 0 … ${matrix.questions - 1}`);
  const picks = picksOf(matrix, question, runs);
  const options = matrix.options[question] ?? 0;
  return Array.from({ length: options + 1 }, (_, option) => describeOption(option, picks, matrix.key[question] ?? 0));
}

interface Pick {
  readonly option: number;
  readonly band: number;
  readonly ability: number;
}

function picksOf({ runs }: AnswerMatrix, question: number, { bandOf, abilities }: RunAbilities): Pick[] {
  return runs.flatMap(({ choices, asked }, index) =>
    choices === null || !hasBit(asked, question)
      ? []
      : [{ option: choices[question] ?? 0, band: bandOf[index] ?? 0, ability: abilities[index] ?? Number.NaN }],
  );
}

function describeOption(option: number, picks: readonly Pick[], key: number): OptionUse {
  const picked = picks.filter((pick) => pick.option === option);
  const shareOf = (band: number): number => {
    const isOfBand = (pick: Pick): boolean => pick.band === band;
    return picked.filter(isOfBand).length / picks.filter(isOfBand).length;
  };
  const mean = meanAbility(picked);
  return {
    option,
    isKey: option !== 0 && option === key,
    count: picked.length,
    share: picked.length / picks.length,
    shareByBand: Array.from({ length: BANDS }, (_, band) => shareOf(band)),
    meanAbility: picked.length === 0 ? null : mean,
    correlation: pointBiserial(picked.length / picks.length, mean, picks),
  };
}

const meanAbility = (picks: readonly Pick[]): number =>
  picks.reduce((sum, { ability }) => sum + ability, 0) / picks.length;

/**
 * r = (M₁ − M) / s · √(p / (1 − p)), where M₁ is the mean ability of the runs that pick the option, M and s are the
 * mean and standard deviation of all abilities, and p is the share.
 */
function pointBiserial(share: number, mean: number, picks: readonly Pick[]): number | null {
  const all = meanAbility(picks);
  const variance = picks.reduce((sum, { ability }) => sum + (ability - all) ** 2, 0) / picks.length;
  if (!(share > 0 && share < 1 && variance > 0)) return null;
  return ((mean - all) / Math.sqrt(variance)) * Math.sqrt(share / (1 - share));
}
