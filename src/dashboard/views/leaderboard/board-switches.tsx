import { useQuery } from "@tanstack/react-query";
import { Switch } from "../../components/switch.tsx";
import { hasPublishedQuery } from "../../data/queries.ts";
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
  const { data: hasPublished = true } = useQuery(hasPublishedQuery(benchmark));
  const columns = { ...(by && { by }), ...(sort && { sort }) };
  const others = { ...(papers && { papers }), ...(partial && { partial }), ...(open && { open }) };
  return (
    <div className="row board-switches no-print">
      <ColumnPicker
        benchmark={benchmark}
        picked={by ?? null}
        onPick={(next) => onChange({ ...rest, ...others, ...(next && { by: next }) })}
      />
      {hasPublished && (
        <Switch
          label="Papers' figures"
          isSelected={papers !== "hide"}
          onChange={(isOn) => {
            const { papers: _, ...kept } = others;
            onChange({ ...rest, ...columns, ...kept, ...(isOn ? {} : { papers: "hide" }) });
          }}
        />
      )}
      <Switch
        label="Partial runs"
        isSelected={partial === "show"}
        onChange={(isOn) => {
          const { partial: _, ...kept } = others;
          onChange({ ...rest, ...columns, ...kept, ...(isOn ? { partial: "show" } : {}) });
        }}
      />
      <Switch
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
