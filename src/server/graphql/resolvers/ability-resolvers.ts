import type { Leaderboard } from "../../boards/leaderboard-entries.ts";
import type { RunReference } from "../../boards/run-aggregates.ts";
import type { RunAbilityArgs } from "../../generated/schema-types.ts";
import { type BoardSaturation, boardSaturation } from "../../items/board-saturation.ts";
import { abilityOf, type RunAbility } from "../../items/run-ability.ts";
import { analysisOf } from "./item-resolvers.ts";
import type { RequestContext } from "./request-context.ts";
import { type Compute, computed, type ResolverMap } from "./resolver.ts";

/** The ability of a run; null where answers are hidden from the viewer, and for a run asked without options. */
export async function runAbility(
  reference: RunReference,
  fitted: Pick<RunAbilityArgs, "runs">,
  context: RequestContext,
): Promise<RunAbility | null> {
  const { run, release, openEnded, answersVisible } = reference;
  if (!answersVisible || openEnded) return null;
  const analysis = await analysisOf(context, release, fitted, "FULLEST");
  return abilityOf(analysis, run, () => context.runAggregates.vectors(reference));
}

/** The saturation of a leaderboard; null where answers are hidden from the viewer. */
export async function saturationOfBoard(board: Leaderboard, context: RequestContext): Promise<BoardSaturation | null> {
  const { ranked } = board;
  if (ranked === null || !ranked.answersVisible) return null;
  const { release, questions } = ranked;
  const [analysis, reviews] = await Promise.all([
    analysisOf(context, release, {}, "FULLEST"),
    context.runAggregates.items.reviews(release),
  ]);
  return boardSaturation(board, questions, analysis, reviews);
}

const computeAbility: Compute<RunAbilityArgs, RunReference> = runAbility;

export const abilityResolvers: ResolverMap = {
  Run: { ability: computed(computeAbility) },
};
