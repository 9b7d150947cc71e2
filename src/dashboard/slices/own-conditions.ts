import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { AUDIO_MODES, audioValues, LIST_FIELDS, type PickedDimension, pickedValues, pruned } from "./filter-edit.ts";

/** The conditions of a filter that a group of the slice builder sets for a dimension. */
export function ownConditions(filter: QuestionFilter, dimension: PickedDimension): QuestionFilter {
  if (dimension === "AUDIO_TYPE") return pruned({ audioTypes: filter.audioTypes });
  const field = LIST_FIELDS[dimension];
  const list = { [field]: filter[field] };
  return pruned(dimension === "DURATION" ? { ...list, durationSeconds: filter.durationSeconds } : list);
}

/** The conditions of a filter on flags of questions. */
export const flagConditions = (filter: QuestionFilter): QuestionFilter =>
  pruned(Object.fromEntries(QUESTION_FLAG_NAMES.map((flag) => [flag, filter[flag]])));

/** The number of values that the filter names for a dimension; a range of durations counts as one. */
export function conditionCount(filter: QuestionFilter, dimension: PickedDimension): number {
  if (dimension === "AUDIO_TYPE") return AUDIO_MODES.reduce((sum, mode) => sum + audioValues(filter, mode).length, 0);
  return pickedValues(filter, dimension).length + Number(dimension === "DURATION" && filter.durationSeconds != null);
}

/**
 * Whether the props of a group have not changed. The group's own conditions are compared by content, because every
 * navigation makes new objects from the address.
 */
export const sameProps = <Props extends { readonly own: QuestionFilter }>(
  { own, ...props }: Props,
  { own: nextOwn, ...next }: Props,
): boolean =>
  JSON.stringify(own) === JSON.stringify(nextOwn) &&
  Object.entries(next).every(([name, value]) => Object.is(value, Reflect.get(props, name)));
