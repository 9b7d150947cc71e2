import { countingMetric } from "./counting-metric.ts";
import { groundingMetric, localizationMetric } from "./localization-metric.ts";
import { retrievalMetric } from "./retrieval-metric.ts";
import { figuresOf, type TaskAnswer, type TaskFigures } from "./task-figure.ts";

/** The metric of a whole task of AVI-Bench. */
export const AVI_METRICS = ["COUNTING", "LOCALIZATION", "RETRIEVAL", "GROUNDING", "FENSE", "ACCURACY"] as const;
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
