import {
  type PublishedCapabilityLevels,
  publishedCapabilityLevels,
  runCapabilityLevels,
} from "../../boards/capability-levels.ts";
import { captionMetrics } from "../../boards/caption-metrics.ts";
import { reportedScoreOf } from "../../boards/reported-score-figures.ts";
import type { BreakdownCell, RunReference } from "../../boards/run-aggregates.ts";
import {
  runTaskScores,
  scoreOfTask,
  scoringNotes,
  type TaskReference,
  type TaskScore,
  withTask,
} from "../../boards/task-scores.ts";
import type { RunLevelsArgs } from "../../generated/schema-types.ts";
import { rememberedAnswer } from "../../memory/server-memory.ts";
import { type Compute, computed, type Resolver, type ResolverMap, referring } from "./resolver.ts";

/** The inputs for the scores of a run's tasks, as declared in the plan, including the tasks' primary keys by slug. */
interface TaskScoreNeeds extends TaskReference {
  readonly tasks: Readonly<Record<string, number>>;
}

const computeTaskScores: Compute<object, TaskScoreNeeds> = async (run, _args, { runAggregates }) => {
  const scores = await runTaskScores(runAggregates, run);
  return scores.map((score) => ({
    ...score,
    task: run.tasks[score.slug],
    ...(run.answersVisible && { reportedFor: { run: run.run, ordinals: null } }),
  }));
};

/** A cell of a breakdown, with its run if whole tasks of its benchmark have scores. */
type CellSource = BreakdownCell & { readonly reference?: TaskReference };

/** The official score of a cell that has the questions of one of AVI-Bench's tasks. */
const computeCellScore: Compute<object, CellSource> = async (
  { keys: [key, other], questions, reference },
  _args,
  { database, runAggregates },
) => {
  if (reference === undefined || key?.dimension !== "TASK" || other !== undefined) return null;
  const score = await scoreOfTask(runAggregates, reference, key.key, questions.ordinals);
  const found = await withTask(database, runAggregates.memory, score);
  return found && { ...found, reportedFor: { run: reference.run, ordinals: new Set(questions.ordinals) } };
};

/** A task score with the run and the questions whose reported scores belong to it; absent where none are shown. */
interface ReportedSource extends TaskScore {
  readonly reportedFor?: { readonly run: number; readonly ordinals: ReadonlySet<number> | null };
}

const computeReported: Compute<object, ReportedSource> = async ({ reportedFor, ...score }, _args, { runAggregates }) =>
  reportedFor === undefined ? null : reportedScoreOf(runAggregates, reportedFor.run, score, reportedFor.ordinals);

export const taskScoreResolvers: ResolverMap = {
  Run: { taskScores: computed(computeTaskScores) },
  BreakdownCell: { taskScore: computed(computeCellScore) },
  TaskScore: {
    task: referring({ type: "Task", key: ({ task }: { readonly task: number }) => task }),
    reported: computed(computeReported),
  },
};

const computeRunMetrics: Compute<object, RunReference> = ({ run, answersVisible }, _args, { runAggregates }) =>
  answersVisible ? runAggregates.captions.ofRun(run) : [];

const computeScoringNotes: Compute<object, RunReference & { readonly judge: boolean | null }> = (
  run,
  _args,
  { runAggregates },
) => scoringNotes(runAggregates, run, run.judge === true);

const computeGroupScores: Compute<object, RunReference> = (run, _args, { runAggregates }) =>
  runAggregates.groupScores(run);

/** The caption is null if the question does not ask for one or its answer key is hidden. */
interface CaptionNeeds {
  readonly caption: Parameters<typeof captionMetrics>[0] | null;
}

const computePredictionMetrics: Compute<object, CaptionNeeds> = ({ caption }) =>
  caption === null ? [] : captionMetrics(caption);

export const captionMetricResolvers: ResolverMap = {
  Run: {
    captionMetrics: computed(computeRunMetrics),
    scoringNotes: computed(computeScoringNotes),
    groupScores: computed(computeGroupScores),
  },
  Prediction: { metrics: computed(computePredictionMetrics) },
};

const resolvePublished: Resolver = (_source, _args, { database, runAggregates: { memory } }) =>
  rememberedAnswer(memory, ["published levels"], () => publishedCapabilityLevels(database));

const computeLevels: Compute<Required<RunLevelsArgs>, TaskReference> = (run, request, { runAggregates }) =>
  runCapabilityLevels(runAggregates, run, request);

export const capabilityLevelResolvers: ResolverMap = {
  Query: { publishedCapabilityLevels: resolvePublished },
  Run: { levels: computed(computeLevels) },
  PublishedCapabilityLevels: {
    model: referring({ type: "Model", key: ({ model }: PublishedCapabilityLevels) => model }),
  },
};
