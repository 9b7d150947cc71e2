import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";
import { OmnidexError } from "../../domain/errors.ts";
import type { RepresentativeSubset } from "../../domain/representative-subset.ts";
import type { Viewer } from "../../domain/viewer.ts";
import {
  type GivenRun,
  type ModalityTest,
  modalityPairs,
  TESTED_MODALITIES,
  testModality,
} from "../../scoring/items/answered-without.ts";
import {
  type SubsetFold,
  type SubsetOptions,
  subsetFoldEstimates,
  subsetOfFolds,
} from "../../scoring/items/choose-subset.ts";
import { type ComparisonPlan, type PlanOptions, planComparison } from "../../scoring/items/comparison-plan.ts";
import { type RunTotals, runTotals } from "../../scoring/items/corrected-ranks.ts";
import { fitItems } from "../../scoring/items/fit-items.ts";
import { type AmbiguousKey, type HealthFinding, healthFindings } from "../../scoring/items/health-findings.ts";
import type { ItemFit } from "../../scoring/items/item-fit.ts";
import { runMeans, scoreTable } from "../../scoring/items/item-scores.ts";
import type { KeySuspect } from "../../scoring/items/key-suspect.ts";
import {
  type DescribedVideo,
  type DuplicateVideo,
  duplicateVideos,
  mergeDuplicates,
  type NearDuplicate,
  nearDuplicates,
  repeatedQuestions,
} from "../../scoring/items/near-duplicates.ts";
import { type AnswerMatrix, checkMatrix } from "../../scoring/items/outcome-matrix.ts";
import { type QuestionStatistics, questionStatistics } from "../../scoring/items/question-statistics.ts";
import type { Estimates } from "../../scoring/items/subset-errors.ts";
import { suspectedKeys } from "../../scoring/items/suspected-keys.ts";

/** Statistics of each question, computed from the answers of runs. */
export interface ItemFigures {
  readonly statistics: QuestionStatistics;
  /** The mean score of each run of the matrix, 0 to 1. */
  readonly abilities: Float64Array;
}

/** Computes the statistics of all questions. Runs in a thread, because a thousand runs take seconds. */
function analyseItems(matrix: AnswerMatrix): ItemFigures {
  checkMatrix(matrix);
  const table = scoreTable(matrix);
  return { statistics: questionStatistics(table, matrix), abilities: runMeans(table) };
}

/** The texts of a release. */
export interface DuplicatesInput {
  /** Each question with its options, by ordinal. */
  readonly texts: readonly string[];
  /** The index of each question's video; negative without a video. */
  readonly clusters: Int32Array;
  readonly videos: readonly Omit<DescribedVideo, "questions">[];
}

/** The repeated videos and questions. */
export interface Duplicates {
  readonly videos: readonly DuplicateVideo[];
  /** Similar questions about one video, or about videos that may be the same. */
  readonly duplicates: readonly NearDuplicate[];
  /** Similar questions about different videos. */
  readonly repeated: readonly NearDuplicate[];
}

/** Finds repeated videos and questions. Runs in a thread, because it compares all texts. */
export function findDuplicates({ texts, clusters, videos: listed }: DuplicatesInput): Duplicates {
  const questions = listed.map((): string[] => []);
  for (const [ordinal, video] of clusters.entries()) questions[video]?.push(texts[ordinal] ?? "");
  const videos = duplicateVideos(listed.map((video, index) => ({ ...video, questions: questions[index] ?? [] })));
  const merged = mergeDuplicates(clusters, videos);
  return { videos, duplicates: nearDuplicates(texts, merged), repeated: repeatedQuestions(texts, merged) };
}

/** The inputs of the findings. */
export interface HealthInput {
  readonly matrix: Pick<AnswerMatrix, "questions" | "options">;
  /** All runs, including those with fewer inputs. The runs of each model are sorted from oldest to newest. */
  readonly given: readonly GivenRun[];
  /** The figures from each model's runs with its fullest inputs; null if there are too few runs. */
  readonly statistics: QuestionStatistics | null;
  /** The 2PL model, fitted to the same runs; null if there are too few runs. */
  readonly fit: ItemFit | null;
  /** The suspected answer keys that await a review. */
  readonly suspects: readonly KeySuspect[];
  readonly ambiguous: readonly AmbiguousKey[];
  readonly duplicates: Duplicates;
}

/** The findings about the questions of a release. */
interface Health {
  readonly findings: readonly HealthFinding[];
  readonly modalities: readonly ModalityTest[];
}

/** Lists the problems of the questions. Runs in a thread, because it tests every question. */
export function findHealth({ matrix, given, statistics, duplicates: found, ...keys }: HealthInput): Health {
  const modalities = TESTED_MODALITIES.map((modality) =>
    testModality(matrix, modality, modalityPairs(given, modality)),
  );
  const { duplicates, repeated } = found;
  const findings = healthFindings({
    ...keys,
    statistics: statistics ?? unasked(matrix.questions),
    duplicates,
    repeated,
    modalities,
  });
  return { findings, modalities };
}

/** The statistics of questions that no run was asked. */
function unasked(questions: number): QuestionStatistics {
  const unknown = new Float64Array(questions).fill(Number.NaN);
  return {
    evidence: { runs: 0, families: 0 },
    familyCorrelation: 0,
    bandOf: new Uint8Array(),
    asked: new Uint32Array(questions),
    families: new Uint32Array(questions),
    share: unknown,
    lower: unknown,
    upper: unknown,
    shareByBand: unknown,
    itemRest: unknown,
    unparsed: unknown,
    agreement: unknown,
  };
}

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

/**
 * How many computations may wait. Callers without a key have a separate queue. Only one of its computations at a time
 * enters the main queue, so a caller with a key waits for at most one of them.
 */
const MOST_WAITING = { withKey: 40, withoutKey: 10 };

const TOO_MANY = "Too many analyses of questions are waiting. Try again in a moment.";

/** Bounds the computations over the answers of many runs: one at a time, and a bounded number of waiting ones. */
export class ItemQueue {
  readonly #withKey = pLimit(1);
  readonly #withoutKey = pLimit(1);

  constructor(private readonly most = MOST_WAITING) {}

  /** @throws `UNAVAILABLE` if too many computations are waiting */
  async run<T>(viewer: Viewer, work: () => Promise<T>): Promise<T> {
    if (viewer.admin || viewer.owner !== null) return within(this.#withKey, this.most.withKey, work);
    return within(this.#withoutKey, this.most.withoutKey, () => this.#withKey(work));
  }
}

function within<T>(limit: LimitFunction, most: number, work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= most) throw new OmnidexError("UNAVAILABLE", TOO_MANY);
  return limit(work);
}
