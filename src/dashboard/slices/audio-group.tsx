import type { QuestionFilter } from "../../sdk/index.ts";
import { Segments } from "../components/segments.tsx";
import { FacetGroup } from "./facet-group.tsx";
import type { FacetValue } from "./facet-order.ts";
import { AUDIO_MODES, type AudioMode, audioValues, toggled, withAudio } from "./filter-edit.ts";
import type { SliceEdit } from "./slice-edit.ts";

const TITLES: Readonly<Record<AudioMode, string>> = { any: "Any of", all: "All of", none: "None of" };

interface AudioGroupProps {
  /** The filter's conditions on audio types. */
  readonly own: QuestionFilter;
  /** The list of types that is shown. */
  readonly mode: AudioMode;
  readonly onMode: (mode: AudioMode) => void;
  /** The types with the numbers of questions that would remain if they were picked. */
  readonly values: readonly FacetValue[];
  readonly onEdit: SliceEdit;
}

/** The conditions on audio types: any of, all of and none of a list of types. A filter may have all three conditions. */
export const AudioGroup = ({ own, mode, onMode, values, onEdit }: AudioGroupProps) => (
  <>
    <Segments
      label="How audio types are compared"
      choices={AUDIO_MODES.map((id) => ({ id, label: titleOf(own, id) }))}
      picked={mode}
      onPick={onMode}
    />
    <FacetGroup
      dimension="AUDIO_TYPE"
      title={`Audio type: ${TITLES[mode].toLowerCase()}`}
      values={values}
      picked={audioValues(own, mode)}
      onToggle={(value) => onEdit((filter) => withAudio(filter, mode, toggled(audioValues(filter, mode), value)))}
      onClear={() => onEdit((filter) => withAudio(filter, mode, []))}
    />
  </>
);

/** `None of: 1`, with the number of types in the list. */
const titleOf = (own: QuestionFilter, mode: AudioMode): string => {
  const { length } = audioValues(own, mode);
  return length === 0 ? TITLES[mode] : `${TITLES[mode]}: ${length}`;
};
