import type { RepresentativeSubset } from "../../domain/representative-subset.ts";
import {
  type SubsetFold,
  type SubsetOptions,
  subsetFoldEstimates,
  subsetOfFolds,
} from "../../scoring/items/choose-subset.ts";
import { type ComparisonPlan, type PlanOptions, planComparison } from "../../scoring/items/comparison-plan.ts";
import { type RunTotals, runTotals } from "../../scoring/items/corrected-ranks.ts";
import { fitItems } from "../../scoring/items/fit-items.ts";
import type { ItemFit } from "../../scoring/items/item-fit.ts";
import { scoreTable } from "../../scoring/items/item-scores.ts";
import type { KeySuspect } from "../../scoring/items/key-suspect.ts";
import type { AnswerMatrix } from "../../scoring/items/outcome-matrix.ts";
import type { Estimates } from "../../scoring/items/subset-errors.ts";
import { suspectedKeys } from "../../scoring/items/suspected-keys.ts";
import { analyseItems, type ItemFigures } from "./analyse-items.ts";
import { type Duplicates, type DuplicatesInput, findDuplicates } from "./find-duplicates.ts";
import { findHealth, type Health, type HealthInput } from "./find-health.ts";

/** The questions that a comparison is planned over, and the settings of the plan. */
interface PlanInput {
  readonly matrix: AnswerMatrix;
  readonly slice: Int32Array;
  readonly options: PlanOptions;
}

/** The questions that a subset is chosen from, and the settings of the choice. */
interface SubsetInput {
  readonly matrix: AnswerMatrix;
  readonly options: SubsetOptions;
}

/**
 * The computations over the answers of many runs. They take seconds and therefore run in a thread, so their inputs and
 * results are plain data and typed arrays. To add a computation, add an entry here and in `TASKS`. `ItemAnalysis.stage`
 * runs and caches it.
 */
interface ItemTasks {
  /** The classical statistics of all questions. */
  readonly statistics: { readonly input: AnswerMatrix; readonly result: ItemFigures };
  /** The 2PL model of all questions. */
  readonly fit: { readonly input: AnswerMatrix; readonly result: ItemFit };
  /** The estimates of one fold, from which the errors of a subset are known. */
  readonly subsetFold: { readonly input: SubsetInput & { readonly fold: SubsetFold }; readonly result: Estimates };
  /** Questions that represent all questions of a slice. */
  readonly subset: {
    readonly input: SubsetInput & { readonly folds: readonly SubsetFold[]; readonly estimates: readonly Estimates[] };
    readonly result: RepresentativeSubset;
  };
  /** The totals of the runs, from which the ranks after a correction are computed. */
  readonly totals: { readonly input: AnswerMatrix; readonly result: RunTotals };
  /** The evidence against every answer key. */
  readonly suspects: {
    readonly input: { readonly matrix: AnswerMatrix; readonly fit: ItemFit };
    readonly result: readonly KeySuspect[];
  };
  /** Repeated videos and questions. */
  readonly duplicates: { readonly input: DuplicatesInput; readonly result: Duplicates };
  /** The findings of the health report. */
  readonly health: { readonly input: HealthInput; readonly result: Health };
  /** How many questions and videos of a slice are needed to distinguish two AI models. */
  readonly plan: { readonly input: PlanInput; readonly result: ComparisonPlan };
}

const TASKS: { readonly [K in ItemTaskKind]: (input: TaskInput<K>) => TaskResult<K> } = {
  statistics: analyseItems,
  fit: (matrix) => fitItems(scoreTable(matrix)),
  subsetFold: ({ matrix, options, fold }) => subsetFoldEstimates(scoreTable(matrix), options, fold),
  subset: ({ matrix, options, folds, estimates }) => subsetOfFolds(scoreTable(matrix), options, folds, estimates),
  suspects: ({ matrix, fit }) => suspectedKeys(matrix, fit),
  totals: runTotals,
  duplicates: findDuplicates,
  health: findHealth,
  plan: ({ matrix, slice, options }) => planComparison(scoreTable(matrix), matrix.clusters, slice, options),
};

/** The name of a computation. */
export type ItemTaskKind = keyof ItemTasks;
export type TaskInput<K extends ItemTaskKind> = ItemTasks[K]["input"];
export type TaskResult<K extends ItemTaskKind> = ItemTasks[K]["result"];

/** A computation with its input, for a thread. */
export interface ItemTask<K extends ItemTaskKind> {
  readonly kind: K;
  readonly input: TaskInput<K>;
}

/** Runs a computation. It is called in a thread. */
export const computeItems = <K extends ItemTaskKind>({ kind, input }: ItemTask<K>): TaskResult<K> => TASKS[kind](input);
