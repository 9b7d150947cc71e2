import type { JoinQuestion } from "./join-question.ts";
import type { LabelMap } from "./shown-options.ts";

/** The question that a row answers, and how sure that is. */
export interface FoundQuestion {
  readonly question: JoinQuestion;
  /** What the labels that the model saw mean, where they are not the question's own. */
  readonly labels: LabelMap;
  /**
   * `content`: what the row tells fits this question alone. `position`: it fits others as well, and the position decides.
   * `position alone`: the row tells nothing that could be checked.
   */
  readonly by: "content" | "position" | "position alone";
  /** The row's position is another question's: the file is in another order, or a part of the benchmark. */
  readonly moved: boolean;
}

/** Why a row's question cannot be told: a sentence. */
export interface NotFound {
  readonly reason: string;
  /** The question at the row's position is another: positions mean something else in this file. */
  readonly isMisplaced?: true;
}

export const NO_LABELS: LabelMap = new Map();

export const notFound = (reason: string): NotFound => ({ reason });
