import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { closedLabels } from "../../domain/dimension-labels.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { Segments } from "../components/segments.tsx";
import { useSettled } from "../data/use-settled.ts";
import { FacetGroup } from "./facet-group.tsx";
import type { FacetValue } from "./facet-order.ts";
import { AUDIO_MODES, type AudioMode, audioValues, toggled, withAudio } from "./filter-edit.ts";
import { sliceCounts } from "./slice-counts.ts";
import { within } from "./slice-facets.ts";

const TITLES: Readonly<Record<AudioMode, string>> = { any: "Any of", all: "All of", none: "None of" };
const TYPES = closedLabels("AUDIO_TYPE");

interface AudioGroupProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly filter: QuestionFilter;
  /** The types with their numbers of questions, without the condition on any of them. */
  readonly values: readonly FacetValue[];
  readonly onChange: (filter: QuestionFilter) => void;
}

/** The conditions on audio types: any of, all of and none of a list of types. A filter may have all three conditions. */
export function AudioGroup({ benchmark, filter, values, onChange }: AudioGroupProps) {
  const [mode, setMode] = useState(() => AUDIO_MODES.find((one) => audioValues(filter, one).length > 0) ?? "any");
  const settled = useSettled(filter);
  const { data } = useQuery({
    ...audioCountsQuery(benchmark, settled.value, mode),
    placeholderData: keepPreviousData,
    enabled: settled.isSettled && mode !== "any",
  });
  const picked = audioValues(filter, mode);
  return (
    <>
      <Segments
        label="How audio types are compared"
        choices={AUDIO_MODES.map((id) => ({ id, label: titleOf(filter, id) }))}
        picked={mode}
        onPick={setMode}
      />
      <FacetGroup
        dimension="AUDIO_TYPE"
        title={`Audio type: ${TITLES[mode].toLowerCase()}`}
        values={mode === "any" ? values : (data ?? [])}
        picked={picked}
        onToggle={(value) => onChange(withAudio(filter, mode, toggled(picked, value)))}
        onClear={() => onChange(withAudio(filter, mode, []))}
      />
    </>
  );
}

/** `None of: 1`, with the number of types in the list. */
const titleOf = (filter: QuestionFilter, mode: AudioMode): string => {
  const { length } = audioValues(filter, mode);
  return length === 0 ? TITLES[mode] : `${TITLES[mode]}: ${length}`;
};

/** For each audio type, the number of questions that would remain if it were in the list of this mode. */
const audioCountsQuery = (benchmark: string | null, filter: QuestionFilter, mode: AudioMode) =>
  queryOptions({
    queryKey: ["audio", benchmark, filter, mode],
    queryFn: async ({ signal }): Promise<readonly FacetValue[]> => {
      const picked = audioValues(filter, mode);
      const slices = TYPES.map(([key]) => within(benchmark, withAudio(filter, mode, [...picked, key])));
      const counts = await sliceCounts(slices, signal);
      return TYPES.map(([key, label], place) => ({ key, label, questions: counts[place] ?? 0 }));
    },
  });
