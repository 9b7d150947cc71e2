import { QUESTION_FLAG_NAMES } from "../question-flags.ts";
import { QUESTION_NUMBER_NAMES } from "../question-numbers.ts";

/**
 * The conditions of a `QuestionFilter` on properties that a benchmark may state for none of its questions. The other
 * conditions name something that exists, or concern properties that every question has.
 */
export const OPTIONAL_CONDITIONS = [
  "audioTypes",
  "levels",
  "durationSeconds",
  "durationBuckets",
  "dominances",
  "stepModalities",
  ...QUESTION_NUMBER_NAMES,
  ...QUESTION_FLAG_NAMES,
] as const;
export type OptionalCondition = (typeof OPTIONAL_CONDITIONS)[number];
