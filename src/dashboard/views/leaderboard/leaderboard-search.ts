import { DIMENSIONS } from "../../../domain/vocabulary.ts";
import type { Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-search.ts";
import { idsOf } from "../compare/compare-search.ts";

/** The state of a leaderboard, as its address holds it. Defaults are omitted. */
export interface LeaderboardSearch {
  readonly filter?: QuestionFilter;
  /** `hide` leaves out the papers' figures. */
  readonly papers?: "hide";
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
    ...(search.papers === "hide" ? { papers: "hide" } : {}),
    ...(search.partial === "show" ? { partial: "show" } : {}),
    ...(by === undefined ? {} : { by }),
    ...(typeof search.sort === "string" ? { sort: search.sort } : {}),
    ...(search.open === true ? { open: true } : {}),
    ...pickedSearch(typeof search.picked === "string" ? idsOf(search.picked) : []),
  };
}

/** The part of an address that holds the ticked runs; empty if no run is ticked. */
export const pickedSearch = (ids: readonly string[]): Pick<LeaderboardSearch, "picked"> =>
  ids.length === 0 ? {} : { picked: ids.join(",") };

/** The search with other ticked runs. */
export const withPicked = ({ picked: _, ...rest }: LeaderboardSearch, ids: readonly string[]): LeaderboardSearch => ({
  ...rest,
  ...pickedSearch(ids),
});
