import { runTaskScores, type TaskReference } from "../services/comparison/task-scores.ts";
import { type Compute, computed, type ResolverMap, referring } from "./resolver.ts";

/** What the plan says that the scores of a run's tasks need: the tasks' primary keys by slug, too. */
interface TaskScoreNeeds extends TaskReference {
  readonly tasks: Readonly<Record<string, number>>;
}

const computeTaskScores: Compute<object, TaskScoreNeeds> = async (run, _args, { runAggregates }) => {
  const scores = await runTaskScores(runAggregates, run);
  return scores.map((score) => ({ ...score, task: run.tasks[score.slug] }));
};

export const taskScoreResolvers: ResolverMap = {
  Run: { taskScores: computed(computeTaskScores) },
  TaskScore: { task: referring({ type: "Task", key: ({ task }: { readonly task: number }) => task }) },
};
