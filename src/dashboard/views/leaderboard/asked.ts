import type { Dimension, RunFilter } from "../../../sdk/index.ts";
import type { BoardRequest } from "../../data/queries.ts";
import { inputsOf, type LeaderboardSearch } from "./leaderboard-search.ts";

/** The request of a leaderboard, and the dimension of its columns if it has columns. */
export interface Asked extends BoardRequest {
  readonly by: Dimension | null;
}

/** Converts the state in a leaderboard's address to its request. */
export const askedOf = (benchmark: string, search: LeaderboardSearch): Asked => ({
  benchmark,
  by: search.by ?? null,
  filter: search.filter ?? {},
  runs: runsOf(search),
  published: search.papers !== "hide",
  partial: search.partial === "show",
});

function runsOf({ open, inputs, model, organization, owner }: LeaderboardSearch): RunFilter {
  return {
    ...(open === true && { openEnded: true }),
    ...(inputs !== undefined && { inputs: inputsOf(inputs) }),
    ...(model !== undefined && { models: [model] }),
    ...(organization !== undefined && { organizations: [organization] }),
    ...(owner !== undefined && { mine: owner === "mine" }),
  };
}
