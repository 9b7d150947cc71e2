import type { ImportedFlags } from "./question-flags.ts";
import type { AnswerFormat, AudioType, Dominance, Level, LevelSource, Modality } from "./vocabulary.ts";

/** The small part of an importer's result: everything except videos and questions. */
export interface ImportHead {
  /** The benchmark's slug: `"worldsense"`, `"mmworld"`, `"omnivideobench"`, `"avi-bench"`, `"omnidex-demo"`. */
  readonly benchmark: string;
  /** What the file or its paper states about the benchmark as a whole. */
  readonly about?: ImportAbout;
  readonly source: ImportSource;
  /** Parents come before their children. */
  readonly categories: readonly ImportCategory[];
  readonly tasks: readonly ImportTask[];
  /** The oddities that were found and left unchanged, in file order. Unknown fields come last. */
  readonly oddities: readonly Oddity[];
}

/**
 * A whole release, in the order that defines the question ordinals. Files with the same content give equal batches,
 * except for `source`, so the content hash of a release is a hash of its batch.
 */
export interface ImportBatch extends ImportHead {
  readonly videos: readonly ImportVideo[];
  /** A question's ordinal in the release is its index here. */
  readonly questions: readonly ImportQuestion[];
}

export interface ImportAbout {
  readonly title: string;
  readonly description: string | null;
  readonly license: string | null;
  readonly homepage: string | null;
}

export interface ImportSource {
  /** The format of the files: `"worldsense-json"`, `"worldsense-tsv"`, `"worldsense-parquet"`, … */
  readonly format: string;
  /** The base names of the files. */
  readonly files: readonly string[];
}

export interface ImportCategory {
  /** `"film-tv"`, or `"film-tv/world-news"` for a subcategory. */
  readonly slug: string;
  /** The benchmark's own term. */
  readonly name: string;
  readonly parent: string | null;
}

export interface ImportTask {
  readonly slug: string;
  /** The benchmark's own term. */
  readonly name: string;
  readonly level: Level;
  readonly levelSource: LevelSource;
  readonly dominance: Dominance | null;
  /** Accuracy of a random answer, from 0 to 1, if the paper prints one for the task. */
  readonly chance: number | null;
  /** The paper's name for how the task is scored: `"accuracy"`, `"FENSE"`, … */
  readonly metric: string;
}

export interface ImportVideo {
  readonly key: string;
  /** A leaf of the category tree. */
  readonly category: string | null;
  readonly durationSeconds: number | null;
  /** The benchmark's own term for the duration; absent without a term, or if it equals the `duration` of `native`. */
  readonly durationLabel?: string;
  readonly url: string | null;
  readonly subset: string | null;
  readonly audioTypes: readonly ImportAudioLabel[];
  readonly caption: string | null;
  /** Fields of the original record, unchanged: `{"duration": "1-2min", "video_duration": "119s"}`. */
  readonly native: Readonly<Record<string, unknown>>;
}

export interface ImportAudioLabel {
  readonly type: AudioType;
  /** The benchmark's own term: WorldSense's "Event" is SOUND. */
  readonly nativeLabel: string;
}

export interface ImportQuestion extends ImportedFlags {
  /** The natural key inside the benchmark; unique in the batch. */
  readonly key: string;
  readonly video: string | null;
  readonly task: string;
  readonly level: Level;
  readonly text: string;
  /**
   * Option texts without their labels, by position; empty for an answer format without options. Any number of the options
   * of a MULTIPLE_SELECT or OPEN_TEXT question may be right.
   */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  readonly answer: AnswerKey;
  /** The additional question that confirms the answer (AVI-Bench). Part of the answer key. */
  readonly confirmation?: ImportConfirmation;
  readonly audioTypes: readonly ImportAudioLabel[];
  /** The name of the group of questions that are scored together; absent for a question without a group. */
  readonly group?: string;
  readonly subset: string | null;
  readonly reasoningSteps: readonly ImportReasoningStep[];
  /** Media that belong to the question and not to its video (AVI-Bench). */
  readonly media: readonly ImportMedia[];
  readonly native: Readonly<Record<string, unknown>>;
}

export interface ImportConfirmation {
  readonly text: string;
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  readonly key: AnswerKey;
}

export interface ImportReasoningStep {
  readonly modality: string | null;
  readonly evidence: string | null;
  readonly inference: string | null;
}

export interface ImportMedia {
  readonly kind: Modality;
  readonly path: string;
}

/** A box in pixels of the original picture, as AVI-Bench writes it: left, top, width, height. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** The answer key of one question. `kind` selects the scorer, which reads the other fields. */
export type AnswerKey =
  /** MULTIPLE_CHOICE: the position of the correct option; `text` is the answer text in the file. */
  | { readonly kind: "option"; readonly position: number; readonly text: string }
  /** MULTIPLE_SELECT: the positions of all correct options in ascending order, and their texts. */
  | { readonly kind: "options"; readonly positions: readonly number[]; readonly texts: readonly string[] }
  /**
   * YES_NO, OPEN_TEXT: a word or sentence. Several answers that are all required have semicolons between them. `also` has
   * further accepted texts, and is absent without any.
   */
  | { readonly kind: "text"; readonly text: string; readonly also?: readonly string[] }
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  /** INSTANCE_COUNTS: the number of instances of each class. */
  | { readonly kind: "counts"; readonly counts: Readonly<Record<string, number>> }
  /** RETRIEVAL: indices of the correct candidates. */
  | { readonly kind: "indices"; readonly indices: readonly number[] }
  | { readonly kind: "captions"; readonly captions: readonly string[] }
  /** BOXES (by category and instance) and FRAME_BOXES (by frame; `null` for a frame without the object). */
  | {
      readonly kind: "boxes";
      readonly boxes: Readonly<Record<string, Box | null>>;
      readonly size: readonly [width: number, height: number] | null;
    };

export const ODDITY_CODES = [
  /** The answer's text equals another option than the one in the answer key. */
  "ANSWER_TEXT_MATCHES_OTHER_OPTION",
  /** The answer's text equals no option, even after normalization. */
  "ANSWER_TEXT_MATCHES_NO_OPTION",
  /** The texts of some options are the positions or labels of other options, and the answer names no position. */
  "AMBIGUOUS_ANSWER",
  "REPEATED_QUESTION",
  "DUPLICATE_OPTIONS",
  /** The question has too many options to count how often models chose each of them. */
  "MANY_OPTIONS",
  /** The list of options is empty. */
  "NO_OPTIONS",
  "SINGLE_OPTION",
  /** The labels are not A, B, C … in order. */
  "OPTION_LABELS_OUT_OF_ORDER",
  /** The labels have a gap, such as A, B, D. */
  "OPTION_LABELS_WITH_GAP",
  "OPTION_WITHOUT_LABEL",
  "MISSPELT_STEP_KEY",
  "MISSPELT_STEP_MODALITY",
  "INCOMPLETE_STEP",
  "NO_REASONING_STEPS",
  /** The benchmark's own bucket does not contain the video's duration in seconds. */
  "DURATION_DISAGREES",
  /** The duration is neither a number of seconds nor a clock time. It is kept in `native`. */
  "UNREADABLE_DURATION",
  /** The duration is above a day. */
  "UNLIKELY_DURATION",
  /** The chance that a task declares contradicts the number of its questions' options. */
  "CHANCE_DISAGREES",
  "LEVEL_DISAGREES",
  /** Rows of the same video contradict each other about the video. */
  "VIDEO_DISAGREES",
  "UNKNOWN_TASK",
  "UNKNOWN_CATEGORY",
  "REPEATED_ID",
  /** The importer does not know a field. The field is reported once, and its values are kept in `native`. */
  "UNKNOWN_FIELD",
  /** The recipe leaves the record or the file out. */
  "LEFT_OUT",
  /** A field that the recipe names has no value in any record. */
  "FIELD_WITHOUT_VALUE",
  /** Records have no partner in a file that the recipe joins. */
  "JOIN_WITHOUT_RECORD",
] as const;
export type OddityCode = (typeof ODDITY_CODES)[number];

/** An oddity in a file. The data was imported unchanged. */
export interface Oddity {
  readonly code: OddityCode;
  /** The question's or the video's natural key, or the task's slug. */
  readonly key: string;
  /** A sentence that says what was found and how it was handled. */
  readonly message: string;
}
