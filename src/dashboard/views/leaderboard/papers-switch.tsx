import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { Switch } from "../../components/switch.tsx";
import { figureCountQuery } from "../../data/queries.ts";
import { useSettled } from "../../data/use-settled.ts";
import { isEmpty } from "../../slices/filter-edit.ts";

interface PapersSwitchProps {
  /** The slug. */
  readonly benchmark: string;
  readonly filter: QuestionFilter;
  readonly by: Dimension | null;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows or hides the papers' figures. If no paper has a figure for the slice, the switch is off and says so. */
export function PapersSwitch({ benchmark, filter, by, isOn, onChange }: PapersSwitchProps) {
  const isSettled = useSettled(JSON.stringify(["figures", benchmark, filter, by]));
  const { data } = useQuery({
    ...figureCountQuery(benchmark, filter, by),
    enabled: isSettled && !isEmpty(filter),
    placeholderData: keepPreviousData,
  });
  const isNone = !isEmpty(filter) && data === 0;
  return (
    <Switch
      label={isNone ? "Papers' figures: none for this slice" : "Papers' figures"}
      isSelected={isOn && !isNone}
      isDisabled={isNone}
      onChange={onChange}
    />
  );
}
