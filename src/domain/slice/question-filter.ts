import type { ByStatistic } from "../item-statistics.ts";
import type { AudioType } from "../vocabulary.ts";
import type { ConditionName, Conditions } from "./conditions.ts";

/** The value that a condition takes. */
type ConditionValue<Condition> = Condition extends { readonly values: readonly (infer Value)[] }
  ? readonly Value[]
  : Condition extends { readonly kind: infer Kind extends keyof ValueOfKind }
    ? ValueOfKind[Kind]
    : never;

interface ValueOfKind {
  readonly set: readonly string[];
  readonly range: NumberRange;
  readonly flag: boolean;
  readonly audio: AudioTypeFilter;
  readonly statistics: ItemStatisticsFilter;
  readonly text: string;
}

type ConditionValues = {
  readonly [Name in ConditionName]?: ConditionValue<Conditions[Name]> | null | undefined;
};

/** `QuestionFilter` as GraphQL delivers it. `null` and an absent field both mean "no condition". */
export interface QuestionFilter extends ConditionValues {
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
