import type { AnswerFormat } from "../../domain/vocabulary.ts";
import { choiceScorer } from "./choice.ts";
import type { Scorer } from "./scorer.ts";

const SCORERS: Partial<Record<AnswerFormat, Scorer>> = {
  MULTIPLE_CHOICE: choiceScorer,
};

/** The scorer for answers of a format, or null where they cannot be scored yet. */
export const scorerForFormat = (format: AnswerFormat): Scorer | null => SCORERS[format] ?? null;
