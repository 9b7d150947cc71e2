import { memo } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { QUESTION_FLAG_NAMES, QUESTION_FLAGS, type QuestionFlag } from "../../domain/question-flags.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { count } from "../data/figures-text.ts";
import { type FlagCounts, withFlag } from "./builder-counts.ts";
import { sameProps } from "./own-conditions.ts";
import type { SliceEdit } from "./slice-edit.ts";

interface FlagGroupProps {
  /** The filter's conditions on flags. */
  readonly own: QuestionFilter;
  readonly counts: ReadonlyMap<QuestionFlag, FlagCounts> | undefined;
  readonly onEdit: SliceEdit;
}

/** Conditions on the flags of questions: yes, no or any. Each choice shows how many questions would remain. */
export const FlagGroup = memo(function FlagGroup({ own, counts, onEdit }: FlagGroupProps) {
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
