import { queryOptions, useQuery } from "@tanstack/react-query";
import { RUN_PICKS, type RunPick, runCondition } from "../../../domain/run-filter.ts";
import type { RunFilter } from "../../../sdk/index.ts";
import { Picker } from "../../components/picker.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { inputsText } from "../../data/figures-text.ts";
import { omnidex } from "../../data/page-client.ts";
import { BoardRunsDocument, type BoardRunsQuery } from "../../generated/operations.ts";
import type { RunsState, SearchEdit } from "./leaderboard-search.ts";

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
export function RunFilters({ benchmark, isOpenEnded, picked, onEdit }: RunFiltersProps) {
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
