import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { QUESTION_FLAG_NAMES, QUESTION_FLAGS, type QuestionFlag } from "../../domain/question-flags.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { count } from "../data/figures-text.ts";
import { useSettled } from "../data/use-settled.ts";
import { type FlagCounts, flagCountsQuery, withFlag } from "./flag-counts.ts";

interface FlagGroupProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly filter: QuestionFilter;
  readonly onChange: (filter: QuestionFilter) => void;
}

/** Conditions on the flags of questions: yes, no or any. Each choice shows how many questions would remain. */
export function FlagGroup({ benchmark, filter, onChange }: FlagGroupProps) {
  const settled = useSettled(filter);
  const { data } = useQuery({
    ...flagCountsQuery(benchmark, settled.value),
    placeholderData: keepPreviousData,
    enabled: settled.isSettled,
  });
  const offered = QUESTION_FLAG_NAMES.filter((flag) => filter[flag] != null || isStated(data?.get(flag)));
  if (offered.length === 0) return null;
  return (
    <div className="flags">
      {offered.map((flag) => (
        <Flag
          key={flag}
          flag={flag}
          picked={filter[flag] ?? null}
          counts={data?.get(flag)}
          onPick={(value) => onChange(withFlag(filter, flag, value))}
        />
      ))}
    </div>
  );
}

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
