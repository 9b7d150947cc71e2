import { useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { Icon } from "../../components/icon.tsx";
import { Switch } from "../../components/switch.tsx";
import { benchmarkNotesQuery } from "../../data/queries.ts";
import { ColumnPicker } from "./column-picker.tsx";
import { type LeaderboardSearch, RUN_FIELDS, type RunsState, type SearchEdit } from "./leaderboard-search.ts";
import { PapersSwitch } from "./papers-switch.tsx";
import { RunFilters } from "./run-filters.tsx";

/** The parts of the state that the switches change, each undefined by default. */
type SwitchState = {
  readonly [Part in "papers" | "partial" | "open" | "by"]: LeaderboardSearch[Part] | undefined;
};

/** The conditions that are behind the button on narrow screens. */
const FOLDED = ["papers", "partial", "open", ...RUN_FIELDS] as const;

interface BoardSwitchesProps extends SwitchState, RunsState {
  readonly filter: QuestionFilter;
  /** The slug. */
  readonly benchmark: string;
  /** Whether papers' figures are shown if the address does not say so. */
  readonly showsPapers: boolean;
  readonly onEdit: (edit: SearchEdit) => void;
}

/** The controls for the rows and columns of a leaderboard. On narrow screens, those for rows are behind a button. */
export const BoardSwitches = memo(function BoardSwitches(props: BoardSwitchesProps) {
  const { benchmark, filter, papers, showsPapers, partial, open, by, onEdit } = props;
  const set = FOLDED.filter((field) => props[field] !== undefined);
  const [isOpen, setOpen] = useState(RUN_FIELDS.some((field) => props[field] !== undefined));
  const { data: notes } = useQuery(benchmarkNotesQuery(benchmark));
  const hasPublished = notes?.publishedResults.nodes.length !== 0;
  return (
    <div className={isOpen ? "row board-switches open no-print" : "row board-switches no-print"}>
      <ColumnPicker
        benchmark={benchmark}
        picked={by ?? null}
        // The old order may be by a column that the new columns do not contain.
        onPick={(next) => onEdit(({ by: _, sort: __, ...rest }) => ({ ...rest, ...(next && { by: next }) }))}
      />
      <Button className="button" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        <Icon name="filter" />
        Filter runs
        {set.length > 0 && <span className="slice-count">{set.length}</span>}
      </Button>
      {hasPublished && (
        <PapersSwitch
          benchmark={benchmark}
          filter={filter}
          by={by ?? null}
          isOn={papers === undefined ? showsPapers : papers === "show"}
          onChange={(isOn) =>
            onEdit(({ papers: _, ...rest }) =>
              isOn === showsPapers ? rest : { ...rest, papers: isOn ? "show" : "hide" },
            )
          }
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
      {isOpen && <RunFilters benchmark={benchmark} isOpenEnded={open === true} picked={props} onEdit={onEdit} />}
    </div>
  );
});
