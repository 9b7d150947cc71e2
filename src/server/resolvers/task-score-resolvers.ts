import { AGGREGATE_COST } from "../plan/request-cost.ts";
import { runTaskScores, type TaskScore, WHOLE_TASK_BENCHMARK } from "../services/comparison/task-scores.ts";
import type { RequestContext } from "./request-context.ts";
import type { Resolver, ResolverMap, Source } from "./resolver.ts";
import { runReference } from "./run-resolvers.ts";

/** Charges for the answers of a run, where they are needed. */
export function chargeTaskScores(run: Source, { cost }: RequestContext): void {
  if (run.$benchmark === WHOLE_TASK_BENCHMARK) cost.charge(AGGREGATE_COST.taskScores);
}

type TaskIds = Readonly<Record<string, number>>;

const resolveTaskScores: Resolver = async (run, _args, context) => {
  chargeTaskScores(run, context);
  const scores = await runTaskScores(context.runAggregates, String(run.$benchmark), runReference(run));
  const ids = run.$tasks as TaskIds;
  return scores.map((score) => ({ ...score, task: ids[score.slug] }));
};

const resolveTask: Resolver<object, TaskScore & { task: number }> = ({ task }, _args, { planned }, info) =>
  planned.load("Task", task, info);

export const taskScoreResolvers: ResolverMap = {
  Run: { taskScores: resolveTaskScores },
  TaskScore: { task: resolveTask },
};
