import type { LabelMap } from "./shown-options.ts";

/** The fields of a question for joining rows, limited to those that the API returns. */
export interface JoinQuestion {
  readonly key: string;
  /** The ordinal in its release, which is the position in the benchmark's own file. */
  readonly ordinal: number;
  readonly text: string;
  /** Without labels, by position. */
  readonly options: readonly string[];
  readonly video: string | null;
  /** The slug and the benchmark's own name. */
  readonly task: { readonly slug: string; readonly name: string };
  /** The label of the correct option, if the viewer may see it. */
  readonly answer: string | null;
  /** The record's other fields: AVI-Bench's `id` and `folder`. */
  readonly native: Readonly<Record<string, unknown>>;
}

/** A release for joining rows. */
export interface JoinRelease {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** In the order of their ordinals. */
  readonly questions: readonly JoinQuestion[];
}

/** The question that a row answers, and how it was identified. */
export interface FoundQuestion {
  readonly question: JoinQuestion;
  /** Maps the labels that the model saw to the question's own, if they differ. */
  readonly labels: LabelMap;
  /**
   * `content`: the row's content fits only this question. `position`: it fits others as well, so the position decided.
   * `position alone`: the row has no content to verify.
   */
  readonly by: "content" | "position" | "position alone";
  /** Whether another question is at the row's position: the file has another order, or only part of the benchmark. */
  readonly moved: boolean;
  /** Whether the release has the question twice, so that the order of the file decided. */
  readonly repeated?: true;
}

/** Why a row's question cannot be determined, as a sentence. */
export interface NotFound {
  readonly reason: string;
  /** The row contradicts the question at its position, so the file's positions are not the benchmark's. */
  readonly isMisplaced?: true;
  /** The row names one question by key, and has the text or options of another. */
  readonly otherKey?: OtherKey;
}

/** A row's key, and the question whose text or options the row has. */
export interface OtherKey {
  readonly named: JoinQuestion;
  readonly asked: JoinQuestion;
}

export const NO_LABELS: LabelMap = new Map();

export const notFound = (reason: string): NotFound => ({ reason });
