import { isMeanOfQuestions } from "../../domain/official-value.ts";
import { UNKNOWN_STANDARD_ERROR } from "../../scoring/metrics/cluster-spread.ts";
import { pairedError } from "../../scoring/metrics/paired-error.ts";
import { type PairedErrors, type RankedScore, type RankRange, RankRanges } from "../../scoring/metrics/rank-ranges.ts";
import { cautiousStandardError } from "../../scoring/metrics/score-interval.ts";
import type { ScannedRun } from "../../scoring/metrics/score-scan.ts";
import type { ScoreSummary } from "../../scoring/metrics/score-summary.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { ScoredRun } from "../memory/vector-memory.ts";
import { errorsOfMany, type ManyScores, scannedRuns } from "./many-scores.ts";
import type { OfficialScore } from "./official-scores.ts";
import type { RunAggregates } from "./run-aggregates.ts";

/** The runs of a leaderboard, with their scores over a slice. */
export interface ScoredRuns<R extends ScoredRun = ScoredRun> {
  readonly questions: SliceQuestions;
  readonly runs: readonly R[];
  readonly scores: ManyScores;
  /** The coarse scores of runs whose answers are hidden from the viewer, by index; absent if scores are exact. */
  readonly coarse?: readonly (ScoreSummary | null)[];
  /** AVI-Bench's official scores, by index, if `scores` has them instead of means over questions. */
  readonly official?: readonly (OfficialScore | null)[];
}

/**
 * An entry of a leaderboard: a run, by its index in `ScoredRuns.runs`, or a published figure with its standard error,
 * which is null if it is unknown.
 */
export type RangedEntry = { readonly run: number } | { readonly value: number; readonly standardError: number | null };

/** The rank ranges of a leaderboard's entries. They are prepared on the first request for one of them. */
export class LeaderboardRanges {
  #ranges: Promise<RankRanges> | undefined;
  #prepared: RankRanges | undefined;
  /** The ranges by place, because fields under several names ask for the same ones. */
  readonly #known = new Map<number, RankRange>();

  constructor(
    private readonly aggregates: RunAggregates,
    private readonly board: ScoredRuns | null,
    private readonly entries: readonly RangedEntry[],
  ) {}

  /**
   * The rank range of the entry at a place; `null` for an entry whose standard error is unknown. The ranges of the
   * other entries count such an entry as if its standard error were 0.
   */
  async at(place: number): Promise<RankRange | null> {
    if (!this.#hasError(place)) return null;
    const ranges = await this.#ready();
    const range = this.#known.get(place) ?? ranges.at(place);
    this.#known.set(place, range);
    return range;
  }

  /**
   * Whether an entry is not significantly worse than the best; `null` for one whose standard error is unknown.
   * Returns no promise if the ranges are already prepared.
   */
  tiesWithBest(place: number): boolean | null | Promise<boolean> {
    if (!this.#hasError(place)) return null;
    return this.#prepared?.tiesWithBest(place) ?? this.#ready().then((ranges) => ranges.tiesWithBest(place));
  }

  #hasError(place: number): boolean {
    const entry = this.entries[place];
    if (entry === undefined) return false;
    return "run" in entry ? isMeanOf(this.board, entry.run) : entry.standardError !== null;
  }

  #ready(): Promise<RankRanges> {
    this.#ranges ??= this.#prepare().then((ranges) => {
      this.#prepared = ranges;
      return ranges;
    });
    return this.#ranges;
  }

  async #prepare(): Promise<RankRanges> {
    const { board, entries } = this;
    if (board === null) return new RankRanges(entries.map(scoreOfFigure), null);
    if (board.coarse !== undefined) return new RankRanges(entries.map(coarseScores(board.coarse)), board.scores.videos);
    const { vectors } = this.aggregates.memory;
    const errors = await errorsOfMany(vectors, board.runs, board.questions, board.scores);
    const scanned = await scannedRuns(vectors, board.runs);
    const scores = entries.map((entry) =>
      "run" in entry ? scoreOfRun(board, entry.run, errors) : scoreOfFigure(entry),
    );
    const videos = board.scores.videos;
    return new RankRanges(scores, videos, (videos ?? 0) < 2 ? undefined : pairedErrors(board, entries, scanned));
  }
}

/** Whether the value of a run is the mean over all questions, whose standard error is known. */
function isMeanOf(board: ScoredRuns | null, run: number): boolean {
  if (board?.official === undefined) return true;
  const score = board.official[run] ?? null;
  return score !== null && isMeanOfQuestions(score);
}

const scoreOfFigure = (entry: RangedEntry): RankedScore =>
  "run" in entry
    ? { value: Number.NaN, standardError: UNKNOWN_STANDARD_ERROR }
    : { value: entry.value, standardError: entry.standardError ?? 0 };

/** Coarse scores are compared as if independent: paired differences would reveal more than the scores. */
const coarseScores =
  (coarse: readonly (ScoreSummary | null)[]) =>
  (entry: RangedEntry): RankedScore => {
    if (!("run" in entry)) return scoreOfFigure(entry);
    const { value, n, standardError } = coarse[entry.run] ?? UNSCORED;
    return { value, standardError: cautiousStandardError(value, n, standardError) };
  };

const UNSCORED = { value: Number.NaN, n: 1, standardError: UNKNOWN_STANDARD_ERROR };

function scoreOfRun(board: ScoredRuns, run: number, errors: Float64Array): RankedScore {
  const { scores } = board;
  const [value, count] = [scores.values[run] ?? Number.NaN, scores.counts[run] ?? 0];
  if (!isMeanOf(board, run)) return { value, standardError: 0 };
  const error = errors[run] ?? Number.NaN;
  // If the error of a run could not be computed, the largest possible error is assumed.
  const known = Number.isNaN(error) ? UNKNOWN_STANDARD_ERROR : error;
  return { value, standardError: cautiousStandardError(value, count, known) };
}

/** Two runs have a paired error if the same questions are unscored in both, as in nearly all runs of a release. */
function pairedErrors(
  board: ScoredRuns,
  entries: readonly RangedEntry[],
  scanned: readonly (ScannedRun | null)[],
): PairedErrors {
  const runAt = (place: number): ScannedRun | null => {
    const entry = entries[place];
    return entry !== undefined && "run" in entry && isMeanOf(board, entry.run) ? (scanned[entry.run] ?? null) : null;
  };
  return (place, other, enough) => {
    const [one, two] = [runAt(place), runAt(other)];
    if (one === null || two === null || one.unscored !== two.unscored) return null;
    return pairedError(one, two, board.questions.without(one.unscored), enough);
  };
}
