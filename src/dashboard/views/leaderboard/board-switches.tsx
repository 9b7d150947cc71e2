import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { Switch } from "../../components/switch.tsx";
import { hasPublishedQuery } from "../../data/queries.ts";
import { ColumnPicker } from "./column-picker.tsx";
import type { LeaderboardSearch, SearchEdit } from "./leaderboard-search.ts";

/** The parts of the state that the switches change, each undefined by default. */
type SwitchState = { readonly [Part in "papers" | "partial" | "open" | "by"]: LeaderboardSearch[Part] | undefined };

interface BoardSwitchesProps extends SwitchState {
  /** The slug. */
  readonly benchmark: string;
  readonly onEdit: (edit: SearchEdit) => void;
}

/** The switches that choose the rows of a leaderboard. They are not rendered again when the slice changes. */
export const BoardSwitches = memo(function BoardSwitches(props: BoardSwitchesProps) {
  const { benchmark, papers, partial, open, by, onEdit } = props;
  const { data: hasPublished = true } = useQuery(hasPublishedQuery(benchmark));
  return (
    <div className="row board-switches no-print">
      <ColumnPicker
        benchmark={benchmark}
        picked={by ?? null}
        // The old order may be by a column that the new columns do not contain.
        onPick={(next) => onEdit(({ by: _, sort: __, ...rest }) => ({ ...rest, ...(next && { by: next }) }))}
      />
      {hasPublished && (
        <Switch
          label="Papers' figures"
          isSelected={papers !== "hide"}
          onChange={(isOn) => onEdit(({ papers: _, ...rest }) => ({ ...rest, ...(isOn ? {} : { papers: "hide" }) }))}
        />
      )}
      <Switch
        label="Partial runs"
        isSelected={partial === "show"}
        onChange={(isOn) => onEdit(({ partial: _, ...rest }) => ({ ...rest, ...(isOn ? { partial: "show" } : {}) }))}
      />
      <Switch
        label="Asked without options"
        isSelected={open === true}
        onChange={(isOn) => onEdit(({ open: _, ...rest }) => ({ ...rest, ...(isOn ? { open: true } : {}) }))}
      />
    </div>
  );
});
