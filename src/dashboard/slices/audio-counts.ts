import { queryOptions } from "@tanstack/react-query";
import { closedLabels } from "../../domain/dimension-labels.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import type { FacetValue } from "./facet-order.ts";
import { type AudioMode, audioValues, withAudio } from "./filter-edit.ts";
import { sliceCounts } from "./slice-counts.ts";
import { within } from "./slice-facets.ts";

const TYPES = closedLabels("AUDIO_TYPE");

/** For each audio type, the number of questions that would remain if it were in the list of this mode. */
export const audioCountsQuery = (
  benchmark: string | null,
  filter: QuestionFilter,
  mode: AudioMode,
  release: string | null,
) =>
  queryOptions({
    queryKey: ["audio", benchmark, filter, mode, release],
    queryFn: async ({ signal }): Promise<readonly FacetValue[]> => {
      const picked = audioValues(filter, mode);
      const slices = TYPES.map(([key]) => within(benchmark, withAudio(filter, mode, [...picked, key])));
      const counts = await sliceCounts(slices, release, signal);
      return TYPES.map(([key, label], place) => ({ key, label, questions: counts[place] ?? 0 }));
    },
  });
