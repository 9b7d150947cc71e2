import type { RunProtocol } from "../../domain/run-protocol.ts";
import type { Modality } from "../../domain/vocabulary.ts";
import type { CellFormula } from "../files/submission-file.ts";

/** One row of a result file, read but not yet joined to a question. */
export interface SubmissionRow {
  /** The file's base name. */
  readonly file: string;
  /** `line 12`, `row 3`, `$[4]`, `samples/7_epoch_1.json`. */
  readonly place: string;
  /** The fields that identify its question. */
  readonly names: RowNames;
  /** The raw output; null if there is none. */
  readonly response: string | null;
  /** The failure that the harness reports; null if there is none. */
  readonly error: string | null;
  /** The response to the confirming question, if the row contains it. */
  readonly confirmation: string | null;
  /** Whether the harness never got a prediction, so that the question stays unanswered. */
  readonly missing: boolean;
  /** The repetition, from 1, if the harness repeats samples (Inspect's epochs). */
  readonly epoch?: number | undefined;
  /** The result that the row belongs to, if the harness writes a row for each result of a sample ("every eval ever"). */
  readonly result?: string | undefined;
  /** The formulas in a spreadsheet's row. */
  readonly formulas?: readonly CellFormula[];
}

/** The fields of a row that identify its question, which differ between harnesses. */
export interface RowNames {
  /** The natural key. */
  readonly key?: string | undefined;
  /** An id of the row's own file, which names the question if the release has it as a key. */
  readonly knownKey?: string | undefined;
  /** The field `key` of a row that also has `question`. In such a row, `question` may be the question's text. */
  readonly otherKey?: string | undefined;
  /** The slug or name of the question's benchmark. */
  readonly benchmark?: string | undefined;
  /** The index in the benchmark's own file, from 0; with `task`, in that task's file. */
  readonly position?: number | undefined;
  /** AVI-Bench: the task's folder (`VSQA_I`, `AVQA`). */
  readonly task?: string | undefined;
  /** AVI-Bench: the record's own id, which repeats. */
  readonly id?: string | undefined;
  /** The video's key, or a path to its file. */
  readonly video?: string | undefined;
  /** The whole text of the question. */
  readonly text?: string | undefined;
  /** The options as the model saw them: in that order, and with those labels. */
  readonly options?: readonly string[] | undefined;
  /** A text that holds the question's text and, unless `options` are given, its options. */
  readonly prompt?: string | undefined;
  /** The benchmark's name of the question's task. */
  readonly taskName?: string | undefined;
  /** The label of the gold answer according to the harness. */
  readonly target?: string | undefined;
  /** The part of the benchmark that the harness evaluates separately: MMWorld's discipline. */
  readonly part?: string | undefined;
  /** MMWorld's EvalAI form: only the order of a video's rows identifies their questions. */
  readonly inOrderOfVideo?: boolean | undefined;
}

/** A row that cannot be used, and why. */
export interface RowProblem {
  readonly file: string;
  readonly place: string;
  /** A sentence. */
  readonly reason: string;
}

/** The run's fields that a result file states. Fields that it does not state are absent. */
export interface SubmissionHeader {
  readonly benchmark?: string | undefined;
  readonly model?: string | undefined;
  /** The model's size: `7B`. */
  readonly parameters?: string | undefined;
  /** The organization that made the model. */
  readonly organization?: string | undefined;
  readonly modelUrl?: string | undefined;
  readonly inputs?: readonly Modality[] | undefined;
  /** Whether only the file's name or its prompts suggest the inputs, and may leave some out. */
  readonly inputsAreNamed?: true | undefined;
  readonly frames?: number | undefined;
  readonly seed?: number | undefined;
  readonly prompt?: string | undefined;
  readonly protocol?: RunProtocol | undefined;
  readonly notes?: string | undefined;
  /** Where a report describes the run. */
  readonly reportUrl?: string | undefined;
  /** Whether multiple-choice questions were asked without their options. */
  readonly openEnded?: boolean | undefined;
  /** A sentence about the file that its user should know. */
  readonly remark?: string | undefined;
  /** The number of times that each question was asked. */
  readonly epochs?: number | undefined;
}
