import { isOtherSize } from "../../../domain/paper-size.ts";
import type { Benchmark, Dimension, RunFilter } from "../../../sdk/index.ts";
import type { BoardRequest } from "../../data/queries.ts";
import { inputsOf, type LeaderboardSearch } from "./leaderboard-search.ts";

/** The request of a leaderboard, and the dimension of its columns if it has columns. */
export interface Asked extends BoardRequest {
  readonly by: Dimension | null;
}

/** A benchmark with the sizes that decide whether its leaderboard shows papers' figures. */
export type Sized = Pick<Benchmark, "slug" | "questionCount" | "paperQuestionCount">;

/** Whether papers' figures are shown if the address does not say so: not if they cannot be compared with the runs. */
export const showsPapers = ({ questionCount, paperQuestionCount }: Sized): boolean =>
  !isOtherSize(questionCount, paperQuestionCount);

/** Converts the state in a leaderboard's address to its request. */
export const askedOf = (benchmark: Sized, search: LeaderboardSearch): Asked => ({
  benchmark: benchmark.slug,
  by: search.by ?? null,
  filter: search.filter ?? {},
  runs: runsOf(search),
  published: search.papers === undefined ? showsPapers(benchmark) : search.papers === "show",
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
