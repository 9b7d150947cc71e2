import type { Dimension } from "../../../sdk/index.ts";
import type { BoardRequest } from "../../data/queries.ts";
import type { LeaderboardSearch } from "./leaderboard-search.ts";

/** The request of a leaderboard, and the dimension of its columns if it has columns. */
export interface Asked extends BoardRequest {
  readonly by: Dimension | null;
}

/** Converts the state in a leaderboard's address to its request. */
export const askedOf = (benchmark: string, { filter, papers, partial, open, by }: LeaderboardSearch): Asked => ({
  benchmark,
  by: by ?? null,
  filter: filter ?? {},
  runs: open === true ? { openEnded: true } : {},
  published: papers !== "hide",
  partial: partial === "show",
});
