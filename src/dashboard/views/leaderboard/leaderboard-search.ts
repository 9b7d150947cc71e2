import { RUN_PICKS, type RunConditionName, type RunPick, runCondition } from "../../../domain/run-filter.ts";
import { DIMENSIONS, MODALITIES, type Modality } from "../../../domain/vocabulary.ts";
import type { Dimension, QuestionFilter, RunFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-edit.ts";
import { idsOf } from "../compare/compare-search.ts";

/** The part of a leaderboard's state that selects runs. */
export interface RunsState extends Partial<Readonly<Record<RunPick, string>>> {
  /** Whose runs are shown. */
  readonly owner?: "mine" | "others";
}

/** The fields that `RunsState` has. */
export const RUN_FIELDS: readonly (keyof RunsState)[] = [...RUN_PICKS.map(([pick]) => pick), "owner"];

/** The part of a state that selects runs. */
export const runsState = (search: RunsState): RunsState =>
  Object.fromEntries(RUN_FIELDS.map((field) => [field, search[field]]));

/** The state of a leaderboard, as its address holds it. Defaults are omitted. */
export interface LeaderboardSearch extends RunsState {
  readonly filter?: QuestionFilter;
  /** Whether the papers' figures are shown; by default, if they are over as many questions as the release has. */
  readonly papers?: "hide" | "show";
  /** `show` includes runs that cover less than half of the slice. */
  readonly partial?: "show";
  /** The dimension whose values are columns; without it, intervals are drawn on one axis. */
  readonly by?: Dimension;
  /** The column that rows are sorted by, as `sortText` writes it; by default best first. */
  readonly sort?: string;
  /** `true` shows the runs that were asked without options. */
  readonly open?: true;
  /** The ids of the runs that are ticked for a comparison, separated by commas. */
  readonly picked?: string;
}

/** Changes the state of a leaderboard: receives the current state and returns the next one. */
export type SearchEdit = (search: LeaderboardSearch) => LeaderboardSearch;

/** Parses the query string of an address; invalid parts are ignored. */
export function leaderboardSearch(search: Record<string, unknown>): LeaderboardSearch {
  const filter = filterFrom(search.filter);
  const by = DIMENSIONS.find((dimension) => dimension === search.by);
  return {
    ...(filter === null ? {} : { filter }),
    ...(search.papers === "hide" || search.papers === "show" ? { papers: search.papers } : {}),
    ...(search.partial === "show" ? { partial: "show" } : {}),
    ...(by === undefined ? {} : { by }),
    ...(typeof search.sort === "string" ? { sort: search.sort } : {}),
    ...(search.open === true ? { open: true } : {}),
    ...Object.fromEntries(RUN_PICKS.flatMap(([pick, name]) => picked(pick, name, search[pick]))),
    ...(search.owner === "mine" || search.owner === "others" ? { owner: search.owner } : {}),
    ...pickedSearch(typeof search.picked === "string" ? idsOf(search.picked) : []),
  };
}

/** The picked value of an input that the model was given or not. */
const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ["with", true],
  ["without", false],
]);

/** The picked value in an address: inputs separated by commas, `VIDEO,AUDIO`; a number for a range; `with` or `without`; or a name. */
function picked(pick: RunPick, name: RunConditionName, value: unknown): readonly (readonly [RunPick, string])[] {
  const { kind, values } = runCondition(name);
  if (kind === "flag") return FLAGS.has(value) ? [[pick, String(value)]] : [];
  const text = values === undefined ? String(value ?? "") : inputsOf(value).join(",");
  const isValid = kind === "range" ? /^(0|[1-9]\d{0,8})$/.test(text) : text !== "" && typeof value === "string";
  return isValid ? [[pick, text]] : [];
}

/** The conditions on runs that the state sets. */
export function pickedRuns(search: RunsState): RunFilter {
  const conditions = RUN_PICKS.flatMap(([pick, name]): readonly (readonly [string, unknown])[] => {
    const text = search[pick];
    if (text === undefined) return [];
    const { kind, values } = runCondition(name);
    if (kind === "flag") return [[name, FLAGS.get(text)]];
    if (kind === "range") return [[name, { gte: Number(text), lte: Number(text) }]];
    return [[name, values === undefined ? [text] : inputsOf(text)]];
  });
  const { owner } = search;
  return { ...Object.fromEntries(conditions), ...(owner !== undefined && { mine: owner === "mine" }) };
}

/** The inputs in an address; without those that do not exist. */
export const inputsOf = (list: unknown): readonly Modality[] => {
  const named = typeof list === "string" ? list.split(",") : [];
  return MODALITIES.filter((modality) => named.includes(modality));
};

/** The part of an address that holds the ticked runs; empty if no run is ticked. */
export const pickedSearch = (ids: readonly string[]): Pick<LeaderboardSearch, "picked"> =>
  ids.length === 0 ? {} : { picked: ids.join(",") };

/** The search with other ticked runs. */
export const withPicked = ({ picked: _, ...rest }: LeaderboardSearch, ids: readonly string[]): LeaderboardSearch => ({
  ...rest,
  ...pickedSearch(ids),
});
