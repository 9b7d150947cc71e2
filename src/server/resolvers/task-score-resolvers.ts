import { runTaskScores, type TaskReference } from "../services/comparison/task-scores.ts";
import { type Compute, computed, type ResolverMap, referring } from "./resolver.ts";

/** The inputs for the scores of a run's tasks, as declared in the plan, including the tasks' primary keys by slug. */
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
