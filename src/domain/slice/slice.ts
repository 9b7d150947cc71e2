import type { ItemStatistic } from "../item-statistics.ts";
import type { QuestionFlag } from "../question-flags.ts";
import type { Bound, QuestionNumber } from "../question-numbers.ts";
import type { AnswerFormat, AudioType, Dominance, Level, StepModalities } from "../vocabulary.ts";

/**
 * A field with list conditions. A list condition matches questions whose value is one of `values`; an empty list
 * matches no question.
 */
export type ListField =
  | "benchmarks"
  | "tasks"
  | "categories"
  | "durationBuckets"
  | "durationLabels"
  | "subsets"
  | "keys"
  | "videos";

/** Bounds on a statistic whose values an item snapshot records. */
export interface StatisticSlice {
  readonly kind: "statistic";
  /** The snapshot's primary key. */
  readonly snapshot: number;
  readonly field: ItemStatistic;
  readonly bound: Bound;
  readonly value: number;
}

/** Whether the latest review of a question's key calls the key ambiguous. The next review may decide otherwise. */
export interface KeyReviewSlice {
  readonly kind: "keyAmbiguous";
  readonly value: boolean;
}

/**
 * A slice in canonical form: a small algebra over questions. Only `canonicalSlice` makes slices, so filters that it
 * recognizes as equivalent give equal values.
 */
export type Slice =
  | { readonly kind: "everything" }
  | { readonly kind: "nothing" }
  | { readonly kind: "in"; readonly field: ListField; readonly values: readonly string[] }
  | { readonly kind: "level"; readonly values: readonly Level[] }
  | { readonly kind: "answerFormat"; readonly values: readonly AnswerFormat[] }
  | { readonly kind: "dominance"; readonly values: readonly Dominance[] }
  | { readonly kind: "stepModalities"; readonly values: readonly StepModalities[] }
  | { readonly kind: "audio"; readonly quantifier: "any" | "all" | "none"; readonly values: readonly AudioType[] }
  | { readonly kind: "duration"; readonly bound: Bound; readonly seconds: number }
  | { readonly kind: "number"; readonly field: QuestionNumber; readonly bound: Bound; readonly value: number }
  | StatisticSlice
  | { readonly kind: "flag"; readonly field: QuestionFlag; readonly value: boolean }
  | KeyReviewSlice
  | { readonly kind: "text"; readonly query: string }
  | { readonly kind: "and" | "or"; readonly of: readonly Slice[] }
  | { readonly kind: "not"; readonly of: Slice };

export const EVERYTHING: Slice = { kind: "everything" };
export const NOTHING: Slice = { kind: "nothing" };

/** The length of a fingerprint, which is the first hexadecimal digits of SHA-256 over the slice as JSON. */
export const FINGERPRINT_LENGTH = 32;
