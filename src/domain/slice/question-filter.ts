import type { AnswerFormat, AudioType, Level } from "../vocabulary.ts";

/** `QuestionFilter` as GraphQL delivers it. `null` and an absent field both mean "no condition". */
export interface QuestionFilter {
  readonly benchmarks?: readonly string[] | null;
  readonly audioTypes?: AudioTypeFilter | null;
  readonly levels?: readonly Level[] | null;
  readonly tasks?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
  readonly durationSeconds?: FloatRange | null;
  readonly durationBuckets?: readonly string[] | null;
  readonly answerFormats?: readonly AnswerFormat[] | null;
  readonly requiresAudio?: boolean | null;
  readonly requiresVisual?: boolean | null;
  readonly subsets?: readonly string[] | null;
  readonly text?: string | null;
  readonly keys?: readonly string[] | null;
  readonly videos?: readonly string[] | null;
  readonly and?: readonly QuestionFilter[] | null;
  readonly or?: readonly QuestionFilter[] | null;
  readonly not?: QuestionFilter | null;
}

export interface AudioTypeFilter {
  readonly any?: readonly AudioType[] | null;
  readonly all?: readonly AudioType[] | null;
  readonly none?: readonly AudioType[] | null;
}

export interface FloatRange {
  readonly gt?: number | null;
  readonly gte?: number | null;
  readonly lt?: number | null;
  readonly lte?: number | null;
}
