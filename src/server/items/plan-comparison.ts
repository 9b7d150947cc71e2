import { badInput } from "../../domain/errors.ts";
import type { ComparisonPlan, PlanOptions } from "../../scoring/items/comparison-plan.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { ItemAnalysis } from "./item-analysis.ts";
import { questionsHash } from "./item-subsets.ts";

const BYTES_OF_PLAN = 500;

/**
 * With five videos, the smallest p-value of a two-sided sign test is 2⁻⁴, so the test cannot be significant at 5 %. The
 * p-values of `compareRuns` have the same lower bound.
 */
const FEWEST_VIDEOS = 6;

/** GraphQL's Int. */
const MOST_QUESTIONS = 2 ** 31 - 1;

/**
 * The plan of a comparison over a slice; null if there are too few runs for it.
 * @throws `BAD_USER_INPUT` if difference, power or level is out of range, if the slice has fewer than 6 videos, if in
 *   most pairs of runs the difference is the same on every question, or if more questions are needed than an `Int` of
 *   GraphQL can hold
 */
export async function plannedComparison(
  analysis: ItemAnalysis,
  slice: SliceQuestions,
  options: Required<PlanOptions>,
): Promise<ComparisonPlan | null> {
  const { difference, power, level } = options;
  if (!(difference > 0 && difference <= 1))
    throw badInput(`'difference' must be above 0, at most 1; got ${difference}. 0.02 is two points.`);
  requireShare("power", power);
  requireShare("level", level);
  if (power <= level / 2) throw badInput(`'power' must be above half of 'level', ${level / 2}; got ${power}.`);
  if (slice.count === 0) throw badInput("'filter' matches no question of the current release.");
  if (!analysis.suffices("plan")) return null;
  if (slice.videos < FEWEST_VIDEOS)
    throw badInput(
      `A plan needs questions of at least ${FEWEST_VIDEOS} videos; the questions that 'filter' matches are of ${slice.videos}.`,
    );
  const plan = await analysis.stage({
    kind: "plan",
    name: `${questionsHash([...slice.ordinals])}:${difference}:${power}:${level}`,
    input: () => ({ matrix: analysis.matrix, slice: Int32Array.from(slice.ordinals), options }),
    bytes: BYTES_OF_PLAN,
  });
  return usable(plan, options);
}

function usable(plan: ComparisonPlan, { difference }: Required<PlanOptions>): ComparisonPlan {
  if (!(plan.variance > 0))
    throw badInput(
      "The variance is unknown: most pairs of runs with adjacent scores do not differ in any question of 'filter', or differ by the same in each.",
    );
  if (plan.questions > MOST_QUESTIONS) {
    const smallest = difference * Math.sqrt(plan.questions / MOST_QUESTIONS);
    throw badInput(
      `A difference of ${difference} takes more than ${MOST_QUESTIONS} questions; the smallest that can be planned is ${smallest.toPrecision(2)}.`,
    );
  }
  return plan;
}

function requireShare(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw badInput(`'${name}' must be between 0 and 1; got ${value}.`);
}
