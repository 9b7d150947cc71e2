import { memo } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { Icon } from "../components/icon.tsx";
import { AudioGroup } from "./audio-group.tsx";
import { DurationBrush } from "./duration-brush.tsx";
import { FacetGroup } from "./facet-group.tsx";
import type { FacetValue } from "./facet-order.ts";
import { type AudioMode, type PickedDimension, pickedValues, toggleValue, withoutDimension } from "./filter-edit.ts";
import { conditionCount, sameProps } from "./own-conditions.ts";
import type { SliceEdit } from "./slice-edit.ts";

interface SliceGroupProps {
  readonly dimension: PickedDimension;
  readonly title: string;
  /** Whether the group is open at first. */
  readonly isOpen: boolean;
  /** The filter's conditions on the dimension. */
  readonly own: QuestionFilter;
  readonly values: readonly FacetValue[];
  /** The subcategories, for the group of categories. */
  readonly leaves: readonly FacetValue[];
  /** The bars of the histogram, for the group of durations. */
  readonly bars: readonly number[] | undefined;
  /** The list of audio types that is shown. */
  readonly mode: AudioMode;
  readonly onMode: (mode: AudioMode) => void;
  readonly onEdit: SliceEdit;
}

/**
 * The values of one dimension, which can be folded away. A group is rendered again only if its own conditions change or new
 * counts arrive.
 */
export const SliceGroup = memo(function SliceGroup({ isOpen, title, ...group }: SliceGroupProps) {
  const picked = conditionCount(group.own, group.dimension);
  return (
    <Disclosure className="slice-group" defaultExpanded={isOpen || picked > 0}>
      <Heading level={3}>
        <Button slot="trigger" className="slice-group-head">
          <Icon name="chevron" />
          {title}
          {picked > 0 && <span className="slice-count">{picked}</span>}
        </Button>
      </Heading>
      <DisclosurePanel>
        <Values title={title} {...group} />
      </DisclosurePanel>
    </Disclosure>
  );
}, sameProps);

function Values({
  dimension,
  title,
  own,
  values,
  leaves,
  bars,
  mode,
  onMode,
  onEdit,
}: Omit<SliceGroupProps, "isOpen">) {
  if (dimension === "AUDIO_TYPE")
    return <AudioGroup own={own} mode={mode} onMode={onMode} values={values} onEdit={onEdit} />;
  return (
    <>
      {dimension === "DURATION" && <DurationBrush bars={bars} own={own} onEdit={onEdit} />}
      <FacetGroup
        dimension={dimension}
        title={title}
        values={values}
        leaves={leaves}
        picked={pickedValues(own, dimension)}
        onToggle={(value) => onEdit((filter) => toggleValue(filter, dimension, value))}
        onClear={() => onEdit((filter) => withoutDimension(filter, dimension))}
      />
    </>
  );
}
