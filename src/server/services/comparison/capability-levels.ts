import { findTaxonomy } from "../../../domain/taxonomy.ts";
import { LEVELS, type Level } from "../../../domain/vocabulary.ts";
import { type AviLevels, aviLevels } from "../../../scoring/metrics/avi-levels.ts";
import { fetchFigures, type PrintedFigure } from "../../data/published-figure-queries.ts";
import type { Queryable } from "../../db/database.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";
import { runTaskScores, type TaskReference } from "./task-scores.ts";

/** `CapabilityLevels` of the schema. */
export interface CapabilityLevels {
  readonly stages: readonly { readonly stage: Level; readonly value: number | null }[];
  readonly overall: number | null;
  readonly taskAdaptive: number | null;
  readonly modalityAdaptive: number | null;
  readonly stageAdaptive: number | null;
  readonly domainAdaptive: number | null;
}

const BENCHMARK = "avi-bench";
const TASK_FIGURES = "AVI-Bench, Table 3";
const LEVEL_FIGURES = "AVI-Bench, Table 5";

/** Which of a task's two figures the levels are computed from. */
export type Denominators = "STRICT" | "OFFICIAL";

/**
 * The levels of a run over AVI-Bench; `null` for another benchmark, for a run that is not scored, or if answers are
 * hidden from the viewer. The paper's equations use task scores, so the levels are computed from the scores of whole
 * tasks, not from the means of the questions' scores.
 *
 * L3 compares the tasks' scores with chance level (equation 4), and L4 depends on L3. Chance level is unknown for
 * questions asked without their options, so a run of such questions has neither L3 nor L4.
 */
export async function runCapabilityLevels(
  aggregates: RunAggregates,
  reference: TaskReference,
  denominators: Denominators,
): Promise<CapabilityLevels | null> {
  if (reference.benchmark !== BENCHMARK || !reference.answersVisible) return null;
  if ((await aggregates.vectors(reference)) === null) return null;
  const tasks = await runTaskScores(aggregates, reference);
  const valued = tasks.flatMap(({ slug, value, valueStrict }): [string, number][] => {
    const score = denominators === "STRICT" ? valueStrict : value;
    return score === null ? [] : [[slug, score]];
  });
  const levels = capabilityLevels(new Map(valued));
  return reference.openEnded ? { ...levels, stageAdaptive: null, domainAdaptive: null } : levels;
}

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
function capabilityLevels(scores: ReadonlyMap<string, number>): CapabilityLevels {
  const tasks = findTaxonomy(BENCHMARK)?.tasks ?? [];
  const byName = tasks.flatMap(({ id, slug }): [string, number][] => {
    const score = scores.get(slug);
    return score === undefined ? [] : [[id ?? slug, score]];
  });
  return described(aviLevels(new Map(byName)));
}

const described = ({ stages, overall, levels: [l1, l2, l3, l4] }: AviLevels): CapabilityLevels => ({
  stages: LEVELS.map((stage) => ({ stage, value: stages[stage] })),
  overall,
  taskAdaptive: l1,
  modalityAdaptive: l2,
  stageAdaptive: l3,
  domainAdaptive: l4,
});
