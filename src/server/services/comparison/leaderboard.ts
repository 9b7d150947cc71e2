import { notFound } from "../../../domain/errors.ts";
import { publishedPart } from "../../../domain/slice/published-part.ts";
import type { Slice } from "../../../domain/slice/slice.ts";
import { findTaxonomy } from "../../../domain/taxonomy.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Modality } from "../../../domain/vocabulary.ts";
import { cautiousStandardError } from "../../../scoring/metrics/cautious-standard-error.ts";
import { type RankedScore, type RankRange, rankRanges } from "../../../scoring/metrics/rank-ranges.ts";
import { type ScoreSummary, summarizeScore } from "../../../scoring/metrics/score-summary.ts";
import { fetchRankedFigures, type PublishedPart, type RankedFigure } from "../../data/leaderboard-queries.ts";
import type { RunConditions } from "../../data/run-conditions.ts";
import { fetchFilteredRuns } from "../../data/run-queries.ts";
import { fetchCurrentRelease } from "../../data/scoring-queries.ts";
import type { Queryable } from "../../db/database.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";

/** What a leaderboard is over. */
export interface LeaderboardRequest {
  readonly benchmark: string;
  readonly slice: Slice;
  readonly runs: RunConditions;
  readonly published: boolean;
}

/** A run or a published figure, ranked. */
export interface LeaderboardEntry {
  readonly run: number | null;
  readonly figure: number | null;
  readonly model: number;
  readonly modelName: string;
  readonly inputs: readonly Modality[];
  /** 0 to 1. */
  readonly value: number;
  readonly score: ScoreSummary | null;
  /** 1 for the best; equal values share a rank. */
  readonly rank: number;
  readonly rankRange: RankRange | null;
}

/** A leaderboard, best first; ties by model, then runs before figures, older before newer. */
export interface Leaderboard {
  readonly entries: readonly LeaderboardEntry[];
  /** How many questions of the current release the slice has. */
  readonly questions: number;
}

type Unranked = Omit<LeaderboardEntry, "rank" | "rankRange"> & { readonly standardError: number | null };

/**
 * Ranks the runs over a benchmark's current release, and the figures that its paper prints of the same part.
 * @throws `NOT_FOUND` where there is no such benchmark
 */
export async function leaderboard(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  request: LeaderboardRequest,
): Promise<Leaderboard> {
  const current = await fetchCurrentRelease(database, request.benchmark);
  if (current === undefined) throw notFound("benchmark", request.benchmark.slice(0, 80));
  const ordinals = current.release === null ? [] : await aggregates.ordinals(current.release, request.slice);
  const runs =
    current.release === null ? [] : await rankRuns(database, aggregates, viewer, request, current.release, ordinals);
  const figures = request.published ? await publishedFigures(database, request) : [];
  return { entries: ranked([...runs, ...figures]), questions: ordinals.length };
}

/** The two ways of asking are not ranked together. */
const isOpenEnded = ({ runs }: LeaderboardRequest): boolean => runs.openEnded === true;

async function rankRuns(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  request: LeaderboardRequest,
  release: number,
  ordinals: ArrayLike<number>,
): Promise<Unranked[]> {
  const runs = await fetchFilteredRuns(database, viewer, { ...request.runs, openEnded: isOpenEnded(request) }, release);
  const questions = await aggregates.questionsAsked({ release, openEnded: isOpenEnded(request) });
  const vectors = await Promise.all(runs.map(({ run }) => aggregates.vectors(run)));
  return runs.flatMap((run, index) => {
    const own = vectors[index];
    const score = own == null ? null : summarizeScore(own, questions, ordinals);
    if (score === null) return [];
    const { value, standardError } = score;
    const cautious = cautiousStandardError(value, score.n, standardError);
    return [{ ...run, figure: null, value, score, standardError: cautious }];
  });
}

async function publishedFigures(database: Queryable, request: LeaderboardRequest): Promise<Unranked[]> {
  const { benchmark, slice } = request;
  const part = publishedPart(slice, benchmark);
  if (part === null || isMeanOfTasks(benchmark, part)) return [];
  const n = publishedCount(benchmark, part);
  const figures = await fetchRankedFigures(database, benchmark, part, isOpenEnded(request));
  return figures.map((figure) => unrankedFigure(figure, n));
}

/** AVI-Bench's wider figures are means of tasks, and a run's score is one of questions: they cannot be ranked together. */
const isMeanOfTasks = (benchmark: string, part: PublishedPart): boolean =>
  benchmark === "avi-bench" && (part === "overall" || part.dimension !== "TASK");

/** How many questions the paper has in the part; null where it does not say. What is imported here may be a sample. */
function publishedCount(benchmark: string, part: PublishedPart): number | null {
  const taxonomy = findTaxonomy(benchmark);
  if (part === "overall") return taxonomy?.questions ?? null;
  const values =
    part.dimension === "TASK" ? taxonomy?.tasks : part.dimension === "CATEGORY" ? taxonomy?.categories : [];
  return values?.find(({ slug }) => slug === part.key)?.questions ?? null;
}

/** A share's least possible error, that of `n` independent questions: the papers print none. */
function unrankedFigure({ value: percentage, metric, ...figure }: RankedFigure, n: number | null): Unranked {
  // Without the noise that dividing 47.7 by 100 makes.
  const value = Number((percentage / 100).toPrecision(12));
  const known = n !== null && metric === "accuracy_pct";
  return { ...figure, run: null, value, score: null, standardError: known ? cautiousStandardError(value, n) : null };
}

function ranked(entries: readonly Unranked[]): LeaderboardEntry[] {
  const sorted = [...entries].sort(byValue);
  const comparable = sorted.filter((entry): entry is Unranked & RankedScore => entry.standardError !== null);
  const ranges = new Map(rankRanges(comparable).map((range, index) => [comparable[index] as Unranked, range]));
  let rank = 1;
  return sorted.map((entry, index) => {
    if (entry.value !== sorted[index - 1]?.value) rank = index + 1;
    const { standardError: _, ...rest } = entry;
    return { ...rest, rank, rankRange: ranges.get(entry) ?? null };
  });
}

function byValue(a: Unranked, b: Unranked): number {
  if (a.value !== b.value) return b.value - a.value;
  if (a.modelName !== b.modelName) return a.modelName < b.modelName ? -1 : 1;
  return (a.run ?? Number.MAX_SAFE_INTEGER) - (b.run ?? Number.MAX_SAFE_INTEGER) || (a.figure ?? 0) - (b.figure ?? 0);
}
