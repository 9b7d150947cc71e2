import { partialText } from "../domain/official-value.ts";
import type { Submission } from "../formats/read-submission.ts";
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

/** A run that was sent, and the part of its files that it is. */
export interface SentPart extends Pick<Submission, "column" | "repetition"> {
  readonly file: string;
  /** The path of its first file. */
  readonly path: string;
  readonly run: SubmittedRun;
}

/** The repetitions of a file's questions that were sent. */
export interface RepetitionMean {
  /** The file, with its folders if another has the same name, its column if it has several, and its benchmark if it has two. */
  readonly title: string;
  readonly repetitions: number;
  /**
   * The mean over them: the scores of each question are averaged first, and the error is that of these averages, clustered
   * by video. Null if the viewer may not see their scores or answers, or if only one was sent.
   */
  readonly group: RunGroup | null;
}

/** The mean over the repetitions of each file that has any. */
export function fetchMeans(omnidex: Omnidex, sent: readonly SentPart[]): Promise<readonly RepetitionMean[]> {
  const files = new Map<string, SubmittedRun[]>();
  for (const { file, path, column, repetition, run } of sent) {
    if (repetition === undefined) continue;
    const isAmbiguous = sent.some((other) => other.file === file && other.path !== path);
    const name = isAmbiguous ? path : file;
    const isDivided = sent.some((other) => other.path === path && other.run.benchmark.slug !== run.benchmark.slug);
    const title = [name, column, isDivided ? run.benchmark.slug : undefined]
      .filter((each) => each !== undefined)
      .join(", ");
    files.set(title, [...(files.get(title) ?? []), run]);
  }
  const means = [...files].map(async ([title, runs]) => {
    return { title, repetitions: runs.length, group: await groupOf(omnidex, runs) };
  });
  return Promise.all(means);
}

async function groupOf(omnidex: Omnidex, runs: readonly SubmittedRun[]): Promise<RunGroup | null> {
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
  for await (const group of omnidex.runGroups({ filter }))
    if (group.runs.filter(({ id }) => ids.has(id)).length === ids.size) return group;
  return null;
}

/**
 * A sentence on the mean over repetitions.
 * @param figure writes the mean with its interval
 */
export function meanText({ title, repetitions, group }: RepetitionMean, figure: (group: RunGroup) => string): string {
  if (repetitions < 2) return `${title}: one repetition was submitted, so there is no mean over repetitions.`;
  if (group === null)
    return `${title}: no mean over its ${repetitions} repetitions, because their scores or answers are not shown to you.`;
  const ids = group.runs.map(({ id }) => id).join(", ");
  return `${group.model.name}, mean of ${ids}: ${figure(group)}, from the mean of each question, by video.`;
}
