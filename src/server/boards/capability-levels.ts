import { findTaxonomy, type TaxonomyTask } from "../../domain/taxonomy.ts";
import { LEVELS, type Level } from "../../domain/vocabulary.ts";
import { type AviLevels, aviLevels } from "../../scoring/metrics/avi-levels.ts";
import type { Queryable } from "../db/database.ts";
import { fetchFigures, type PrintedFigure } from "./published-figure-queries.ts";
import { reportedScoreOf } from "./reported-score-figures.ts";
import type { RunAggregates } from "./run-aggregates.ts";
import { runTaskScores, type TaskReference, type TaskScore } from "./task-scores.ts";

/** `CapabilityLevels` of the schema. */
export interface CapabilityLevels {
  readonly stages: readonly StageScore[];
  readonly overall: number | null;
  readonly taskAdaptive: number | null;
  readonly modalityAdaptive: number | null;
  readonly stageAdaptive: number | null;
  readonly domainAdaptive: number | null;
  /** Whether any of the values leaves out a task that has no score. */
  readonly partial: boolean;
  /** The slugs of the tasks without a score, in the paper's order. */
  readonly missing: readonly string[];
  /** The slugs of the tasks whose score was computed elsewhere and reported, in the paper's order. */
  readonly reported: readonly string[];
}

/** `StageScore` of the schema. */
interface StageScore {
  readonly stage: Level;
  readonly value: number | null;
  readonly partial: boolean;
  readonly missing: readonly string[];
}

const BENCHMARK = "avi-bench";
const TASK_FIGURES = "AVI-Bench, Table 3";
const LEVEL_FIGURES = "AVI-Bench, Table 5";

/** Which of a task's two figures the levels are computed from. */
export type Denominators = "STRICT" | "OFFICIAL";

/** How the levels of a run are computed. */
export interface LevelsRequest {
  readonly denominators: Denominators;
  readonly partial: boolean;
  readonly reported: boolean;
}

/**
 * The levels of a run over AVI-Bench; `null` for another benchmark, for a run that is not scored, or if answers are
 * hidden from the viewer. The paper's equations use task scores, so the levels are computed from the scores of whole
 * tasks, not from the means of the questions' scores.
 *
 * L3 compares the tasks' scores with chance level (equation 4), and L4 depends on L3. Chance level is unknown for
 * questions asked without their options, so a run of such questions has neither L3 nor L4.
 *
 * @param request `partial` averages the tasks that have a score, if not all have one; `reported` takes the scores that were
 *   computed elsewhere and reported for tasks that this server does not score
 */
export async function runCapabilityLevels(
  aggregates: RunAggregates,
  reference: TaskReference,
  { denominators, partial, reported }: LevelsRequest,
): Promise<CapabilityLevels | null> {
  if (reference.benchmark !== BENCHMARK || !reference.answersVisible) return null;
  if ((await aggregates.vectors(reference)) === null) return null;
  const tasks = await Promise.all(
    (await runTaskScores(aggregates, reference)).map(async (task) => {
      const foreign = reported ? await reportedScoreOf(aggregates, reference.run, task) : null;
      return { ...task, ...foreign, isReported: foreign !== null };
    }),
  );
  const levels = {
    ...capabilityLevels(valuedTasks(tasks, denominators === "STRICT"), partial),
    reported: tasks.flatMap(({ slug, isReported }) => (isReported ? [slug] : [])),
  };
  return reference.openEnded ? { ...levels, stageAdaptive: null, domainAdaptive: null } : levels;
}

/** `TaskMean` of the schema: the mean of the tasks of a stage, or the mean of the stages. */
export interface TaskMean {
  readonly value: number | null;
  readonly valueStrict: number | null;
  /** Whether `valueStrict` leaves out tasks. */
  readonly partial: boolean;
  /** The slugs of the tasks without a score, in the paper's order. */
  readonly missing: readonly string[];
}

/**
 * The mean of the tasks of one stage, or the mean of the four stages, over the tasks that have a score.
 * @param tasks the scores of a run's tasks
 */
export function taskMean(tasks: readonly TaskScore[], stages: readonly Level[]): TaskMean {
  const over = (strict: boolean) => {
    const { stages: means, overall, missing } = capabilityLevels(valuedTasks(tasks, strict), true);
    const [stage] = stages;
    const own = means.find((mean) => mean.stage === stage);
    return stages.length === 1 && own !== undefined ? own : { value: overall, missing };
  };
  const [official, { value: valueStrict, missing }] = [over(false), over(true)];
  // A task without any response would be left out of the official mean without a word.
  const value = official.missing.length > missing.length ? null : official.value;
  return { value, valueStrict, partial: valueStrict !== null && missing.length > 0, missing };
}

const valuedTasks = (
  tasks: readonly Pick<TaskScore, "slug" | "value" | "valueStrict">[],
  strict: boolean,
): ReadonlyMap<string, number> =>
  new Map(
    tasks.flatMap(({ slug, value, valueStrict }): [string, number][] => {
      const score = strict ? valueStrict : value;
      return score === null ? [] : [[slug, score]];
    }),
  );

/** A model's levels, computed from the paper's figures, beside the levels that the paper prints. */
export interface PublishedCapabilityLevels {
  readonly model: number;
  readonly modelName: string;
  readonly computed: CapabilityLevels;
  /** L1 to L4, 0 to 1. */
  readonly printed: readonly (number | null)[];
  readonly source: string;
}

/** The levels of every model of AVI-Bench's Table 3, in its order. */
export async function publishedCapabilityLevels(database: Queryable): Promise<readonly PublishedCapabilityLevels[]> {
  const [tasks, levels] = await Promise.all([
    fetchFigures(database, BENCHMARK, TASK_FIGURES, "task"),
    fetchFigures(database, BENCHMARK, LEVEL_FIGURES, "level"),
  ]);
  const models = new Map(tasks.map(({ model, modelName }) => [model, modelName]));
  return [...models].map(([model, modelName]) => ({
    model,
    modelName,
    computed: capabilityLevels(valuesOf(tasks, model)),
    printed: ["1", "2", "3", "4"].map((level) => valuesOf(levels, model).get(level) ?? null),
    source: `${TASK_FIGURES} and Table 5`,
  }));
}

/** A model's figures from 0 to 1, by the slug of a task or the number of a level. */
const valuesOf = (figures: readonly PrintedFigure[], model: number): ReadonlyMap<string, number> =>
  new Map(
    figures.flatMap(({ key, value, ...figure }) =>
      figure.model === model && key !== null ? [[key, value / 100]] : [],
    ),
  );

/** @param scores 0 to 1, by the task's slug */
function capabilityLevels(scores: ReadonlyMap<string, number>, partial = false): CapabilityLevels {
  const tasks = findTaxonomy(BENCHMARK)?.tasks ?? [];
  const missing = tasks.filter(({ slug }) => !scores.has(slug));
  const byName = tasks.flatMap(({ id, slug }): [string, number][] => {
    const score = scores.get(slug);
    return score === undefined ? [] : [[id ?? slug, score]];
  });
  return described(aviLevels(new Map(byName), partial), missing, partial);
}

const described = (
  { stages, overall, levels: [l1, l2, l3, l4] }: AviLevels,
  missing: readonly TaxonomyTask[],
  partial: boolean,
): CapabilityLevels => ({
  stages: LEVELS.map((stage) => {
    const own = missing.filter(({ level }) => level === stage).map(({ slug }) => slug);
    return { stage, value: stages[stage], partial: partial && own.length > 0 && stages[stage] !== null, missing: own };
  }),
  partial: partial && missing.length > 0 && overall !== null,
  missing: missing.map(({ slug }) => slug),
  reported: [],
  overall,
  taskAdaptive: l1,
  modalityAdaptive: l2,
  stageAdaptive: l3,
  domainAdaptive: l4,
});
