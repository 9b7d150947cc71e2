import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import { LEVELS, type Level } from "../../domain/vocabulary.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { VisibleRun } from "../memory/run-queries.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import { Bursts } from "../workers/yielding.ts";
import { type TaskMean, taskMean } from "./capability-levels.ts";
import type { PublishedPart } from "./published-figure-queries.ts";
import type { RunAggregates } from "./run-aggregates.ts";
import { scoresOfTasks, type TaskScore, WHOLE_TASK_BENCHMARK } from "./task-scores.ts";

/** What AVI-Bench's runs are ranked by instead of the mean over the questions. */
export type OfficialMeasure =
  /** The task's own metric. */
  | { readonly kind: "TASK"; readonly task: string }
  /** The mean of the tasks of a stage, or the mean of the four stages. */
  | { readonly kind: "TASKS"; readonly stages: readonly Level[] };

/** The official score of a run. One of the two fields is set. */
export interface OfficialScore {
  readonly taskScore: TaskScore | null;
  readonly taskMean: TaskMean | null;
}

/** The runs and the questions of a leaderboard. */
export interface OfficialContest {
  readonly benchmark: string;
  readonly release: number;
  /** All questions of the leaderboard, of which a column of a table has a part. */
  readonly scope: SliceQuestions;
  readonly runs: readonly VisibleRun[];
}

/** How many runs have their task scores cached. They take some kilobytes each. */
const MOST_RUNS = 10_000;
/** What a run has over the questions of a leaderboard. */
interface RunTasks {
  readonly tasks: readonly TaskScore[];
  /** The means of tasks by their stages, computed when they are first needed. */
  readonly means: Map<string, TaskMean>;
}
/** Task scores by run, scoring and questions. A scoring never changes, so its scores do not either. */
const KEPT = new WeakMap<ServerMemory, LRUCache<string, Promise<RunTasks>>>();

/**
 * The official measure over some questions of a leaderboard: the mean of tasks for the whole benchmark and for a stage,
 * and the task's metric for the questions that the leaderboard has of one task. Null for other questions, and for other
 * benchmarks.
 */
export async function officialMeasure(
  aggregates: RunAggregates,
  { benchmark, release, scope }: Omit<OfficialContest, "runs">,
  questions: SliceQuestions,
  part: PublishedPart | null,
): Promise<OfficialMeasure | null> {
  if (benchmark !== WHOLE_TASK_BENCHMARK) return null;
  if (part === "overall") return { kind: "TASKS", stages: LEVELS };
  const stage = part?.dimension === "LEVEL" ? LEVELS.find((level) => level === part.key) : undefined;
  if (stage !== undefined) return { kind: "TASKS", stages: [stage] };
  const groups = await aggregates.groups(release, EVERYTHING, ["TASK"]);
  const [first = -1] = questions.ordinals;
  const task = groups.find((group) => group.questions.ordinals.includes(first));
  if (task === undefined) return null;
  const own = new Set(task.questions.ordinals);
  if (questions.ordinals.some((ordinal) => !own.has(ordinal))) return null;
  const inScope = scope.ordinals.filter((ordinal) => own.has(ordinal));
  return inScope.length === questions.count ? { kind: "TASK", task: task.keys[0]?.key ?? "" } : null;
}

/** The official scores of runs, by index; null for a run that is not scored. */
export async function officialScores(
  aggregates: RunAggregates,
  measure: OfficialMeasure,
  contest: OfficialContest,
): Promise<readonly (OfficialScore | null)[]> {
  const { runs } = contest;
  const scope = fingerprintOf(contest.scope);
  const found: (OfficialScore | null)[] = [];
  const bursts = new Bursts();
  for (const run of runs) {
    const tasks = await keptScores(aggregates, run, contest, scope);
    found.push(tasks && scoreBy(measure, tasks));
    // The answers of one run at a time are in memory.
    aggregates.taskAnswers.forget([run.run]);
    if (bursts.isOver()) await bursts.next();
  }
  return found;
}

function scoreBy(measure: OfficialMeasure, { tasks, means }: RunTasks): OfficialScore {
  if (measure.kind === "TASK")
    return { taskScore: tasks.find(({ slug }) => slug === measure.task) ?? null, taskMean: null };
  const name = measure.stages.join();
  const mean = means.get(name) ?? taskMean(tasks, measure.stages);
  means.set(name, mean);
  return { taskScore: null, taskMean: mean };
}

/** The scores of a run's tasks over the questions of a leaderboard; null if the run is not scored. */
function keptScores(
  aggregates: RunAggregates,
  { run, revision, openEnded }: VisibleRun,
  { release, scope }: OfficialContest,
  fingerprint: string,
): Promise<RunTasks> | null {
  if (revision === null) return null;
  const kept = KEPT.get(aggregates.memory) ?? new LRUCache<string, Promise<RunTasks>>({ max: MOST_RUNS });
  KEPT.set(aggregates.memory, kept);
  const name = `${run}:${revision}:${fingerprint}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const scores = scoresOfTasks(aggregates, { run, release, openEnded, answersVisible: true }, scope).then((tasks) => ({
    tasks,
    means: new Map<string, TaskMean>(),
  }));
  kept.set(name, scores);
  scores.catch(() => kept.delete(name));
  return scores;
}

const fingerprintOf = ({ ordinals }: SliceQuestions): string => createHash("sha256").update(ordinals).digest("base64");

/**
 * The value by which a run is ranked: over all questions, so that a run gains nothing by leaving out hard ones, as it would over
 * the questions that the official script counts.
 */
export const rankedValue = ({ taskScore, taskMean: mean }: OfficialScore): number =>
  (taskScore ?? mean)?.valueStrict ?? Number.NaN;
