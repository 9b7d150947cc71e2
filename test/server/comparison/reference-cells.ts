import { durationBucketOf } from "../../../src/domain/duration-buckets.ts";
import type { Dimension } from "../../../src/domain/vocabulary.ts";
import type { FlatQuestion } from "../reference-slice.ts";

/** The questions that have one combination of values. */
export interface ReferenceCell {
  readonly keys: readonly string[];
  readonly questions: readonly FlatQuestion[];
}

/** The values that a question has in each dimension, according to the schema's descriptions. */
const VALUES: Readonly<Record<Dimension, (question: FlatQuestion) => readonly (string | null | undefined)[]>> = {
  BENCHMARK: ({ benchmark }) => [benchmark],
  CATEGORY: ({ category }) => [category?.split("/")[0]],
  SUBCATEGORY: ({ category }) => (category?.includes("/") ? [category] : []),
  TASK: ({ task }) => [task],
  LEVEL: ({ level }) => [level],
  AUDIO_TYPE: ({ audio }) => audio,
  DURATION: ({ duration }) => [durationBucketOf(duration)?.key],
  ANSWER_FORMAT: ({ answerFormat }) => [answerFormat],
  SUBSET: ({ subset }) => [subset],
  DURATION_LABEL: ({ durationLabel }) => [durationLabel],
  DOMINANCE: ({ dominance }) => [dominance],
  STEP_COUNT: ({ stepCount }) => [stepCount?.toString()],
  STEP_MODALITIES: ({ stepModalities }) => [stepModalities],
  AUDIO_STEP_COUNT: ({ audioStepCount }) => [audioStepCount?.toString()],
  VISION_STEP_COUNT: ({ visionStepCount }) => [visionStepCount?.toString()],
  REQUIRES_AUDIO: ({ requiresAudio }) => [requiresAudio?.toString()],
  REQUIRES_VISUAL: ({ requiresVisual }) => [requiresVisual?.toString()],
  QUESTION_ONLY: ({ questionOnly }) => [questionOnly?.toString()],
  REQUIRES_DOMAIN_KNOWLEDGE: ({ requiresDomainKnowledge }) => [requiresDomainKnowledge?.toString()],
};

const valuesOf = (dimension: Dimension, question: FlatQuestion): readonly string[] => [
  ...new Set(VALUES[dimension](question).flatMap((value) => value ?? [])),
];

/** The name of a cell: the keys of its values. */
export const cellName = (keys: readonly string[]): string => JSON.stringify(keys);

/** A plain GROUP BY. A question is in one cell for each combination of its values. Returns the cells by name. */
export function referenceCells(
  questions: readonly FlatQuestion[],
  by: readonly Dimension[],
): ReadonlyMap<string, ReferenceCell> {
  let cells: readonly ReferenceCell[] = [{ keys: [], questions }];
  for (const dimension of by) cells = cells.flatMap((cell) => split(cell, dimension));
  return new Map(cells.map((cell) => [cellName(cell.keys), cell]));
}

function split({ keys, questions }: ReferenceCell, dimension: Dimension): readonly ReferenceCell[] {
  const values = new Set(questions.flatMap((question) => valuesOf(dimension, question)));
  return [...values].map((value) => ({
    keys: [...keys, value],
    questions: questions.filter((question) => valuesOf(dimension, question).includes(value)),
  }));
}
