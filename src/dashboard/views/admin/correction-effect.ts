import type { LeaderboardEntry } from "../../../sdk/index.ts";

/** A run on the leaderboard before and after a correction. */
export interface RunEffect {
  readonly id: string;
  readonly model: string;
  readonly before: Standing;
  readonly after: Standing;
}

/** The rank of a run, with its score from 0 to 1. */
export interface Standing {
  readonly rank: number;
  readonly value: number;
}

/** The ranked runs whose rank or score differs between two readings of a leaderboard, in the order of the second. */
export function effectsOf(
  before: readonly LeaderboardEntry[],
  after: readonly LeaderboardEntry[],
): readonly RunEffect[] {
  const stood = new Map(ranked(before).map((entry) => [entry.run.id, entry]));
  return ranked(after).flatMap(({ run: { id }, model, rank, value }) => {
    const was = stood.get(id);
    if (was === undefined || (was.rank === rank && was.value === value)) return [];
    return [{ id, model: model.name, before: { rank: was.rank, value: was.value }, after: { rank, value } }];
  });
}

const ranked = (entries: readonly LeaderboardEntry[]) => entries.filter((entry) => entry.__typename === "RankedRun");
