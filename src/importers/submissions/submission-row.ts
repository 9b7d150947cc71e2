import type { Modality } from "../../domain/vocabulary.ts";

/** One row of a result file, read but not yet joined to a question. */
export interface SubmissionRow {
  /** The file's base name. */
  readonly file: string;
  /** `line 12`, `row 3`, `$[4]`, `samples/7_epoch_1.json`. */
  readonly place: string;
  /** How it says which question it answers. */
  readonly names: RowNames;
  /** The raw output; null where there is none. */
  readonly response: string | null;
  /** What failed, where the harness says that something did. */
  readonly error: string | null;
  /** The output of the question that is asked besides, where the row holds it, too. */
  readonly confirmation: string | null;
  /** There is no prediction: the harness never got one. The question stays unanswered. */
  readonly missing: boolean;
  /** Which repetition it is of, from 1 on, where the harness repeats (Inspect's epochs). */
  readonly epoch?: number | undefined;
}

/** What a row tells about its question. Each harness tells something else. */
export interface RowNames {
  /** The natural key. */
  readonly key?: string | undefined;
  /** The index in the benchmark's own file order, from 0 on; with `task`, in that task's file. */
  readonly position?: number | undefined;
  /** AVI-Bench: the task's folder (`VSQA_I`, `AVQA`). */
  readonly task?: string | undefined;
  /** AVI-Bench: the record's own id, which repeats. */
  readonly id?: string | undefined;
  /** The video's key, or a path to its file. */
  readonly video?: string | undefined;
  /** The whole text of the question. */
  readonly text?: string | undefined;
  /** The options in the order and with the labels in which the model saw them. */
  readonly options?: readonly string[] | undefined;
  /** A text that holds the question's text and, unless `options` are given, its options. */
  readonly prompt?: string | undefined;
  /** The benchmark's name of the question's task. */
  readonly taskName?: string | undefined;
  /** The right answer's label, as the harness knew it. */
  readonly target?: string | undefined;
  /** The part of the benchmark that the harness evaluates by itself: MMWorld's discipline. */
  readonly part?: string | undefined;
  /** MMWorld's EvalAI form: nothing but the order among the video's rows tells its questions apart. */
  readonly inOrderOfVideo?: boolean | undefined;
}

/** A row that cannot be used, and why. */
export interface RowProblem {
  readonly file: string;
  readonly place: string;
  /** A sentence. */
  readonly reason: string;
}

/** What a result file says of its run, besides the predictions. What is absent, it does not say. */
export interface SubmissionHeader {
  readonly benchmark?: string | undefined;
  readonly model?: string | undefined;
  readonly inputs?: readonly Modality[] | undefined;
  readonly frames?: number | undefined;
  readonly seed?: number | undefined;
  readonly prompt?: string | undefined;
  readonly notes?: string | undefined;
  /** How often each question was asked. */
  readonly epochs?: number | undefined;
}
