import type { ListOptions } from "./pagination.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** A list over a slice of questions. */
export interface QuestionsOptions extends ListOptions {
  /** The slice to list; all questions of the current releases by default. */
  readonly filter?: types.QuestionFilter | undefined;
  /** By default, the order of the benchmarks' imports, then the order of their files. */
  readonly orderBy?: types.QuestionOrder | undefined;
}

/** A list of questions with their prompts. */
export interface PromptsOptions extends QuestionsOptions {
  /** The name of one of `promptTemplates`; by default, each benchmark's own default. */
  readonly template?: string | undefined;
}

/** A list of videos. */
export interface VideosOptions extends ListOptions {
  /** The videos to list; all videos of the current releases by default. */
  readonly filter?: types.VideoFilter | undefined;
  /** By default, the order of the benchmarks' imports, then the order of their files. */
  readonly orderBy?: types.VideoOrder | undefined;
}

/** A list of runs. */
export interface RunsOptions extends ListOptions {
  /** The runs to list; all scored runs by default. */
  readonly filter?: types.RunFilter | undefined;
  /** Newest first by default. */
  readonly orderBy?: types.RunOrder | undefined;
}

/** A list of the predictions of one run. */
export interface PredictionsOptions extends ListOptions {
  /** The predictions to list; all by default. */
  readonly filter?: types.PredictionFilter | undefined;
}

/** A list of published results. */
export interface PublishedResultsOptions extends ListOptions {
  /** The figures to list; all by default. */
  readonly filter?: types.PublishedResultFilter | undefined;
}

/** A leaderboard. */
export interface LeaderboardOptions extends ListOptions {
  /** The slice to rank by; the whole release by default. */
  readonly filter?: types.QuestionFilter | undefined;
  /** Best first by default. */
  readonly orderBy?: types.LeaderboardOrder | undefined;
  /** Whether to rank runs with predictions for less than half of the slice's questions; false by default. */
  readonly partial?: boolean | undefined;
  /** The runs to rank; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
  /** Whether the papers' figures are included; true by default. */
  readonly published?: boolean | undefined;
  /** The board of a split leaderboard to show. By default, `PUBLIC`, or all questions for maintainers. */
  readonly board?: types.Board | undefined;
  /** Whether to return each run's `ability` and the page's `saturation`, which take seconds; false by default. */
  readonly withAbility?: boolean | undefined;
  /** Whether to return the paper's figures that take no rank, as the page's `references`; false by default. */
  readonly withReferences?: boolean | undefined;
}

/** Statistics of questions. */
export interface ItemAnalysisOptions extends ListOptions {
  /** Which questions to list. */
  readonly filter?: types.QuestionFilter | undefined;
  /** Which runs to count; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
  /** The order of the release by default. */
  readonly orderBy?: types.ItemOrder | undefined;
  /** Whether to return each question's 2PL `model`, which takes seconds to fit; false by default. */
  readonly withModel?: boolean | undefined;
}

/** The choice of a subset that represents all questions. */
export interface SubsetOptions extends RequestOptions {
  /** The questions that the full score covers; all by default. */
  readonly filter?: types.QuestionFilter | undefined;
  /** How many questions to choose, from 1 to 1,000. */
  readonly size: number;
  /** Which runs to count; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
  /** The seed of the random choices; 1 by default. */
  readonly seed?: number | undefined;
}

/** The next questions of a run. */
export interface NextQuestionsOptions extends RequestOptions {
  /** The questions to choose from; all by default. */
  readonly filter?: types.QuestionFilter | undefined;
  /** The runs that the 2PL model is fitted to; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
}

/** Suspected answer keys. */
export interface KeySuspectsOptions extends ListOptions {
  /** Which questions to list. */
  readonly filter?: types.QuestionFilter | undefined;
  /** Which runs to count; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
  /** Whether to list the questions that have a review instead of those that await one; false by default. */
  readonly reviewed?: boolean | undefined;
  /** How many rank changes each suspect has, at most 100; 10 by default. */
  readonly rankChanges?: number | undefined;
}

/** A health report. */
export interface BenchmarkHealthOptions extends RequestOptions {
  /** Which runs to count; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
  /** Only the findings with this problem. */
  readonly problem?: types.HealthProblem | undefined;
  /** How many findings to return, at most 1,000, which is the default. */
  readonly first?: number | undefined;
  /** A cursor of the findings: the page starts after it. */
  readonly after?: string | null | undefined;
}

/** The plan of a comparison. */
export interface ComparisonPlanOptions extends RequestOptions {
  /** The questions to choose from; all by default. */
  readonly filter?: types.QuestionFilter | undefined;
  /** The difference of the mean scores: 0.02 is two points. */
  readonly difference: number;
  /** The probability of finding a real difference; 0.8 by default. */
  readonly power?: number | undefined;
  /** The two-sided significance level; 0.05 by default. */
  readonly level?: number | undefined;
  /** Which runs the variances come from; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
}

/** The ability of a run. */
export interface AbilityOptions extends RequestOptions {
  /** Which runs the 2PL model is fitted to; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
}

/** A table of scores. */
export interface ScoreTableOptions extends Omit<LeaderboardOptions, "board" | "withAbility" | "withReferences"> {
  /** One or two dimensions, whose values are the columns. */
  readonly by: readonly types.Dimension[];
}

/** A list of run groups. */
export interface RunGroupsOptions extends ListOptions {
  /** The runs to group; all scored runs by default. */
  readonly filter?: types.RunFilter | undefined;
  /** The slice that the scores are computed over; the whole release by default. */
  readonly slice?: types.QuestionFilter | undefined;
}

/** A slice of questions. */
export interface SliceOptions extends RequestOptions {
  /** The slice to read; the whole release by default. */
  readonly filter?: types.QuestionFilter | undefined;
}

/** Options for the score of a run. */
export interface ScoreOptions extends SliceOptions {
  /** The board of a split leaderboard to use. By default, `PUBLIC`, or all questions for maintainers. */
  readonly board?: types.Board | undefined;
}

/** Options of a comparison of two runs. */
export interface CompareOptions extends SliceOptions {
  /** One or two dimensions. */
  readonly by?: readonly types.Dimension[] | undefined;
}

/** Options of an audit. */
export interface AuditOptions extends SliceOptions {
  /** The number of differently read predictions to return: 20 by default, at most 1,000. */
  readonly disagreements?: number | undefined;
}

/** The questions that AVI-Bench's levels are computed over. */
export interface LevelsOptions extends RequestOptions {
  /** `STRICT` by default. */
  readonly denominators?: types.Denominators | undefined;
  /** Whether to average the tasks that have a score if others have none; `false` by default. */
  readonly partial?: boolean | undefined;
  /** Whether to take the reported scores of tasks that the server did not score; `false` by default. */
  readonly reported?: boolean | undefined;
}

/** Options of a list of scorings. */
export interface ScoringsOptions extends RequestOptions {
  /** The number of changed questions to return for each scoring: 1,000 by default, which is the most. */
  readonly changes?: number | undefined;
}

/** Selects a release of a benchmark. */
export interface ReleaseOptions extends RequestOptions {
  /** The release's `version`; the current release by default. */
  readonly release?: number | undefined;
}

/** Options of a preview of corrections or of a rescoring. */
export interface PreviewOptions extends RequestOptions {
  /** The most runs of the leaderboard to return: at most 1,000, which is the default. */
  readonly standings?: number | undefined;
}

/** How to wait for a run. */
export interface WaitOptions extends RequestOptions {
  /** The pause between two requests, in milliseconds. By default it grows from half a second to ten seconds. */
  readonly intervalMs?: number | undefined;
}

/** How to rescore a run. */
export interface RescoreOptions extends ReasonOptions {
  /** Whether to ask the server's judge about responses without a readable answer. The score follows its answers. */
  readonly judge?: boolean | undefined;
}

/** The reason for a change. */
export interface ReasonOptions extends RequestOptions {
  /** Stored with the change. */
  readonly reason?: string | undefined;
}

/** A slice of questions, and the dimensions to group it by. */
export interface GroupOptions extends RequestOptions {
  /** The dimensions to group by. A breakdown takes one or two. */
  readonly by: readonly types.Dimension[];
  /** The slice to group; everything by default. */
  readonly filter?: types.QuestionFilter | undefined;
}

/** A slice of questions, the dimensions to count by, and the release to count. */
export interface FacetOptions extends GroupOptions {
  /** The id of a release, such as `run.release.id`; the current release of each benchmark by default. */
  readonly release?: string | undefined;
}

/** The remaining arguments of `query`; optional if every variable of the document is optional. */
export type VariablesAndOptions<TVariables> =
  Record<never, never> extends TVariables
    ? [variables?: TVariables, options?: RequestOptions]
    : [variables: TVariables, options?: RequestOptions];
