import type { ByStatistic } from "../item-statistics.ts";
import type { ByFlag } from "../question-flags.ts";
import type { ByNumber } from "../question-numbers.ts";
import type { AnswerFormat, AudioType, Dominance, Level, StepModalities } from "../vocabulary.ts";

/** `QuestionFilter` as GraphQL delivers it. `null` and an absent field both mean "no condition". */
export interface QuestionFilter
  extends Partial<ByFlag<boolean | null | undefined>>,
    Partial<ByNumber<NumberRange | null | undefined>> {
  readonly benchmarks?: readonly string[] | null | undefined;
  readonly audioTypes?: AudioTypeFilter | null | undefined;
  readonly levels?: readonly Level[] | null | undefined;
  readonly tasks?: readonly string[] | null | undefined;
  readonly categories?: readonly string[] | null | undefined;
  readonly durationSeconds?: NumberRange | null | undefined;
  readonly durationBuckets?: readonly string[] | null | undefined;
  readonly durationLabels?: readonly string[] | null | undefined;
  readonly dominances?: readonly Dominance[] | null | undefined;
  readonly stepModalities?: readonly StepModalities[] | null | undefined;
  readonly answerFormats?: readonly AnswerFormat[] | null | undefined;
  readonly subsets?: readonly string[] | null | undefined;
  readonly keyAmbiguous?: boolean | null | undefined;
  readonly statistics?: ItemStatisticsFilter | null | undefined;
  readonly text?: string | null | undefined;
  readonly keys?: readonly string[] | null | undefined;
  readonly videos?: readonly string[] | null | undefined;
  readonly and?: readonly QuestionFilter[] | null | undefined;
  readonly or?: readonly QuestionFilter[] | null | undefined;
  readonly not?: QuestionFilter | null | undefined;
}

export interface AudioTypeFilter {
  readonly any?: readonly AudioType[] | null | undefined;
  readonly all?: readonly AudioType[] | null | undefined;
  readonly none?: readonly AudioType[] | null | undefined;
}

/** Conditions on the statistics that an item snapshot has of a question. */
export interface ItemStatisticsFilter extends Partial<ByStatistic<NumberRange | null | undefined>> {
  readonly snapshot: string;
}

/** `FloatRange` or `IntRange` of the schema. */
export interface NumberRange {
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
}
