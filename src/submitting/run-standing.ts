import { partialText } from "../domain/official-value.ts";
import type { LeaderboardEntry, LeaderboardPage, Omnidex, RunGroup, SubmittedRun } from "../sdk/index.ts";

/** How many entries of a leaderboard are searched for the run. */
export const MOST_ENTRIES = 1000;

/** Where a run stands on the leaderboard of its benchmark. */
export type RunRank = Pick<LeaderboardEntry, "rank" | "rankRange"> &
  Pick<LeaderboardPage, "questions"> & {
    readonly entries: number;
    /** "partial: without AVC"; null for a score that leaves out no task. */
    readonly partial: string | null;
  };

/** Null if the run is partial, shows an earlier run's score, is not scored yet or is not among the first thousand entries. */
export async function fetchRank(omnidex: Omnidex, run: SubmittedRun, openEnded: boolean): Promise<RunRank | null> {
  if (run.score === null || run.partial || run.score.repeatsBest) return null;
  const { confirmations } = run;
  const runs = { ...(openEnded && { openEnded }), ...(confirmations !== null && { confirmations }) };
  const board = omnidex.leaderboard(run.benchmark.slug, { runs, pageSize: 100 });
  for await (const entry of board.take(MOST_ENTRIES)) {
    if (entry.__typename !== "RankedRun" || entry.run.id !== run.id) continue;
    const { totalCount, questions } = await board.take(1).page();
    return {
      rank: entry.rank,
      rankRange: entry.rankRange,
      entries: totalCount,
      questions,
      partial: partialText(entry),
    };
  }
  return null;
}

/**
 * The mean over the runs of repetitions: the scores of each question are averaged first, and the error is that of these
 * means, clustered by video. Null if there are fewer than two runs, or if the viewer may not see their answers.
 */
export async function fetchMean(omnidex: Omnidex, runs: readonly SubmittedRun[]): Promise<RunGroup | null> {
  const [first, ...others] = runs;
  if (first === undefined || others.length === 0) return null;
  const times = runs.map(({ createdAt }) => createdAt).sort();
  const filter = {
    mine: true,
    benchmarks: [first.benchmark.slug],
    models: [first.model.slug],
    createdAt: { gte: times[0], lte: times.at(-1) },
  };
  const ids = new Set(runs.map(({ id }) => id));
  for await (const group of omnidex.runGroups({ filter })) {
    const members = group.runs.filter(({ id }) => ids.has(id));
    if (members.length === ids.size) return group;
  }
  return null;
}
