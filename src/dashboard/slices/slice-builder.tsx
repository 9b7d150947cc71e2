import "./slice-builder.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { Icon } from "../components/icon.tsx";
import { useSettled } from "../data/use-settled.ts";
import { AudioGroup } from "./audio-group.tsx";
import { DurationBrush } from "./duration-brush.tsx";
import { FacetGroup } from "./facet-group.tsx";
import {
  AUDIO_MODES,
  audioValues,
  isEmpty,
  type PickedDimension,
  pickedValues,
  toggleValue,
  withoutDimension,
} from "./filter-edit.ts";
import { FlagGroup } from "./flag-group.tsx";
import { OtherConditions } from "./other-conditions.tsx";
import { type SliceFacets, sliceFacetsQuery } from "./slice-facets.ts";
import { TextGroup } from "./text-group.tsx";

/** The groups of the slice builder, in their order. `isOpen` says whether a group is open at first. */
const GROUPS: readonly { dimension: PickedDimension; title: string; isOpen: boolean }[] = [
  { dimension: "LEVEL", title: "Level", isOpen: true },
  { dimension: "AUDIO_TYPE", title: "Audio type", isOpen: true },
  { dimension: "DURATION", title: "Duration", isOpen: true },
  { dimension: "CATEGORY", title: "Category", isOpen: false },
  { dimension: "TASK", title: "Task", isOpen: false },
  { dimension: "DURATION_LABEL", title: "Duration, in the benchmark's words", isOpen: false },
  { dimension: "DOMINANCE", title: "Dominant modality", isOpen: false },
  { dimension: "STEP_MODALITIES", title: "Reasoning steps use", isOpen: false },
  { dimension: "ANSWER_FORMAT", title: "Answer format", isOpen: false },
  { dimension: "SUBSET", title: "Subset", isOpen: false },
];

interface SliceBuilderProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly filter: QuestionFilter;
  readonly onChange: (filter: QuestionFilter) => void;
}

/** Builds a slice. Each value shows how many questions would remain if it were picked. */
export function SliceBuilder({ benchmark, filter, onChange }: SliceBuilderProps) {
  const settled = useSettled(filter);
  const { data } = useQuery({
    ...sliceFacetsQuery(benchmark, settled.value),
    placeholderData: keepPreviousData,
    enabled: settled.isSettled,
  });
  const groups = GROUPS.filter(({ dimension }) => isWorthAsking(dimension, filter, data));
  return (
    <div className="slice-builder">
      <div className="slice-head">
        <h2>Slice</h2>
        {!isEmpty(filter) && (
          <Button className="text-button" onPress={() => onChange({})}>
            Clear
          </Button>
        )}
      </div>
      <TextGroup filter={filter} onChange={onChange} />
      {groups.map(({ dimension, title, isOpen }) => (
        <Disclosure
          key={dimension}
          className="slice-group"
          defaultExpanded={isOpen || groups.length === 1 || isPicked(filter, dimension)}
        >
          <Heading level={3}>
            <Button slot="trigger" className="slice-group-head">
              <Icon name="chevron" />
              {title}
              {isPicked(filter, dimension) && <span className="slice-count">{conditions(filter, dimension)}</span>}
            </Button>
          </Heading>
          <DisclosurePanel>
            {dimension === "DURATION" && <DurationBrush benchmark={benchmark} filter={filter} onChange={onChange} />}
            {dimension === "AUDIO_TYPE" ? (
              <AudioGroup benchmark={benchmark} filter={filter} values={data?.AUDIO_TYPE ?? []} onChange={onChange} />
            ) : (
              <FacetGroup
                dimension={dimension}
                title={title}
                values={data?.[dimension] ?? []}
                leaves={data?.SUBCATEGORY ?? []}
                picked={pickedValues(filter, dimension)}
                onToggle={(value) => onChange(toggleValue(filter, dimension, value))}
                onClear={() => onChange(withoutDimension(filter, dimension))}
              />
            )}
          </DisclosurePanel>
        </Disclosure>
      ))}
      <FlagGroup benchmark={benchmark} filter={filter} onChange={onChange} />
      <OtherConditions filter={filter} onChange={onChange} />
    </div>
  );
}

/** The number of values that the filter names for a dimension; a range of durations counts as one. */
function conditions(filter: QuestionFilter, dimension: PickedDimension): number {
  if (dimension === "AUDIO_TYPE") return AUDIO_MODES.reduce((sum, mode) => sum + audioValues(filter, mode).length, 0);
  return pickedValues(filter, dimension).length + Number(dimension === "DURATION" && filter.durationSeconds != null);
}

const isPicked = (filter: QuestionFilter, dimension: PickedDimension): boolean => conditions(filter, dimension) > 0;

/** Whether a dimension is shown. A dimension with one value, or without values, cannot narrow a slice. */
const isWorthAsking = (dimension: PickedDimension, filter: QuestionFilter, data: SliceFacets | undefined): boolean =>
  isPicked(filter, dimension) || (data !== undefined && valuesOf(data, dimension) > 1);

/** The number of values of a dimension. For categories it is the number of subcategories, if that is larger. */
const valuesOf = (data: SliceFacets, dimension: PickedDimension): number =>
  dimension === "CATEGORY" ? Math.max(data.CATEGORY.length, data.SUBCATEGORY.length) : data[dimension].length;
