import type { ListOptions } from "./pagination.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** A list over a slice of questions. */
export interface QuestionsOptions extends ListOptions {
  readonly filter?: types.QuestionFilter | undefined;
  readonly orderBy?: types.QuestionOrder | undefined;
}

/** A list of questions with their prompts. */
export interface PromptsOptions extends QuestionsOptions {
  /** The name of one of `promptTemplates`; by default, that of each benchmark. */
  readonly template?: string | undefined;
}

/** A list of videos. */
export interface VideosOptions extends ListOptions {
  readonly filter?: types.VideoFilter | undefined;
  readonly orderBy?: types.VideoOrder | undefined;
}

/** A list of runs. */
export interface RunsOptions extends ListOptions {
  readonly filter?: types.RunFilter | undefined;
  readonly orderBy?: types.RunOrder | undefined;
}

/** A list of the predictions of one run. */
export interface PredictionsOptions extends ListOptions {
  readonly filter?: types.PredictionFilter | undefined;
}

/** A list of published results. */
export interface PublishedResultsOptions extends ListOptions {
  readonly filter?: types.PublishedResultFilter | undefined;
}

/** A leaderboard. */
export interface LeaderboardOptions extends ListOptions {
  readonly filter?: types.QuestionFilter | undefined;
  /** Best first by default. */
  readonly orderBy?: types.LeaderboardOrder | undefined;
  /** Whether runs with predictions for less than half of the slice's questions are ranked, too. */
  readonly partial?: boolean | undefined;
  /** Which runs; all scored runs by default. */
  readonly runs?: types.RunFilter | undefined;
  /** Whether the papers' figures are included; true by default. */
  readonly published?: boolean | undefined;
}

/** A list of run groups. */
export interface RunGroupsOptions extends ListOptions {
  readonly filter?: types.RunFilter | undefined;
  /** The slice that the scores are computed over; the whole release by default. */
  readonly slice?: types.QuestionFilter | undefined;
}

/** A slice of questions. */
export interface SliceOptions extends RequestOptions {
  readonly filter?: types.QuestionFilter | undefined;
}

/** How two runs are compared. */
export interface CompareOptions extends SliceOptions {
  /** One or two dimensions. */
  readonly by?: readonly types.Dimension[] | undefined;
}

/** How a run is read again. */
export interface AuditOptions extends SliceOptions {
  /** How many of the predictions that are read differently to return: 20 by default, at most 1,000. */
  readonly disagreements?: number | undefined;
}

/** Which questions AVI-Bench's levels are over. */
export interface LevelsOptions extends RequestOptions {
  /** `STRICT` by default. */
  readonly denominators?: types.Denominators | undefined;
}

/** How much of each scoring is returned. */
export interface ScoringsOptions extends RequestOptions {
  /** How many changed questions of each scoring to return: at most 1,000, which is the default. */
  readonly changes?: number | undefined;
}

/** Which release of a benchmark. */
export interface ReleaseOptions extends RequestOptions {
  /** Its `version`; the current one by default. */
  readonly release?: number | undefined;
}

/** The reason for a change. */
export interface ReasonOptions extends RequestOptions {
  /** Stored with the change. */
  readonly reason?: string | undefined;
}

/** A slice of questions, and what to group it by. */
export interface GroupOptions extends RequestOptions {
  readonly by: readonly types.Dimension[];
  readonly filter?: types.QuestionFilter | undefined;
}

/** The remaining arguments of `query`; optional if every variable of the document is optional. */
export type VariablesAndOptions<TVariables> =
  Record<never, never> extends TVariables
    ? [variables?: TVariables, options?: RequestOptions]
    : [variables: TVariables, options?: RequestOptions];
