import type { AnswerKey } from "../../domain/import-batch.ts";
import type { AnswerFormat } from "../../domain/vocabulary.ts";
import { boxesScorer, frameBoxesScorer } from "./boxes.ts";
import { instanceCountsScorer } from "./counts.ts";
import { captionScorer, choiceScorer, numberScorer, selectionScorer, textMatchScorer } from "./plain-scorers.ts";
import { retrievalScorer } from "./retrieval.ts";
import type { Scorer, ScoringContext, UnscoredRule } from "./scorer.ts";

const SCORERS: Partial<Record<AnswerFormat, Scorer>> = {
  MULTIPLE_CHOICE: choiceScorer,
  MULTIPLE_SELECT: selectionScorer,
  YES_NO: textMatchScorer,
  OPEN_TEXT: textMatchScorer,
  NUMBER: numberScorer,
  INSTANCE_COUNTS: instanceCountsScorer,
  RETRIEVAL: retrievalScorer,
  CAPTION: captionScorer,
  BOXES: boxesScorer,
  FRAME_BOXES: frameBoxesScorer,
};

/** The scorer for answers of a format, or null if they cannot be scored yet. */
export const scorerForFormat = (format: AnswerFormat): Scorer | null => SCORERS[format] ?? null;

/**
 * Why no answer to the question can be scored; null if answers can be scored. The result does not depend on a run's
 * answer, so all runs of a release have the same denominator.
 */
export function unscoredRule(
  question: ScoringContext & { readonly answerFormat: AnswerFormat; readonly key: AnswerKey },
): UnscoredRule | null {
  const scorer = scorerForFormat(question.answerFormat);
  return scorer === null ? "unscored-format" : scorer.unscored(question.key, question);
}
