import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { QuestionFilter } from "../../sdk/index.ts";
import { builderCountsQuery, type SlicedQuestions } from "./builder-counts.ts";
import type { AudioMode, PickedDimension } from "./filter-edit.ts";
import { conditionCount } from "./own-conditions.ts";
import { type SliceFacets, sliceFacetsQuery } from "./slice-facets.ts";

/**
 * The counts that the slice builder shows beside its values. Until they are known for a changed filter, and if they cannot be
 * loaded, they are those of the filter before it.
 *
 * @param isSettled whether the counts may be requested; see `useSettled`
 * @param mode the list of audio types that is shown
 */
export function useSliceCounts({ benchmark, filter, release }: SlicedQuestions, isSettled: boolean, mode: AudioMode) {
  const asked = { placeholderData: keepPreviousData, enabled: isSettled } as const;
  const { data: facets, isPending } = useQuery({ ...sliceFacetsQuery(benchmark, filter, release), ...asked });
  const isAsked = (dimension: PickedDimension): boolean => isWorthAsking(dimension, filter, facets);
  const { data: counts } = useQuery({
    ...builderCountsQuery(
      { benchmark, filter, release },
      {
        durations: isAsked("DURATION"),
        mode: isAsked("AUDIO_TYPE") && mode !== "any" ? mode : null,
      },
    ),
    ...asked,
    // The facets say which counts are shown.
    enabled: isSettled && !isPending,
  });
  const audio = mode === "any" ? facets?.AUDIO_TYPE : counts?.audio;
  return useKept({ facets, durations: counts?.durations, flags: counts?.flags, audio }, `${benchmark} ${release}`);
}

/** The values with each undefined one replaced by its last value for the same questions, which `of` names. */
function useKept<T extends object>(values: T, of: string): T {
  const [kept, setKept] = useState({ of, values });
  const before: Partial<T> = kept.of === of ? kept.values : {};
  const now = {
    ...before,
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  } as T;
  const isSame = kept.of === of && Object.entries(now).every(([name, value]) => before[name as keyof T] === value);
  if (!isSame) setKept({ of, values: now });
  return now;
}

/** Whether a dimension is shown. A dimension with one value, or without values, cannot narrow a slice. */
export const isWorthAsking = (
  dimension: PickedDimension,
  filter: QuestionFilter,
  facets: SliceFacets | undefined,
): boolean => conditionCount(filter, dimension) > 0 || (facets !== undefined && valuesOf(facets, dimension) > 1);

/** The number of values of a dimension. For categories it is the number of subcategories, if that is larger. */
const valuesOf = (facets: SliceFacets, dimension: PickedDimension): number =>
  dimension === "CATEGORY" ? Math.max(facets.CATEGORY.length, facets.SUBCATEGORY.length) : facets[dimension].length;
