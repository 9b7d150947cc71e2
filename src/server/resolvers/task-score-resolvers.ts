import { runTaskScores, type TaskReference, type TaskScore } from "../services/comparison/task-scores.ts";
import type { Resolver, ResolverMap, Source } from "./resolver.ts";
import { runReference } from "./run-resolvers.ts";

/** The fields that a plan adds for the scores of a run's tasks. */
export const taskReference = (run: Source): TaskReference => ({
  ...runReference(run),
  benchmark: String(run.$benchmark),
  answersVisible: run.$answersVisible === true,
});

type TaskIds = Readonly<Record<string, number>>;

const resolveTaskScores: Resolver = async (run, _args, context) => {
  const scores = await runTaskScores(context.runAggregates, taskReference(run));
  const ids = run.$tasks as TaskIds;
  return scores.map((score) => ({ ...score, task: ids[score.slug] }));
};

const resolveTask: Resolver<object, TaskScore & { task: number }> = ({ task }, _args, { planned }, info) =>
  planned.load("Task", task, info);

export const taskScoreResolvers: ResolverMap = {
  Run: { taskScores: resolveTaskScores },
  TaskScore: { task: resolveTask },
};
