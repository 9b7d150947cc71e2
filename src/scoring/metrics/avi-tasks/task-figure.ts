import type { AnswerKey } from "../../../domain/import-batch.ts";
import { type RunVectors, scoreAt } from "../run-vectors.ts";

/** The named parts from which the tasks' figures are computed. */
const TASK_PARTS = [
  "SEMANTIC",
  "COUNTING",
  "MEAN_IOU",
  "INSTANCE",
  "RMSE",
  "RECALL_AT_1",
  "RECALL_AT_3",
  "F1",
  "CONFIDENCE",
  "REPEAT_RATE",
  "REPEAT_PENALTY",
] as const;
type TaskPartName = (typeof TASK_PARTS)[number];

export interface TaskPart {
  readonly name: TaskPartName;
  readonly value: number;
}

/** A task's score over its questions, with its parts. */
export interface TaskFigure {
  /** 0 to 1. */
  readonly value: number;
  readonly parts: readonly TaskPart[];
  /** The number of questions in the figure. */
  readonly n: number;
}

/** A task's figure over each of two denominators; null for an empty denominator. */
export interface TaskFigures {
  /** The figure of the official script, which leaves out questions without a prediction. */
  readonly official: TaskFigure | null;
  /** The figure over every scorable question. A missing or unreadable answer contributes `TaskMetric.nothing`. */
  readonly strict: TaskFigure | null;
}

/** A scorable question with its answer. */
export interface TaskAnswer {
  readonly key: AnswerKey;
  /** The extracted answer, "" if nothing was extracted; null if there is no prediction or the model failed. */
  readonly text: string | null;
}

/**
 * The metric of a task over the whole dataset. `K` is the kind of its answer keys, and `S` the type of a question's
 * contribution.
 */
export interface TaskMetric<K extends AnswerKey["kind"], S> {
  readonly kind: K;
  /** The contribution of an answer; null if the answer cannot be read. */
  read(text: string, key: KeyOf<K>): S | null;
  /** The contribution of an unreadable answer to the official figure. */
  unread(key: KeyOf<K>): S;
  /** The contribution of a missing or unreadable answer to the strict figure. */
  nothing(key: KeyOf<K>): S;
  /** Whether the official script leaves the answer out. */
  skips(text: string): boolean;
  /** The figure for the samples. There must be at least one. */
  combine(samples: readonly S[]): Omit<TaskFigure, "n">;
}

export type KeyOf<K extends AnswerKey["kind"]> = Extract<AnswerKey, { readonly kind: K }>;

/** The figures of a task. Questions whose key is of another kind cannot be scored and are left out of both figures. */
export function figuresOf<K extends AnswerKey["kind"], S>(
  metric: TaskMetric<K, S>,
  answers: readonly TaskAnswer[],
): TaskFigures {
  const official: S[] = [];
  const strict: S[] = [];
  for (const { key, text } of answers) {
    if (!isOfKind(key, metric.kind)) continue;
    const sample = text === null ? null : metric.read(text, key);
    strict.push(sample ?? metric.nothing(key));
    if (text !== null && !metric.skips(text)) official.push(sample ?? metric.unread(key));
  }
  const combined = (samples: readonly S[]): TaskFigure | null =>
    samples.length === 0 ? null : { ...metric.combine(samples), n: samples.length };
  return { official: combined(official), strict: combined(strict) };
}

const isOfKind = <K extends AnswerKey["kind"]>(key: AnswerKey, kind: K): key is KeyOf<K> => key.kind === kind;

/** The mean of at least one value. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The root mean square. @see AVI-Bench, appendix G.1, eqs. 15, 16 and 27 */
export const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(meanOf(values.map((value) => value * value)));

/**
 * The figures of a task whose score is the mean of its questions' scores: accuracy (eq. 53) and FENSE (eq. 43). They
 * are computed from the score vectors alone.
 * @param ordinals the task's questions
 * @param notSent the questions among them that count as unparsed because no prediction was sent
 * @see AVI-Bench, appendix G.1.5 and G.1.7; eval/level_metrics/utils.py, `parse_data_and_pred`
 */
export function meanFigures(run: RunVectors, ordinals: readonly number[], notSent: ReadonlySet<number>): TaskFigures {
  const strict = ordinals.filter((ordinal) => !run.unscored.has(ordinal));
  const official = strict.filter(
    (ordinal) => run.answered.has(ordinal) || (run.unparsed.has(ordinal) && !notSent.has(ordinal)),
  );
  return { official: meanFigure(run, official), strict: meanFigure(run, strict) };
}

function meanFigure(run: RunVectors, ordinals: readonly number[]): TaskFigure | null {
  const sum = ordinals.reduce((total, ordinal) => total + scoreAt(run, ordinal), 0);
  return ordinals.length === 0 ? null : { value: sum / ordinals.length, parts: [], n: ordinals.length };
}
