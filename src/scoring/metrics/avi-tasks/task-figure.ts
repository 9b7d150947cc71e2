import type { AnswerKey } from "../../../domain/import-batch.ts";

/** What a task's figure is made of. */
export const TASK_PARTS = [
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
export type TaskPartName = (typeof TASK_PARTS)[number];

export interface TaskPart {
  readonly name: TaskPartName;
  readonly value: number;
}

/** A figure over the questions of one task. */
export interface TaskFigure {
  /** 0 to 1. */
  readonly value: number;
  readonly parts: readonly TaskPart[];
  /** How many questions stand behind it. */
  readonly n: number;
}

/** A task's figure over two denominators; null where there is nothing in one. */
export interface TaskFigures {
  /** As the official script has it: what was not sent is left out. */
  readonly official: TaskFigure | null;
  /** Over every question that can be scored: what was not sent, or cannot be read, counts as an answer that says nothing. */
  readonly strict: TaskFigure | null;
}

/** A question that can be scored, with what was said to it. */
export interface TaskAnswer {
  readonly key: AnswerKey;
  /** What the extractor read, "" where it read nothing; null where nothing was sent, or the model failed. */
  readonly text: string | null;
}

/** How one task is scored over its whole data set. `K` is the kind of its keys, `S` what one question contributes. */
export interface TaskMetric<K extends AnswerKey["kind"], S> {
  readonly kind: K;
  /** What an answer contributes; null where it cannot be read. */
  read(text: string, key: KeyOf<K>): S | null;
  /** What the official script takes for an answer that it cannot read. */
  unread(key: KeyOf<K>): S;
  /** What no answer at all contributes over the strict denominator. */
  nothing(key: KeyOf<K>): S;
  /** Whether the official script leaves the answer out. */
  skips(text: string): boolean;
  /** Of one question at least. */
  combine(samples: readonly S[]): Omit<TaskFigure, "n">;
}

export type KeyOf<K extends AnswerKey["kind"]> = Extract<AnswerKey, { readonly kind: K }>;

/** The figures of a task. Keys of another kind cannot be scored and are in neither. */
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

/** Of one value at least. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Equations 15, 16 and 27: the root of the mean of the squares. */
export const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(meanOf(values.map((value) => value * value)));
