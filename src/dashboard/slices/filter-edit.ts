import {
  CONDITION_NAMES,
  CONDITION_WORDS,
  CONDITIONS,
  conditionsWith,
  conditionWords,
  type DimensionSet,
} from "../../domain/slice/conditions.ts";
import { valueText } from "../../domain/texts.ts";
import { AUDIO_TYPES } from "../../domain/vocabulary.ts";
import type { QuestionFilter, RunFilter } from "../../sdk/index.ts";

/** The conditions of the slice builder that list the values of a dimension, in their order. */
const LISTED = CONDITION_NAMES.filter(
  (name): name is DimensionSet | "audioTypes" =>
    name === "audioTypes" || (CONDITIONS[name].kind === "set" && conditionWords(name).dimension !== undefined),
);

/** A dimension whose values are picked one by one. */
export type PickedDimension = (typeof CONDITION_WORDS)[(typeof LISTED)[number]]["dimension"] | "SUBCATEGORY";

/** The groups of the slice builder. `isOpen` says whether a group is open at first. */
export const GROUPS = LISTED.map((name) => {
  const { dimension, title } = CONDITION_WORDS[name];
  return { dimension, title, isOpen: conditionWords(name).open === true };
});

/** The dimensions whose values are picked one by one, in the order of the slice builder. */
export const PICKED: readonly PickedDimension[] = [...GROUPS.map(({ dimension }) => dimension), "SUBCATEGORY"];

/** The field of a filter that lists the picked values of each dimension. Subcategories share that of categories. */
export const LIST_FIELDS = Object.fromEntries([
  ...LISTED.map((name) => [CONDITION_WORDS[name].dimension, name] as const),
  ["SUBCATEGORY", "categories"],
]) as Record<Exclude<PickedDimension, "AUDIO_TYPE">, DimensionSet>;

const asList = (value: unknown): readonly string[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(valueText) : [valueText(value)];
};

/** How a question's audio types are compared with a list of types. */
export const AUDIO_MODES = ["any", "all", "none"] as const;
export type AudioMode = (typeof AUDIO_MODES)[number];

/** The audio types that the filter names in one of its lists. */
export const audioValues = (filter: QuestionFilter, mode: AudioMode): readonly string[] =>
  asList(filter.audioTypes?.[mode]);

/** The filter with other values in one of the lists of audio types. */
export function withAudio(filter: QuestionFilter, mode: AudioMode, values: readonly string[]): QuestionFilter {
  const list = values.length === 0 ? undefined : AUDIO_TYPES.filter((type) => values.includes(type));
  const audioTypes = pruned({ ...filter.audioTypes, [mode]: list });
  return pruned({ ...filter, audioTypes: Object.keys(audioTypes).length === 0 ? undefined : audioTypes });
}

/** The values of a dimension that the filter names. Categories and subcategories share a field. */
export function pickedValues(filter: QuestionFilter, dimension: PickedDimension): readonly string[] {
  if (dimension === "AUDIO_TYPE") return audioValues(filter, "any");
  return asList(filter[LIST_FIELDS[dimension]]);
}

/**
 * The filter with other values of a dimension. Without values the condition is removed, because an empty list would
 * match nothing.
 */
function withValues(filter: QuestionFilter, dimension: PickedDimension, values: readonly string[]): QuestionFilter {
  if (dimension === "AUDIO_TYPE") return withAudio(filter, "any", values);
  return pruned({ ...filter, [LIST_FIELDS[dimension]]: values.length === 0 ? undefined : [...values] });
}

/** The filter with a value of a dimension added or, if it was there, removed. */
export function toggleValue(filter: QuestionFilter, dimension: PickedDimension, value: string): QuestionFilter {
  return withValues(filter, dimension, toggled(pickedValues(filter, dimension), value));
}

/** The list with a value added or, if it was there, removed. */
export function toggled(list: readonly string[], value: string): readonly string[] {
  const others = list.filter((one) => one !== value);
  return others.length < list.length ? others : [...list, value];
}

/**
 * The filter without the condition on a dimension. The counts of that dimension's values are taken over this filter, so
 * that they show what picking another value would add.
 */
export const withoutDimension = (filter: QuestionFilter, dimension: PickedDimension): QuestionFilter =>
  withValues(filter, dimension, []);

/** The filter without absent fields, so that equal slices have equal addresses. */
export function pruned<T extends object>(filter: T): T {
  const kept = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(kept) as T;
}

export const isEmpty = (filter: QuestionFilter | RunFilter): boolean => Object.keys(pruned(filter)).length === 0;

/** The fields that the slice builder has controls for. Other fields come from an address and are shown as they are. */
const BUILT: ReadonlySet<string> = new Set(conditionsWith("title"));

/** The conditions that the slice builder has no control for. */
export const otherConditions = (filter: QuestionFilter): QuestionFilter =>
  Object.fromEntries(Object.entries(pruned(filter)).filter(([field]) => !BUILT.has(field)));

/**
 * The filter in an address, which is a JSON object. Its fields are not checked here: the server reports the faults.
 *
 * @returns null for no filter, an empty one, and anything that is not an object
 */
export function filterFrom(value: unknown): QuestionFilter | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const filter: QuestionFilter = pruned(value);
  return isEmpty(filter) ? null : filter;
}

/** The part of an address that holds a slice, for links to views of the same slice. Empty for the whole benchmark. */
export const sliceSearch = (filter: QuestionFilter): { readonly filter?: QuestionFilter } =>
  isEmpty(filter) ? {} : { filter };
