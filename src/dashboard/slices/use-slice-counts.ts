import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { QuestionFilter } from "../../sdk/index.ts";
import { audioCountsQuery } from "./audio-counts.ts";
import { durationCountsQuery } from "./duration-counts.ts";
import type { AudioMode } from "./filter-edit.ts";
import { flagCountsQuery } from "./flag-counts.ts";
import { sliceFacetsQuery } from "./slice-facets.ts";

/**
 * The counts that the slice builder shows beside its values. Until they are known for a changed filter, they are those of
 * the filter before it.
 *
 * @param benchmark the slug; null for all benchmarks
 * @param isSettled whether the counts may be requested; see `useSettled`
 * @param mode the list of audio types that is shown
 */
export function useSliceCounts(benchmark: string | null, filter: QuestionFilter, isSettled: boolean, mode: AudioMode) {
  const asked = { placeholderData: keepPreviousData, enabled: isSettled } as const;
  const { data: facets } = useQuery({ ...sliceFacetsQuery(benchmark, filter), ...asked });
  const { data: durations } = useQuery({ ...durationCountsQuery(benchmark, filter), ...asked });
  const { data: flags } = useQuery({ ...flagCountsQuery(benchmark, filter), ...asked });
  const { data: audio } = useQuery({
    ...audioCountsQuery(benchmark, filter, mode),
    ...asked,
    enabled: isSettled && mode !== "any",
  });
  return { facets, durations, flags, audio: mode === "any" ? facets?.AUDIO_TYPE : audio };
}
