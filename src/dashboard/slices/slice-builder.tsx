import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useCallback, useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { QUESTION_FLAG_NAMES, QUESTION_FLAGS, type QuestionFlag } from "../../domain/question-flags.ts";
import { CONDITION_WORDS } from "../../domain/slice/conditions.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { Segments } from "../components/choices.tsx";
import { Icon } from "../components/icon.tsx";
import { WordsField } from "../components/words-field.tsx";
import { count } from "../data/figures-text.ts";
import { builderCountsQuery, type FlagCounts, type SlicedQuestions, withFlag } from "./builder-counts.ts";
import { DurationBrush } from "./duration-brush.tsx";
import { FacetGroup, type FacetValue } from "./facet-group.tsx";
import {
  AUDIO_MODES,
  type AudioMode,
  audioValues,
  GROUPS,
  isEmpty,
  otherConditions,
  type PickedDimension,
  pickedValues,
  pruned,
  toggled,
  toggleValue,
  withAudio,
  withoutDimension,
} from "./filter-edit.ts";
import { type SliceEdit, useSliceEdit } from "./slice-edit.ts";
import {
  conditionCount,
  flagConditions,
  ownConditions,
  type SliceFacets,
  sameProps,
  sliceFacetsQuery,
} from "./slice-facets.ts";

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
const AudioGroup = ({ own, mode, onMode, values, onEdit }: AudioGroupProps) => (
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
const SliceGroup = memo(function SliceGroup({ isOpen, title, ...group }: SliceGroupProps) {
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

interface FlagGroupProps {
  /** The filter's conditions on flags. */
  readonly own: QuestionFilter;
  readonly counts: ReadonlyMap<QuestionFlag, FlagCounts> | undefined;
  readonly onEdit: SliceEdit;
}

/** Conditions on the flags of questions: yes, no or any. Each choice shows how many questions would remain. */
const FlagGroup = memo(function FlagGroup({ own, counts, onEdit }: FlagGroupProps) {
  const offered = QUESTION_FLAG_NAMES.filter((flag) => own[flag] != null || isStated(counts?.get(flag)));
  if (offered.length === 0) return null;
  return (
    <div className="flags">
      {offered.map((flag) => (
        <Flag
          key={flag}
          flag={flag}
          picked={own[flag] ?? null}
          counts={counts?.get(flag)}
          onPick={(value) => onEdit((filter) => withFlag(filter, flag, value))}
        />
      ))}
    </div>
  );
}, sameProps);

/** Whether the flag has a value, yes or no, for any question of the slice. */
const isStated = (counts: FlagCounts | undefined): boolean => counts !== undefined && counts.yes + counts.no > 0;

interface FlagProps {
  readonly flag: QuestionFlag;
  readonly picked: boolean | null;
  readonly counts: FlagCounts | undefined;
  /** Receives undefined if "any" is picked. */
  readonly onPick: (value: boolean | undefined) => void;
}

function Flag({ flag, picked, counts, onPick }: FlagProps) {
  const { label } = QUESTION_FLAGS[flag];
  return (
    <div className="flag">
      <span className="small">{label}</span>
      <ToggleButtonGroup
        aria-label={label}
        selectionMode="single"
        className="segments"
        selectedKeys={picked === null ? [] : [picked ? "yes" : "no"]}
        onSelectionChange={([next]) => onPick(next === undefined ? undefined : next === "yes")}
      >
        {(["yes", "no"] as const).map((answer) => (
          <ToggleButton key={answer} id={answer}>
            {answer} {counts !== undefined && <span className="facet-count">{count(counts[answer])}</span>}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}

/**
 * The counts that the slice builder shows beside its values. Until they are known for a changed filter, and if they cannot be
 * loaded, they are those of the filter before it.
 *
 * @param isSettled whether the counts may be requested; see `useSettled`
 * @param mode the list of audio types that is shown
 */
function useSliceCounts({ benchmark, filter, release }: SlicedQuestions, isSettled: boolean, mode: AudioMode) {
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
const isWorthAsking = (dimension: PickedDimension, filter: QuestionFilter, facets: SliceFacets | undefined): boolean =>
  conditionCount(filter, dimension) > 0 || (facets !== undefined && valuesOf(facets, dimension) > 1);

/** The number of values of a dimension. For categories it is the number of subcategories, if that is larger. */
const valuesOf = (facets: SliceFacets, dimension: PickedDimension): number =>
  dimension === "CATEGORY" ? Math.max(facets.CATEGORY.length, facets.SUBCATEGORY.length) : facets[dimension].length;

interface TextGroupProps {
  readonly words: string;
  readonly onEdit: SliceEdit;
}

/** The full-text condition. */
const TextGroup = memo(function TextGroup({ words, onEdit }: TextGroupProps) {
  return (
    <WordsField
      label={CONDITION_WORDS.text.title}
      words={words}
      onChange={(text) => onEdit((filter) => pruned({ ...filter, text: text || undefined }))}
      hotkey="/"
    />
  );
});

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

interface OtherConditionsProps {
  readonly filter: QuestionFilter;
  readonly onEdit: SliceEdit;
}

/** Conditions from the address that have no control. They are shown as written and can be removed. */
function OtherConditions({ filter, onEdit }: OtherConditionsProps) {
  const others = Object.entries(otherConditions(filter));
  if (others.length === 0) return null;
  return (
    <ul className="stack">
      {others.map(([field, value]) => (
        <li key={field} className="row other-condition">
          <code className="small name">
            {field}: {JSON.stringify(value)}
          </code>
          <Button
            className="icon-button"
            aria-label={`Remove the condition on ${field}`}
            onPress={() => onEdit((current) => pruned({ ...current, [field]: undefined }))}
          >
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
