import { Bitset } from "../../domain/bitset.ts";
import type { Board } from "../../domain/final-board.ts";
import { isMeanMetric } from "../../domain/official-value.ts";
import { publishedPart, publishedQuestions } from "../../domain/slice/published-questions.ts";
import { EVERYTHING, type Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { aviMetricOf } from "../../scoring/metrics/avi-tasks/task-metrics.ts";
import { cautiousStandardError } from "../../scoring/metrics/score-interval.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import { missingBenchmark } from "../memory/missing-benchmark.ts";
import { fetchCheckedOrdinals, fetchRankedRelease, type RankedRelease } from "../memory/release-queries.ts";
import type { VisibleRun } from "../memory/run-queries.ts";
import { rememberedAnswer } from "../memory/server-memory.ts";
import { type ComparableFigure, Leaderboard, type ReleaseBoard } from "./leaderboard-entries.ts";
import { scoreMany } from "./many-scores.ts";
import { type OfficialMeasure, officialMeasure, officialScores, rankedValue } from "./official-scores.ts";
import {
  fetchPrintedParts,
  fetchRankedFigures,
  type Protocol,
  type PublishedPart,
  type RankedFigure,
} from "./published-figure-queries.ts";
import { leaveOutUncovered } from "./ranking.ts";
import type { RunAggregates } from "./run-aggregates.ts";
import { WHOLE_TASK_BENCHMARK } from "./task-scores.ts";

/** The benchmark and the release whose parts are looked for. */
interface PrintedParts {
  readonly benchmark: string;
  /** The current release; null if the benchmark has none. */
  readonly release: number | null;
}

/**
 * The part of a benchmark that consists of exactly these questions, however they were selected, if its paper prints
 * figures for the part. If several parts have the same questions, as in a small sample of the benchmark, the result is the
 * whole benchmark if it is among them, else null.
 * @param named the part that the filter itself names. It takes precedence, and is also found without a release
 */
async function printedPart(
  database: Queryable,
  aggregates: RunAggregates,
  { benchmark, release }: PrintedParts,
  named: PublishedPart | null,
  questions: SliceQuestions | null,
): Promise<PublishedPart | null> {
  if (named === "overall") return named;
  const parts = await rememberedAnswer(aggregates.memory, ["printed parts", benchmark], () =>
    fetchPrintedParts(database, benchmark),
  );
  if (parts.some((part) => isSamePart(part, named))) return named;
  if (parts.length === 0 || release === null || questions === null || questions.count === 0) return null;
  const whole = await aggregates.slice(release, EVERYTHING);
  if (whole.words.equals(questions.words)) return "overall";
  const dimensions = [...new Set(parts.map(({ dimension }) => dimension))];
  const groups = await Promise.all(dimensions.map((dimension) => aggregates.groups(release, EVERYTHING, [dimension])));
  const same = groups.flat().filter((group) => group.questions.words.equals(questions.words));
  const found = parts.filter((part) => same.some(({ keys: [key] }) => key !== undefined && isSamePart(part, key)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const isSamePart = ({ dimension, key }: Exclude<PublishedPart, "overall">, other: PublishedPart | null): boolean =>
  other !== null && other !== "overall" && other.dimension === dimension && other.key === key;

/** The questions and the runs of a leaderboard. */
export interface LeaderboardRequest {
  readonly benchmark: string;
  readonly slice: Slice;
  readonly runs: RunConditions;
  readonly published: boolean;
  /** Also ranks runs that have predictions for less than half of the slice. */
  readonly partial?: boolean;
  /** The board whose part of the slice is ranked, if the leaderboard is split; null for the viewer's default. */
  readonly board?: Board | null;
  /** Ranks AVI-Bench's runs by means over questions, too, as all other benchmarks' runs. The default is false. */
  readonly byMeans?: boolean;
}

/**
 * Ranks the runs over a benchmark's current release together with the figures that its paper prints for the same part.
 * @throws `NOT_FOUND` if there is no such benchmark
 */
export async function leaderboard(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  request: LeaderboardRequest,
): Promise<Leaderboard> {
  const contest = await openContest(database, aggregates, viewer, request);
  return boardOver(database, aggregates, contest, contest.questions, await partOf(database, aggregates, contest));
}

/** The part of the benchmark that a contest's slice selects; null for a slice that the paper does not report. */
export async function partOf(
  database: Queryable,
  aggregates: RunAggregates,
  contest: Pick<Contest, "benchmark" | "release" | "slice" | "published"> & Partial<Pick<Contest, "questions">>,
): Promise<PublishedPart | null> {
  const { benchmark, release, slice } = contest;
  const questions = release === null ? null : await aggregates.slice(release, slice);
  // No paper prints figures of one board of a split leaderboard.
  if (contest.questions != null && contest.questions.count !== questions?.count) return null;
  return printedPart(database, aggregates, contest, publishedPart(slice, benchmark), questions);
}

/** The runs that a leaderboard ranks. They are the same for every part of its slice. */
export interface Contest extends LeaderboardRequest {
  /** The current release; null if the benchmark has none. */
  readonly release: number | null;
  /** How the runs were asked. */
  readonly protocol: Protocol;
  /** By model name, oldest first. */
  readonly entrants: readonly VisibleRun[];
  /** The questions of the slice in the release; null without a release. */
  readonly questions: SliceQuestions | null;
  /** Whether the viewer may see exact scores. */
  readonly answersVisible: boolean;
}

/**
 * Finds the runs over a benchmark's current release that a request ranks.
 * @throws `NOT_FOUND` if there is no such benchmark
 */
export async function openContest(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  request: LeaderboardRequest,
): Promise<Contest> {
  const { release, asksTwice, access } = await currentRelease(database, aggregates, request.benchmark);
  const answersVisible = access === null || seesAnswers(viewer, { answerAccess: access, benchmark: request.benchmark });
  const protocol = await protocolOf(database, aggregates, request, asksTwice ? release : null);
  if (release === null) return { ...request, release, protocol, entrants: [], questions: null, answersVisible };
  const { openEnded, confirmations } = protocol;
  const asked = { ...request.runs, openEnded, confirmations: confirmations ?? request.runs.confirmations };
  const entrants = await aggregates.memory.directory.filtered(viewer, asked, release);
  const whole = await aggregates.slice(release, request.slice);
  const questions = answersVisible ? await aggregates.questionsBehind(release, whole, request.board ?? null) : whole;
  return { ...request, release, protocol, entrants, questions, answersVisible };
}

/**
 * The leaderboard of a contest over some of its questions.
 * @param part the part of the benchmark that consists of these questions; null if no paper can print a figure for it
 */
export async function boardOver(
  database: Queryable,
  aggregates: RunAggregates,
  contest: Contest,
  questions: SliceQuestions | null,
  part: PublishedPart | null,
): Promise<Leaderboard> {
  const { release, answersVisible } = contest;
  const measure = await measureOver(aggregates, contest, questions, part);
  const board =
    questions === null || release === null
      ? null
      : { release, answersVisible, ...(await scoredBoard(aggregates, contest, questions, measure)) };
  const isComparable = measure !== null || questions === null || !isOfficial(contest.benchmark, part);
  const figures =
    contest.published && part !== null && isComparable
      ? await publishedFigures(database, aggregates, contest, part)
      : [];
  return new Leaderboard(aggregates, board, figures, contest.protocol.confirmations);
}

/** The official measure of questions; null if runs are ranked by the mean over them. */
async function measureOver(
  aggregates: RunAggregates,
  { benchmark, release, questions: scope, answersVisible, byMeans = false }: Contest,
  questions: SliceQuestions | null,
  part: PublishedPart | null,
): Promise<OfficialMeasure | null> {
  // Where answers are hidden, tasks have no official score: a figure over a single prediction would reveal whether it is right.
  if (byMeans || !answersVisible || release === null || scope === null || questions === null) return null;
  return officialMeasure(aggregates, { benchmark, release, scope }, questions, part);
}

/**
 * The current release of a benchmark.
 * @throws `NOT_FOUND` if there is no such benchmark
 */
export async function currentRelease(
  database: Queryable,
  { memory }: RunAggregates,
  benchmark: string,
): Promise<RankedRelease> {
  const question = ["current release", benchmark];
  const current = await rememberedAnswer(memory, question, () => fetchRankedRelease(database, benchmark));
  if (current === undefined) throw await missingBenchmark(database, benchmark);
  return current;
}

/**
 * Decides which runs can be ranked together: either those that were asked with options, or those without. If the slice
 * has a question that is asked twice, also either double-response or single-response runs. Double-response is the
 * default, as in AVI-Bench's Table 3.
 * @param askingTwice the release if it has a question that is asked twice, else null
 */
async function protocolOf(
  database: Queryable,
  aggregates: RunAggregates,
  { runs, slice }: LeaderboardRequest,
  askingTwice: number | null,
): Promise<Protocol> {
  const openEnded = runs.openEnded === true;
  const isAskedTwice = askingTwice !== null && (await hasCheckedQuestion(database, aggregates, askingTwice, slice));
  return { openEnded, confirmations: isAskedTwice ? (runs.confirmations ?? "DOUBLE") : null };
}

async function hasCheckedQuestion(
  database: Queryable,
  aggregates: RunAggregates,
  release: number,
  slice: Slice,
): Promise<boolean> {
  const checked = await rememberedAnswer(aggregates.memory, ["checked", release], () =>
    fetchCheckedOrdinals(database, release),
  );
  if (checked.length === 0) return false;
  const { words } = await aggregates.slice(release, slice);
  return words.intersects(Bitset.fromOrdinals(checked, (checked.at(-1) ?? 0) + 1));
}

async function scoredBoard(
  aggregates: RunAggregates,
  contest: Contest,
  questions: SliceQuestions,
  measure: OfficialMeasure | null,
): Promise<Omit<ReleaseBoard, "release" | "answersVisible">> {
  const { release, entrants: runs, partial, answersVisible, board: part = null, benchmark } = contest;
  const { vectors, missing } = aggregates.memory;
  if (!answersVisible && release !== null) {
    const board = await aggregates.hidden.board(release, runs, questions, part);
    const covered = partial ? { leftOut: 0 } : await leaveOutUncovered(missing, runs, board.scores, questions);
    return { questions, runs, ...board, ...covered, measure: benchmark === WHOLE_TASK_BENCHMARK ? "QUESTIONS" : null };
  }
  const scores = await scoreMany(vectors, runs, questions);
  const covered = partial ? { scores, leftOut: 0 } : await leaveOutUncovered(missing, runs, scores, questions);
  const exact = { questions, runs, ...covered, repeats: 0 };
  if (measure !== null) return officialBoard(aggregates, exact, contest, measure);
  return { ...exact, measure: benchmark === WHOLE_TASK_BENCHMARK ? "QUESTIONS" : null };
}

/** Replaces the means over the questions by official scores. */
async function officialBoard<B extends Pick<ReleaseBoard, "runs" | "scores">>(
  aggregates: RunAggregates,
  board: B,
  { benchmark, release, questions: scope }: Contest,
  measure: OfficialMeasure,
): Promise<B & Pick<ReleaseBoard, "official" | "measure">> {
  if (release === null || scope === null) return { ...board, measure: "QUESTIONS" };
  const { runs, scores } = board;
  const official = await officialScores(aggregates, measure, { benchmark, release, scope, runs });
  // A run that is left out keeps its NaN.
  const values = scores.values.map((mean, place) => {
    const score = official[place];
    return Number.isNaN(mean) || score == null ? Number.NaN : rankedValue(score);
  });
  return { ...board, measure: measure.kind, official, scores: { ...scores, values, wholes: null } };
}

async function publishedFigures(
  database: Queryable,
  { memory }: RunAggregates,
  { benchmark, protocol }: Contest,
  part: PublishedPart,
): Promise<readonly ComparableFigure[]> {
  const figures = await rememberedAnswer(memory, ["figures", benchmark, part, protocol], () =>
    fetchRankedFigures(database, benchmark, part, protocol),
  );
  return figures.map((figure) => comparableFigure(figure, part));
}

/**
 * Whether a paper's figures of a part are official scores of AVI-Bench. Then they cannot be ranked with means over questions,
 * except for the tasks whose score is such a mean.
 */
const isOfficial = (benchmark: string, part: PublishedPart | null): boolean =>
  benchmark === WHOLE_TASK_BENCHMARK &&
  (part === "overall" || part?.dimension !== "TASK" || !isMeanMetric(aviMetricOf(part.key)));

/**
 * A printed figure with its value from 0 to 1. Papers print no standard errors, so an accuracy gets the standard error of a
 * share over independent questions. The standard error is null for other metrics, and if the number of questions is
 * unknown. The imported release may be only a sample, so its number of questions does not matter.
 */
function comparableFigure(
  { value: percentage, metric, source, runs, ...figure }: RankedFigure,
  part: PublishedPart,
): ComparableFigure {
  // Removes the rounding error of dividing 47.7 by 100.
  const value = Number((percentage / 100).toPrecision(12));
  const n = publishedQuestions({ source, metric, part, percentage, runs });
  return { ...figure, value, standardError: n === null ? null : cautiousStandardError(value, n) };
}
