import { findLiteral, readLiteral } from "../../scorers/answer-literal.ts";
import {
  type BoxParts,
  boxesOfKey,
  boxParts,
  boxScore,
  instanceScore,
  meanFrameOverlap,
  readBoxes,
} from "../../scorers/boxes.ts";
import { type CountParts, countingLoss, countParts, meanError, readCounts } from "../../scorers/counts.ts";
import { type RetrievalParts, readIndices, retrievalParts, retrievalScore } from "../../scorers/retrieval.ts";
import {
  figuresOf,
  type KeyOf,
  meanOf,
  rootMeanSquare,
  type TaskAnswer,
  type TaskFigures,
  type TaskMetric,
} from "./task-figure.ts";

/** Predictions of at least this many characters are left out, by the official code but not by the paper. */
const TOO_LONG = 300;

const countsOf = ({ counts }: KeyOf<"counts">): ReadonlyMap<string, number> => new Map(Object.entries(counts));

/**
 * AMIC and VMIC: (S + C) / 2. S is the mean of the questions' F1 (AMIC) or recall (VMIC). C is 1 − tanh(0.3 · RMSE),
 * where RMSE is the root mean square of the questions' counting errors. C is 0 if S is 0.
 *
 * For an unreadable answer, the official code takes the mean of the key's counts as the error; the paper does not
 * mention this case. The official code leaves out long predictions, after it has reduced each prediction to the object
 * in it. This function measures the length of the object that was read, or of the whole answer if no object was read.
 * @see AVI-Bench, appendix G.1.1 and G.1.2, eqs. 12 and 15 to 20; eval/level_metrics/level_score.py,
 *   `eval_multi_instance_cls_and_count`
 */
const countingMetric = (visual: boolean): TaskMetric<"counts", CountParts> => ({
  kind: "counts",
  read: (text, key) => {
    const counts = readCounts(text);
    return typeof counts === "string" ? null : countParts(counts, countsOf(key), visual);
  },
  unread: ({ counts }) => ({ semantic: 0, error: meanError(Object.values(counts)) }),
  // Eq. 13, for an answer that names no class of the key.
  nothing: (key) => ({ semantic: 0, error: countParts(new Map(), countsOf(key), visual).error }),
  skips: (text) => isTooLong(findLiteral(text, "{")?.source ?? text),
  combine: (samples) => {
    const semantic = meanOf(samples.map((sample) => sample.semantic));
    const rmse = rootMeanSquare(samples.map(({ error }) => error));
    const counting = semantic === 0 ? 0 : 1 - countingLoss(rmse);
    const parts = [
      { name: "SEMANTIC", value: semantic },
      { name: "COUNTING", value: counting },
      { name: "RMSE", value: rmse },
    ] as const;
    return { value: (semantic + counting) / 2, parts };
  },
});

/** The length in characters, as Python counts them. */
const isTooLong = (text: string): boolean =>
  text.length >= TOO_LONG && [...text.slice(0, 2 * TOO_LONG)].length >= TOO_LONG;

/**
 * AVL: 0.7 · the mean of the questions' mean IoU + 0.3 · (1 − tanh(RMSE)), where RMSE is computed over the questions'
 * numbers of unmatched boxes. The second part is 0 if no question has a correct category.
 *
 * For an answer without a JSON object, the official code uses 0 as the error, and so does the official figure here. The
 * strict figure uses the number of the key's boxes, as in eq. 26. For the mean IoU, the official code divides by the
 * number of boxes plus 0.00001. This metric divides by the number of boxes, as in eq. 25.
 * @see AVI-Bench, appendix G.1.3, eqs. 25 to 28; eval/level_metrics/score_bbox.py, `eval_avl`
 */
const localizationMetric: TaskMetric<"boxes", BoxParts> = {
  kind: "boxes",
  read: (text, key) => {
    const literal = readLiteral(text, "{");
    if (!(literal instanceof Map) || key.size === null) return null;
    return boxParts(readBoxes(literal, key.size), boxesOfKey(key));
  },
  unread: () => ({ overlap: 0, unmatched: 0, known: false }),
  nothing: (key) => ({ overlap: 0, unmatched: boxesOfKey(key).length, known: false }),
  skips: () => false,
  combine: (samples) => {
    const overlap = meanOf(samples.map((sample) => sample.overlap));
    const rmse = rootMeanSquare(samples.map(({ unmatched }) => unmatched));
    const instances = samples.some(({ known }) => known) ? instanceScore(rmse) : 0;
    const parts = [
      { name: "MEAN_IOU", value: overlap },
      { name: "INSTANCE", value: instances },
      { name: "RMSE", value: rmse },
    ] as const;
    return { value: boxScore(overlap, instances), parts };
  },
};

/**
 * AVLG: the mean of the videos' mean IoU. In the official figure, an unreadable answer counts as an answer without
 * boxes. By eq. 49, such an answer is right for frames without a box in the key. In the strict figure, an unreadable
 * answer scores 0.
 * @see AVI-Bench, appendix G.1.6, eqs. 49 to 51; eval/level_metrics/level_score.py, `eval_avlg`
 */
const groundingMetric: TaskMetric<"boxes", number> = {
  kind: "boxes",
  read: (text, { boxes, size }) => {
    const literal = readLiteral(text, "{");
    return literal instanceof Map && size !== null ? meanFrameOverlap(literal, boxes, size) : null;
  },
  unread: ({ boxes, size }) => (size === null ? 0 : meanFrameOverlap(new Map(), boxes, size)),
  nothing: () => 0,
  skips: () => false,
  combine: (samples) => ({ value: meanOf(samples), parts: [] }),
};

/** τ of eq. 33: the repeat rate up to which there is no penalty. */
const TOLERATED_REPEATS = 0.8;

interface RetrievalSample extends RetrievalParts {
  /** Identifies the set of indices: equal sets have equal strings. */
  readonly set: string;
}

const NOTHING: RetrievalSample = { first: 0, third: 0, f1: 0, confidence: 1, set: "" };

/**
 * VAR and AVR: ((R@1 + R@3) / 2 + F1) / 2. Each of the three is the mean over the questions, multiplied by the mean
 * confidence and by the penalty factor for repeated answers. The returned parts R@1, R@3 and F1 include both factors,
 * as in eqs. 37 to 39.
 *
 * An unreadable answer has no indices, as in the official code. Eq. 34 is taken literally: the penalty factor is 1 up
 * to a repeat rate of 0.8, and never below 0.8.
 * @see AVI-Bench, appendix G.1.4, eqs. 29 to 40; eval/level_metrics/level_score.py, `eval_retrieval`
 */
const retrievalMetric: TaskMetric<"indices", RetrievalSample> = {
  kind: "indices",
  read: (text, key) => {
    const indices = readIndices(text);
    if (typeof indices === "string") return null;
    return { ...retrievalParts(indices, new Set(key.indices)), set: indices.join() };
  },
  unread: () => NOTHING,
  nothing: () => NOTHING,
  skips: () => false,
  combine: (samples) => {
    const confidence = meanOf(samples.map((sample) => sample.confidence));
    const repeatRate = (samples.length - new Set(samples.map(({ set }) => set)).size) / samples.length;
    const penalty = 1 - (Math.max(TOLERATED_REPEATS, repeatRate) - TOLERATED_REPEATS);
    const scaled = (part: "first" | "third" | "f1"): number =>
      meanOf(samples.map((sample) => sample[part])) * confidence * penalty;
    const [first, third, f1] = [scaled("first"), scaled("third"), scaled("f1")];
    const parts = [
      { name: "RECALL_AT_1", value: first },
      { name: "RECALL_AT_3", value: third },
      { name: "F1", value: f1 },
      { name: "CONFIDENCE", value: confidence },
      { name: "REPEAT_RATE", value: repeatRate },
      { name: "REPEAT_PENALTY", value: penalty },
    ] as const;
    return { value: retrievalScore(first, third, f1), parts };
  },
};

/** The metric of a whole task of AVI-Bench. */
const AVI_METRICS = ["COUNTING", "LOCALIZATION", "RETRIEVAL", "GROUNDING", "FENSE", "ACCURACY"] as const;
export type AviMetric = (typeof AVI_METRICS)[number];

const METRICS: Readonly<Record<string, AviMetric>> = {
  amic: "COUNTING",
  vmic: "COUNTING",
  avl: "LOCALIZATION",
  var: "RETRIEVAL",
  avr: "RETRIEVAL",
  avlg: "GROUNDING",
  avc: "FENSE",
};

/** The metrics of tasks that count, locate, retrieve or describe, by slug. All other tasks use accuracy. */
export const aviMetricOf = (task: string): AviMetric => METRICS[task] ?? "ACCURACY";

/**
 * AVI-Bench's official score of a task, computed from the answers; null for a task whose score is the mean of its
 * questions' scores (`meanFigures`).
 * @param task the task's slug
 * @param answers one for each question of the task that can be scored, whether or not it was answered
 * @see AVI-Bench, appendix G.1; https://github.com/FudanCVL/AVI-Bench, eval/eval.py, `TASK_DEFS`
 */
export function aviTaskFigures(task: string, answers: readonly TaskAnswer[]): TaskFigures | null {
  switch (aviMetricOf(task)) {
    case "COUNTING":
      return figuresOf(countingMetric(task === "vmic"), answers);
    case "LOCALIZATION":
      return figuresOf(localizationMetric, answers);
    case "RETRIEVAL":
      return figuresOf(retrievalMetric, answers);
    case "GROUNDING":
      return figuresOf(groundingMetric, answers);
    default:
      return null;
  }
}
