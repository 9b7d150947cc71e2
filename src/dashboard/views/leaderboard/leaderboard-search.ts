import { DIMENSIONS, MODALITIES, type Modality } from "../../../domain/vocabulary.ts";
import type { Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-search.ts";
import { idsOf } from "../compare/compare-search.ts";

/** The state of a leaderboard, as its address holds it. Defaults are omitted. */
export interface LeaderboardSearch {
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
  /** The inputs of the runs that are shown, separated by commas: `VIDEO,AUDIO`. */
  readonly inputs?: string;
  /** The slug of the model whose runs are shown. */
  readonly model?: string;
  /** The organization of the models whose runs are shown. */
  readonly organization?: string;
  /** Whose runs are shown. */
  readonly owner?: "mine" | "others";
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
    ...text("inputs", inputsOf(search.inputs).join(",")),
    ...text("model", search.model),
    ...text("organization", search.organization),
    ...(search.owner === "mine" || search.owner === "others" ? { owner: search.owner } : {}),
    ...pickedSearch(typeof search.picked === "string" ? idsOf(search.picked) : []),
  };
}

const text = <Field extends "inputs" | "model" | "organization">(field: Field, value: unknown) =>
  typeof value === "string" && value !== "" ? { [field]: value } : {};

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
