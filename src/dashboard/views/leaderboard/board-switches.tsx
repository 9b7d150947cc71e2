import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import { Button } from "react-aria-components";
import { inputsText } from "../../../domain/figures-text.ts";
import { RUN_PICKS, type RunPick, runCondition } from "../../../domain/run-filter.ts";
import type { Dimension, QuestionFilter, RunFilter } from "../../../sdk/index.ts";
import { Switch } from "../../components/choices.tsx";
import { useDimensions } from "../../components/dimension-picker.tsx";
import { Icon } from "../../components/icon.tsx";
import { Picker } from "../../components/picker.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { benchmarkNotesQuery, figureCountQuery } from "../../data/queries.ts";
import { omnidex } from "../../data/query-client.ts";
import { useSettled } from "../../data/use-settled.ts";
import { BoardRunsDocument, type BoardRunsQuery } from "../../generated/operations.ts";
import { isEmpty } from "../../slices/filter-edit.ts";
import { type LeaderboardSearch, RUN_FIELDS, type RunsState, type SearchEdit } from "./leaderboard-search.ts";

const ANY = "*";
/** How many runs are searched for the values that can be picked: the most that the API returns at once. */
const MOST = 1_000;

const boardRunsQuery = (benchmark: string, runs: RunFilter) =>
  queryOptions({
    queryKey: ["board runs", benchmark, runs],
    queryFn: async ({ signal }) => {
      const { leaderboard } = await omnidex().query(BoardRunsDocument, { benchmark, runs, first: MOST }, { signal });
      return leaderboard.nodes;
    },
  });

interface RunFiltersProps {
  /** The slug. */
  readonly benchmark: string;
  /** Whether the leaderboard is that of the runs that were asked without options. */
  readonly isOpenEnded: boolean;
  readonly picked: { readonly [Field in keyof RunsState]?: string | undefined };
  readonly onEdit: (edit: SearchEdit) => void;
}

/** Selects runs by the conditions of the table, and by their owner. Only values that the benchmark's runs have are offered. */
function RunFilters({ benchmark, isOpenEnded, picked, onEdit }: RunFiltersProps) {
  const hasKey = useApiKey() !== null;
  const { data: runs = [] } = useQuery(boardRunsQuery(benchmark, isOpenEnded ? { openEnded: true } : {}));
  const set = (field: keyof RunsState, value: string): void =>
    onEdit((search) => {
      const { [field]: _, ...rest } = search;
      return value === ANY ? rest : { ...rest, [field]: value };
    });
  const list = (field: keyof RunsState, label: string, all: string, values: readonly (readonly [string, string])[]) => {
    const current = picked[field];
    const choices = choicesOf(values, current);
    if (choices.length < 2 && current === undefined) return null;
    return (
      <Picker
        key={field}
        label={label}
        choices={[{ id: ANY, label: all }, ...choices]}
        picked={current ?? ANY}
        onPick={(value) => set(field, value)}
      />
    );
  };
  return (
    <fieldset className="row run-filters" aria-label="Which runs are shown">
      {RUN_PICKS.map(([pick, name]) => {
        const { title = "", all = "" } = runCondition(name);
        return list(
          pick,
          title,
          all,
          runs.flatMap((run) => choiceOf(run, pick)),
        );
      })}
      {(hasKey || picked.owner !== undefined) &&
        list("owner", "Owner", "All owners", [
          ["mine", "My runs"],
          ["others", "Runs of others"],
        ])}
      <span className="faint small">Papers' figures are not filtered.</span>
    </fieldset>
  );
}

/** A run of the benchmark. A range has the name of the run's own field. */
type BoardRun = BoardRunsQuery["leaderboard"]["nodes"][number] & {
  readonly run?: Readonly<Partial<Record<string, number | null>>>;
};

/** The value of a run that can be picked, with its label; empty if the run has none. */
function choiceOf(run: BoardRun, pick: RunPick): readonly (readonly [id: string, label: string])[] {
  const { slug, name, organization } = run.model;
  if (pick === "inputs") return [[run.inputs.join(","), inputsText(run.inputs)]];
  if (pick === "model") return [[slug, name]];
  if (pick === "organization") return organization === null ? [] : [[organization, organization]];
  if (pick === "audio" || pick === "subtitles") {
    const isGiven = run.inputs.includes(pick === "audio" ? "AUDIO" : "SUBTITLES");
    return [isGiven ? ["with", `With ${pick}`] : ["without", `Without ${pick}`]];
  }
  const number = run.run?.[pick];
  return number == null ? [] : [[String(number), String(number)]];
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The different values with their labels, sorted by label. The picked value is offered even if no run has it. */
function choicesOf(values: readonly (readonly [id: string, label: string])[], picked: string | undefined) {
  const labels = new Map(values);
  if (picked !== undefined && !labels.has(picked)) labels.set(picked, picked);
  return [...labels].map(([id, label]) => ({ id, label })).sort((a, b) => collator.compare(a.label, b.label));
}

const NONE = "*";

interface ColumnPickerProps {
  /** The slug. */
  readonly benchmark: string;
  readonly picked: Dimension | null;
  readonly onPick: (dimension: Dimension | null) => void;
}

/** Chooses between intervals on one axis and a column for each value of a dimension. */
function ColumnPicker({ benchmark, picked, onPick }: ColumnPickerProps) {
  const columns = useDimensions(benchmark, picked).map(({ id, label }) => ({
    id,
    label: `Columns: ${label.toLowerCase()}`,
  }));
  return (
    <Picker<Dimension | typeof NONE>
      label="Columns"
      choices={[{ id: NONE, label: "Scores on one axis" }, ...columns]}
      picked={picked ?? NONE}
      onPick={(id) => onPick(id === NONE ? null : id)}
    />
  );
}

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

interface PapersSwitchProps {
  /** The slug. */
  readonly benchmark: string;
  readonly filter: QuestionFilter;
  readonly by: Dimension | null;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows or hides the papers' figures. If no paper has a figure for the slice, the switch is off and says so. */
function PapersSwitch({ benchmark, filter, by, isOn, onChange }: PapersSwitchProps) {
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
