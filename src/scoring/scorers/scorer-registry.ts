import type { AnswerFormat } from "../../domain/vocabulary.ts";
import { boxesScorer } from "./boxes.ts";
import { captionScorer } from "./caption.ts";
import { choiceScorer } from "./choice.ts";
import { frameBoxesScorer } from "./frame-boxes.ts";
import { instanceCountsScorer } from "./instance-counts.ts";
import { numberScorer } from "./number.ts";
import { retrievalScorer } from "./retrieval.ts";
import type { Scorer } from "./scorer.ts";
import { textMatchScorer } from "./text-match.ts";

const SCORERS: Partial<Record<AnswerFormat, Scorer>> = {
  MULTIPLE_CHOICE: choiceScorer,
  YES_NO: textMatchScorer,
  OPEN_TEXT: textMatchScorer,
  NUMBER: numberScorer,
  INSTANCE_COUNTS: instanceCountsScorer,
  RETRIEVAL: retrievalScorer,
  CAPTION: captionScorer,
  BOXES: boxesScorer,
  FRAME_BOXES: frameBoxesScorer,
};

/** The scorer for answers of a format, or null where they cannot be scored yet. */
export const scorerForFormat = (format: AnswerFormat): Scorer | null => SCORERS[format] ?? null;
