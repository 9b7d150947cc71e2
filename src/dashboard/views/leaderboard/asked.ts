import { isOtherSize } from "../../../domain/paper-size.ts";
import type { Benchmark, Dimension } from "../../../sdk/index.ts";
import type { BoardRequest } from "../../data/queries.ts";
import { type LeaderboardSearch, pickedRuns } from "./leaderboard-search.ts";

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
  runs: { ...(search.open === true && { openEnded: true }), ...pickedRuns(search) },
  published: search.papers === undefined ? showsPapers(benchmark) : search.papers === "show",
  partial: search.partial === "show",
});
