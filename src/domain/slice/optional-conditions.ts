import { QUESTION_FLAG_NAMES } from "../question-flags.ts";
import { QUESTION_NUMBER_NAMES } from "../question-numbers.ts";

/**
 * The conditions of a `QuestionFilter` that concern properties which a benchmark may leave unstated for all of its
 * questions. All other conditions concern a property of every question, or name an existing object such as a task.
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
