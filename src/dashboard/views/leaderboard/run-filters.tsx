import { queryOptions, useQuery } from "@tanstack/react-query";
import type { RunFilter } from "../../../sdk/index.ts";
import { Picker } from "../../components/picker.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { inputsText } from "../../data/figures-text.ts";
import { omnidex } from "../../data/omnidex.ts";
import { BoardRunsDocument } from "../../generated/operations.ts";
import type { LeaderboardSearch, SearchEdit } from "./leaderboard-search.ts";

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

/** The part of a leaderboard's state that selects runs. */
export type RunsState = Pick<LeaderboardSearch, "inputs" | "model" | "organization" | "owner">;

/** The fields that `RunsState` has. */
export const RUN_FIELDS = ["inputs", "model", "organization", "owner"] as const;

interface RunFiltersProps {
  /** The slug. */
  readonly benchmark: string;
  /** Whether the leaderboard is that of the runs that were asked without options. */
  readonly isOpenEnded: boolean;
  readonly picked: { readonly [Field in keyof RunsState]?: string | undefined };
  readonly onEdit: (edit: SearchEdit) => void;
}

/** Selects runs by their inputs, model, organization and owner. Only values that the benchmark's runs have are offered. */
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
      {list(
        "inputs",
        "Inputs",
        "All inputs",
        runs.map(({ inputs }) => [inputs.join(","), inputsText(inputs)]),
      )}
      {list(
        "model",
        "Model",
        "All models",
        runs.map(({ model }) => [model.slug, model.name]),
      )}
      {list(
        "organization",
        "Organization",
        "All organizations",
        runs.flatMap(({ model: { organization } }) => (organization === null ? [] : [[organization, organization]])),
      )}
      {(hasKey || picked.owner !== undefined) &&
        list("owner", "Owner", "All owners", [
          ["mine", "My runs"],
          ["others", "Runs of others"],
        ])}
      <span className="faint small">Papers' figures are not filtered.</span>
    </fieldset>
  );
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The different values with their labels, sorted by label. The picked value is offered even if no run has it. */
function choicesOf(values: readonly (readonly [id: string, label: string])[], picked: string | undefined) {
  const labels = new Map(values);
  if (picked !== undefined && !labels.has(picked)) labels.set(picked, picked);
  return [...labels].map(([id, label]) => ({ id, label })).sort((a, b) => collator.compare(a.label, b.label));
}
