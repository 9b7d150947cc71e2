import { Switch } from "react-aria-components";
import { ColumnPicker } from "./column-picker.tsx";
import type { LeaderboardSearch } from "./leaderboard-search.ts";

interface BoardSwitchesProps {
  /** The slug. */
  readonly benchmark: string;
  readonly search: LeaderboardSearch;
  readonly onChange: (search: LeaderboardSearch) => void;
}

/** The switches that choose the rows of a leaderboard. */
export function BoardSwitches({ benchmark, search, onChange }: BoardSwitchesProps) {
  const { papers, partial, open, by, sort, ...rest } = search;
  const columns = { ...(by && { by }), ...(sort && { sort }) };
  const others = { ...(papers && { papers }), ...(partial && { partial }), ...(open && { open }) };
  return (
    <div className="row board-switches no-print">
      <ColumnPicker
        benchmark={benchmark}
        picked={by ?? null}
        onPick={(next) => onChange({ ...rest, ...others, ...(next && { by: next }) })}
      />
      <Toggle
        label="Papers' figures"
        isSelected={papers !== "hide"}
        onChange={(isOn) => {
          const { papers: _, ...kept } = others;
          onChange({ ...rest, ...columns, ...kept, ...(isOn ? {} : { papers: "hide" }) });
        }}
      />
      <Toggle
        label="Partial runs"
        isSelected={partial === "show"}
        onChange={(isOn) => {
          const { partial: _, ...kept } = others;
          onChange({ ...rest, ...columns, ...kept, ...(isOn ? { partial: "show" } : {}) });
        }}
      />
      <Toggle
        label="Asked without options"
        isSelected={open === true}
        onChange={(isOn) => {
          const { open: _, ...kept } = others;
          onChange({ ...rest, ...columns, ...kept, ...(isOn ? { open: true } : {}) });
        }}
      />
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const Toggle = ({ label, isSelected, onChange }: ToggleProps) => (
  <Switch className="switch small" isSelected={isSelected} onChange={onChange}>
    <span className="switch-track" aria-hidden="true" />
    {label}
  </Switch>
);
