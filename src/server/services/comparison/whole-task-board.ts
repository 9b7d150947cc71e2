import { LRUCache } from "lru-cache";
import type { Board } from "../../../domain/challenge.ts";
import { type AviMetric, aviMetricOf } from "../../../scoring/metrics/avi-tasks/avi-task-scores.ts";
import type { SliceQuestions } from "../../../scoring/metrics/slice-questions.ts";
import type { ServerMemory } from "../../catalog/server-memory.ts";
import type { PublishedPart } from "../../data/published-figure-queries.ts";
import type { VisibleRun } from "../../data/run-queries.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";
import { scoreOfTask, type TaskScore, WHOLE_TASK_BENCHMARK } from "./task-scores.ts";

/** AVI-Bench's metrics whose figure of a task is the mean of its questions' scores. */
const MEANS: ReadonlySet<AviMetric> = new Set<AviMetric>(["ACCURACY", "GROUNDING", "FENSE"]);

/** How many runs have their answers in memory at a time. */
const CHUNK = 8;
/** How many task scores are cached. */
const MOST_SCORES = 20_000;
/** The scores by run, scoring, task and board. A scoring never changes, so its scores do not either. */
const KEPT = new WeakMap<ServerMemory, LRUCache<string, TaskScore>>();

/** The task that a part of a benchmark is, if its official score is not the mean of its questions' scores; else null. */
export const wholeTaskOf = (benchmark: string, part: PublishedPart | null): string | null =>
  benchmark === WHOLE_TASK_BENCHMARK &&
  part !== null &&
  part !== "overall" &&
  part.dimension === "TASK" &&
  !MEANS.has(aviMetricOf(part.key))
    ? part.key
    : null;

/** The runs of a board over a whole task. */
export interface TaskContest {
  readonly release: number;
  readonly runs: readonly VisibleRun[];
  readonly questions: SliceQuestions;
  readonly board: Board | null;
}

/** The official scores of runs over a task, by index; null for a run that is not scored. */
export async function taskScoresOfRuns(
  aggregates: RunAggregates,
  task: string,
  { release, runs, questions, board }: TaskContest,
): Promise<readonly (TaskScore | null)[]> {
  const kept = keptScores(aggregates.memory);
  const found: (TaskScore | null)[] = [];
  for (let start = 0; start < runs.length; start += CHUNK) {
    const chunk = runs.slice(start, start + CHUNK).map(async ({ run, revision, openEnded }) => {
      if (revision === null) return null;
      const name = `${run}:${revision}:${task}:${board ?? ""}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const reference = { run, release, openEnded, answersVisible: true };
      const score = await scoreOfTask(aggregates, reference, task, questions.ordinals);
      if (score !== null) kept.set(name, score);
      return score;
    });
    found.push(...(await Promise.all(chunk)));
    aggregates.taskAnswers.forget(runs.slice(start, start + CHUNK).map(({ run }) => run));
  }
  return found;
}

function keptScores(memory: ServerMemory): LRUCache<string, TaskScore> {
  const known = KEPT.get(memory) ?? new LRUCache<string, TaskScore>({ max: MOST_SCORES });
  KEPT.set(memory, known);
  return known;
}
