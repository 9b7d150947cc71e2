import { cautiousStandardError } from "../../../scoring/metrics/cautious-standard-error.ts";
import { largestStandardError } from "../../../scoring/metrics/largest-standard-error.ts";
import type { Bounded } from "../../../scoring/metrics/measured-board.ts";
import { type RankRange, RankRanges } from "../../../scoring/metrics/rank-ranges.ts";
import type { SliceQuestions } from "../../../scoring/metrics/slice-questions.ts";
import type { ScoredRun } from "../../catalog/score-vectors.ts";
import { errorsOfMany, type ManyScores } from "../aggregates/many-scores.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";

/** The runs of a leaderboard, with their scores over a slice. */
export interface ScoredRuns<R extends ScoredRun = ScoredRun> {
  readonly questions: SliceQuestions;
  readonly runs: readonly R[];
  readonly scores: ManyScores;
}

/** An entry, by its place: one of the runs, or a published figure and its error, where that is known. */
export type RangedEntry = { readonly run: number } | { readonly value: number; readonly standardError: number | null };

/**
 * The rank ranges of a leaderboard's entries. A run's standard error takes a pass over its scores, so it is computed only
 * where its bounds leave open on which side of the threshold a difference is.
 */
export class LeaderboardRanges {
  readonly #ranges: RankRanges;
  /** One after the other: each may need errors that the one before has asked for. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly aggregates: RunAggregates,
    private readonly board: ScoredRuns | null,
    private readonly entries: readonly RangedEntry[],
  ) {
    const videos = board?.scores.videos ?? null;
    const bounds = entries.map((entry) => ("run" in entry ? this.#boundsOf(entry.run) : boundsOfFigure(entry)));
    this.#ranges = new RankRanges(bounds, videos);
  }

  /** `null` for a figure of unknown error: it has no range, but others have it above or below them. */
  at(place: number): Promise<RankRange | null> {
    const range = this.#last.then(() => this.#range(place));
    this.#last = range.catch(() => {});
    return range;
  }

  async #range(place: number): Promise<RankRange | null> {
    const entry = this.entries[place];
    if (entry === undefined || (!("run" in entry) && entry.standardError === null)) return null;
    for (;;) {
      const found = this.#ranges.at(place);
      if ("best" in found) return found;
      await this.#settle(found);
    }
  }

  #boundsOf(run: number): Bounded {
    const { value, count } = this.#scoreOf(run);
    const least = cautiousStandardError(value, count);
    const { questions, scores } = this.board as ScoredRuns;
    return { value, least, most: Math.max(least, largestStandardError(value, count, questions, scores.videos ?? 0)) };
  }

  #scoreOf(run: number) {
    const scores = this.board?.scores;
    return { value: scores?.values[run] ?? Number.NaN, count: scores?.counts[run] ?? 0 };
  }

  async #settle(places: readonly number[]): Promise<void> {
    if (this.board === null) return;
    const { runs, questions } = this.board;
    const known = places.map((place) => this.entries[place]).map((entry) => (entry && "run" in entry ? entry.run : -1));
    const scored = known.map((run) => runs[run] ?? { run: 0, revision: null });
    const errors = await errorsOfMany(this.aggregates.memory.vectors, scored, questions);
    for (const [index, place] of places.entries()) {
      const run = known[index] ?? -1;
      const { value, count } = this.#scoreOf(run);
      const error = errors[index] ?? Number.NaN;
      // A run that is not there any more, if its vectors had to be read again, is as unsure as it can be.
      const { most } = this.#boundsOf(run);
      this.#ranges.settle(place, Number.isNaN(error) ? most : cautiousStandardError(value, count, error));
    }
  }
}

const boundsOfFigure = ({ value, standardError }: Exclude<RangedEntry, { run: number }>): Bounded => ({
  value,
  least: standardError ?? 0,
  most: standardError ?? 0,
});
