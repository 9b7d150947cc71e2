import { useCallback, useState } from "react";
import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import type { SlicedQuestions } from "./builder-counts.ts";
import type { FacetValue } from "./facet-order.ts";
import { AUDIO_MODES, type AudioMode, audioValues, GROUPS, isEmpty } from "./filter-edit.ts";
import { FlagGroup } from "./flag-group.tsx";
import { OtherConditions } from "./other-conditions.tsx";
import { flagConditions, ownConditions } from "./own-conditions.ts";
import { useSliceEdit } from "./slice-edit.ts";
import { SliceGroup } from "./slice-group.tsx";
import { TextGroup } from "./text-group.tsx";
import { isWorthAsking, useSliceCounts } from "./use-slice-counts.ts";

const NONE: readonly FacetValue[] = [];

interface SliceBuilderProps extends SlicedQuestions {
  /** Whether counts may be requested; see `useSettled`. */
  readonly isSettled: boolean;
  readonly onChange: (filter: QuestionFilter) => void;
}

/** Builds a slice. Each value shows how many questions would remain if it were picked. */
export function SliceBuilder({ benchmark, filter, release, isSettled, onChange }: SliceBuilderProps) {
  const [mode, setMode] = useAudioMode(benchmark, filter);
  const { facets, durations, flags, audio } = useSliceCounts({ benchmark, filter, release }, isSettled, mode);
  const edit = useSliceEdit(filter, onChange);
  const groups = GROUPS.filter(({ dimension }) => isWorthAsking(dimension, filter, facets));
  return (
    <div className="slice-builder">
      <div className="slice-head">
        <h2>Slice</h2>
        {!isEmpty(filter) && (
          <Button className="text-button" onPress={() => edit(() => ({}))}>
            Clear
          </Button>
        )}
      </div>
      <TextGroup words={filter.text ?? ""} onEdit={edit} />
      {groups.map(({ dimension, title, isOpen }) => (
        <SliceGroup
          key={dimension}
          dimension={dimension}
          title={title}
          isOpen={isOpen || groups.length === 1}
          own={ownConditions(filter, dimension)}
          values={(dimension === "AUDIO_TYPE" ? audio : facets?.[dimension]) ?? NONE}
          leaves={(dimension === "CATEGORY" ? facets?.SUBCATEGORY : undefined) ?? NONE}
          bars={dimension === "DURATION" ? durations : undefined}
          mode={dimension === "AUDIO_TYPE" ? mode : "any"}
          onMode={setMode}
          onEdit={edit}
        />
      ))}
      <FlagGroup own={flagConditions(filter)} counts={flags} onEdit={edit} />
      <OtherConditions filter={filter} onEdit={edit} />
    </div>
  );
}

/** The list of audio types that is shown. For another benchmark, it is the first list that the filter uses. */
function useAudioMode(benchmark: string | null, filter: QuestionFilter) {
  const used = (): AudioMode => AUDIO_MODES.find((mode) => audioValues(filter, mode).length > 0) ?? "any";
  const [kept, setKept] = useState(() => ({ benchmark, mode: used() }));
  const pick = useCallback((mode: AudioMode) => setKept({ benchmark, mode }), [benchmark]);
  return [kept.benchmark === benchmark ? kept.mode : used(), pick] as const;
}
