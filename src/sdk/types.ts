import type * as generated from "./generated/operations.ts";
import type { Connection, ReversiblePaged } from "./pagination.ts";
import type { PredictionSource } from "./submission-source.ts";

/** A benchmark with its current release, tasks, categories and audio types. */
export type Benchmark = generated.BenchmarkFieldsFragment;
/** A question with what a model is to be given, and its answer where that may be seen. */
export type Question = generated.QuestionFieldsFragment;
/** A question as a model is asked it. */
export type Prompt = generated.PromptsQuery["questions"]["nodes"][number];
/** A way to ask questions. */
export type PromptTemplate = generated.PromptTemplatesQuery["promptTemplates"][number];
/** A video with what its benchmark says of it. */
export type Video = generated.VideoFieldsFragment;
/** A model that was evaluated. */
export type Model = generated.ModelFieldsFragment;
/** A run with its counts and its score over the whole release. */
export type Run = generated.RunFieldsFragment;
/** What a model said to one question, and what became of it. */
export type Prediction = generated.PredictionFieldsFragment;
/** One figure that a paper prints. */
export type PublishedResult = generated.PublishedResultFieldsFragment;
/** An aggregate with how many questions stand behind it, and how sure it is. */
export type Score = generated.ScoreFieldsFragment;
/** What is to be said of each row of a submission. */
export type ValidationReport = generated.ReportFieldsFragment;
/** The remarks on the rows of a run, counted. */
export type RemarkSummary = generated.RemarkFieldsFragment;
/** How much of a slice has each value of one dimension. */
export type Facet = generated.FacetsQuery["facets"][number];
/** The score of one value, or pair of values. */
export type BreakdownCell = NonNullable<generated.BreakdownQuery["run"]>["breakdown"][number];
/** What became of one call of `appendPredictions`. */
export type AppendedPredictions = generated.AppendPredictionsMutation["appendPredictions"];
/** A run that was submitted, with what was to be said of its rows. */
export type SubmittedRun = Run & {
  /** Of the rows that were sent: it has no warnings of those that were skipped. */
  readonly report: ValidationReport;
  /** How many predictions the server had already, from a call that was broken off; they were not sent again. */
  readonly skipped: number;
};

type RunPart<Q extends { readonly run: object | null }, F extends keyof NonNullable<Q["run"]>> = NonNullable<
  NonNullable<Q["run"]>[F]
>;
type ReleasePart<Q extends { readonly benchmark: { readonly releases: readonly object[] } | null }> = NonNullable<
  Q["benchmark"]
>["releases"][number];

/** One state of a benchmark's files. */
export type Release = generated.ReleaseFieldsFragment;
/** Something odd in a benchmark's file. */
export type Oddity = ReleasePart<generated.OdditiesQuery>["oddities"][number];
/** A revision of a release's answer key. */
export type KeyRevision = generated.KeyRevisionFieldsFragment;
/** What became of one call of `correctAnswers`. */
export type CorrectedAnswers = generated.CorrectAnswersMutation["correctAnswers"];
/** What became of one call of `rescoreRun`. */
export type RescoredRun = generated.RescoreRunMutation["rescoreRun"];
/** What became of the questions of a slice in one run. */
export type RunCounts = generated.CountFieldsFragment;
/** AVI-Bench's aggregates, 0 to 1. */
export type CapabilityLevels = generated.LevelFieldsFragment;
/** AVI-Bench's four levels of a model of its paper. */
export type PublishedCapabilityLevels = generated.PublishedCapabilityLevelsQuery["publishedCapabilityLevels"][number];
/** The score of one task of AVI-Bench. */
export type TaskScore = RunPart<generated.TaskScoresQuery, "taskScores">[number];
/** A figure that is not the score. */
export type NamedMetric = RunPart<generated.CaptionMetricsQuery, "captionMetrics">[number];
/** One scoring of a run, with what it changed. */
export type ScoringOfRun = RunPart<generated.ScoringsQuery, "scorings">[number];
/** A run under another extractor. */
export type RunAudit = RunPart<generated.AuditQuery, "audit">;
/** A way to read an answer out of a response. */
export type Extractor = generated.ExtractorsQuery["extractors"][number];
/** What the server understands by a filter. */
export type ServerSlice = generated.SliceQuery["slice"];
/** A run, or a figure that a paper prints, in a leaderboard. */
export type LeaderboardEntry = generated.LeaderboardQuery["leaderboard"]["nodes"][number];
/** A page of a leaderboard. */
export interface LeaderboardPage extends Connection<LeaderboardEntry> {
  /** How many questions of the current release the slice has. */
  readonly questions: number;
  /** Which runs are ranked where the slice has questions that are asked twice; null where it has none. */
  readonly confirmations: generated.Confirmations | null;
  /** How many runs are left out because they have predictions for less than half of the slice's questions. */
  readonly leftOut: number;
}
/** Runs that are the same but for their seed. */
export type RunGroup = generated.RunGroupsQuery["runGroups"]["nodes"][number];
/** Who is asking. */
export type Viewer = NonNullable<generated.ViewerQuery["viewer"]>;
/** A key of one person or program, without its secret. */
export type ApiKey = generated.ApiKeyFieldsFragment;
/** A key that was made, with its secret. */
export type CreatedApiKey = generated.CreateApiKeyMutation["createApiKey"];

/** Two runs over the same questions. */
export type RunComparison = generated.ComparisonFieldsFragment & {
  /** The questions on which the two runs' scores differ, in the order of the release. */
  readonly disagreements: ReversiblePaged<Question>;
};
type Contrast = generated.ModalityDiagnosticsQuery["modalityDiagnostics"]["contrasts"][number];
/** A run with more inputs beside one with fewer. */
export type ModalityContrast = Pick<Contrast, "without" | "with" | "added"> & {
  /** `a` is the run with more inputs. */
  readonly comparison: RunComparison;
  readonly gainedCount: number;
  /** The questions that only the run with more inputs has right. */
  readonly gained: ReversiblePaged<Question>;
  readonly lostCount: number;
  /** The questions that only the run with fewer inputs has right. */
  readonly lost: ReversiblePaged<Question>;
};
/** The questions that need a modality. */
export type ModalityNeed = generated.ModalityDiagnosticsQuery["modalityDiagnostics"]["needs"][number] & {
  /** How many questions need it: `gained`. */
  readonly questionCount: number;
  readonly questions: ReversiblePaged<Question>;
};
/** What modalities do for one model. */
export interface ModalityDiagnostics {
  readonly contrasts: readonly ModalityContrast[];
  readonly needs: readonly ModalityNeed[];
}

type Looks = generated.NodeQuery;
/** Anything that has an id; `__typename` says what it is. */
export type Node =
  | Exclude<NonNullable<Looks["node"]>, { readonly __typename: "Benchmark" | "PublishedResult" }>
  | Extract<NonNullable<Looks["other"]>, { readonly __typename: "Benchmark" | "PublishedResult" }>;

/** Its idempotency key is made where it is not given. */
type WithOptionalKey<T extends { readonly idempotencyKey: string }> = Omit<T, "idempotencyKey"> & {
  readonly idempotencyKey?: string | undefined;
};
/** A whole run, with its predictions at hand: at most 10,000. */
export type ValidateRunOptions = WithOptionalKey<generated.SubmitRunInput>;
/** A whole run, with its predictions from anywhere. */
export type SubmitRunOptions = Omit<ValidateRunOptions, "predictions"> & { readonly predictions: PredictionSource };
export type CreateRunOptions = WithOptionalKey<generated.CreateRunInput>;

export type {
  AnswerAccess,
  AnswerCorrectionInput,
  AnswerFormat,
  AudioType,
  AudioTypeFilter,
  Confirmations,
  CorrectAnswersInput,
  CreateApiKeyInput,
  Denominators,
  Dimension,
  FloatRange,
  LeaderboardOrder,
  LeaderboardOrderField,
  Level,
  Modality,
  ModelInput,
  OrderDirection,
  Outcome,
  PredictionFilter,
  PredictionInput,
  PublishedResultFilter,
  QuestionFilter,
  QuestionOrder,
  QuestionOrderField,
  RowIssueCode,
  RunFilter,
  RunOrder,
  RunOrderField,
  RunStatus,
  Severity,
  VideoFilter,
  VideoOrder,
  VideoOrderField,
  Visibility,
} from "./generated/operations.ts";
