import { DIMENSIONS } from "../../../domain/vocabulary.ts";
import type { Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-search.ts";

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
}

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
  };
}
