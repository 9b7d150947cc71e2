import { badInput } from "../../../domain/errors.ts";
import type { ComparisonPlan, PlanOptions } from "../../../scoring/items/comparison-plan.ts";
import type { SliceQuestions } from "../../../scoring/metrics/slice-questions.ts";
import type { ItemAnalysis } from "./item-analysis.ts";
import { questionsHash } from "./item-subsets.ts";

const BYTES_OF_PLAN = 500;

/**
 * The plan of a comparison over a slice; null if there are too few runs for it.
 * @throws `BAD_USER_INPUT` if difference, power or level is out of range, or the slice has no question
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
  if (slice.count === 0) throw badInput("'filter' matches no question of the current release.");
  if (!analysis.suffices("plan")) return null;
  return analysis.stage({
    kind: "plan",
    name: `${questionsHash([...slice.ordinals])}:${difference}:${power}:${level}`,
    input: () => ({ matrix: analysis.matrix, slice: Int32Array.from(slice.ordinals), options }),
    bytes: BYTES_OF_PLAN,
  });
}

function requireShare(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw badInput(`'${name}' must be between 0 and 1; got ${value}.`);
}
