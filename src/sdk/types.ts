import type * as generated from "./generated/operations.ts";
import type { Connection, ReversiblePaged } from "./pagination.ts";
import type { PredictionSource } from "./submission-source.ts";

/** A benchmark with its current release, tasks, categories and audio types. */
export type Benchmark = generated.BenchmarkFieldsFragment;
/** A question with the inputs for a model, and its answer if the viewer may see it. */
export type Question = generated.QuestionFieldsFragment;
/** A question with its prompt. */
export type Prompt = generated.PromptsQuery["questions"]["nodes"][number];
/** A prompt template. */
export type PromptTemplate = generated.PromptTemplatesQuery["promptTemplates"][number];
/** A video with its benchmark's metadata. */
export type Video = generated.VideoFieldsFragment;
/** A model that was evaluated. */
export type Model = NonNullable<generated.ModelQuery["model"]>;
/** A run with its counts and its score over the whole release. */
export type Run = generated.RunFieldsFragment;
/** A model's response to one question, and its outcome. */
export type Prediction = generated.PredictionFieldsFragment;
/** One figure that a paper prints. */
export type PublishedResult = generated.PublishedResultFieldsFragment;
/** A score over a set of questions, with its uncertainty and the number of the questions. */
export type Score = generated.ScoreFieldsFragment;
/** The validation report of a submission, with the issues of its rows. */
export type ValidationReport = generated.ReportFieldsFragment;
/** The counts of remarks on the rows of a run. */
export type RemarkSummary = generated.RemarkFieldsFragment;
/** The number of questions and videos of a slice for each value of one dimension. */
export type Facet = generated.FacetsQuery["facets"][number];
/** The score of a run for one value of a dimension, or for a pair of values of two dimensions. */
export type BreakdownCell = NonNullable<NonNullable<generated.BreakdownQuery["run"]>["breakdown"]>[number];
/** The result of `appendPredictions`. */
export type AppendedPredictions = generated.AppendPredictionsMutation["appendPredictions"];
/** A submitted run with the report on its rows. */
export type SubmittedRun = Run & {
  /** The report on the rows that were sent. It has no warnings about skipped rows. */
  readonly report: ValidationReport;
  /** How many predictions the server already had from an interrupted call. They were not sent again. */
  readonly skipped: number;
  /** Whether an earlier call had submitted the whole run, so that this one changed nothing. */
  readonly replayed: boolean;
};

type RunPart<Q extends { readonly run: object | null }, F extends keyof NonNullable<Q["run"]>> = NonNullable<
  NonNullable<Q["run"]>[F]
>;
type ReleasePart<Q extends { readonly benchmark: { readonly releases: readonly object[] } | null }> = NonNullable<
  Q["benchmark"]
>["releases"][number];

/** One state of a benchmark's files. */
export type Release = generated.ReleaseFieldsFragment;
/** The result of `useRelease`. */
export type UsedRelease = generated.UseReleaseMutation["useRelease"];
/** What changes when another release becomes the current one. */
export type ReleaseChanges = NonNullable<UsedRelease["changes"]>;
/** How the data of a benchmark were made and are kept. */
export type Datasheet = NonNullable<NonNullable<generated.DatasheetQuery["benchmark"]>["datasheet"]>;
/** Something odd in a benchmark's file. */
export type Oddity = ReleasePart<generated.OdditiesQuery>["oddities"][number];
/** A revision of a release's answer key. */
export type KeyRevision = generated.KeyRevisionFieldsFragment;
/** The result of `correctAnswers`. */
export type CorrectedAnswers = generated.CorrectAnswersMutation["correctAnswers"];
/** The result of `previewCorrections`. */
export type PreviewedCorrections = generated.PreviewCorrectionsMutation["previewCorrections"];
/** The result of `previewRescoring`. */
export type PreviewedRescoring = generated.PreviewRescoringMutation["previewRescoring"];
/** The result of `rescoreRun`. */
export type RescoredRun = generated.RescoreRunMutation["rescoreRun"];
/** The number of questions of a slice by outcome, in one run. */
export type RunCounts = generated.CountFieldsFragment;
/** AVI-Bench's aggregates, from 0 to 1. */
export type CapabilityLevels = generated.LevelFieldsFragment;
/** AVI-Bench's four levels of a model of its paper. */
export type PublishedCapabilityLevels = generated.PublishedCapabilityLevelsQuery["publishedCapabilityLevels"][number];
/** The score of one task of AVI-Bench. */
export type TaskScore = RunPart<generated.TaskScoresQuery, "taskScores">[number];
/** A run's scores over groups of questions. */
export type GroupScores = NonNullable<RunPart<generated.GroupScoresQuery, "groupScores">>;
/** A named metric besides the score. */
export type NamedMetric = RunPart<generated.CaptionMetricsQuery, "captionMetrics">[number];
/** One scoring of a run, with what it changed. */
export type ScoringOfRun = RunPart<generated.ScoringsQuery, "scorings">[number];
/** A run as another extractor reads it. */
export type RunAudit = RunPart<generated.AuditQuery, "audit">;
/** An error type that a paper defines. */
export type ErrorType = generated.ErrorTypesQuery["errorTypes"][number];

/** How often an error type was found in a run. */
export type ErrorTypeCount = NonNullable<RunPart<generated.RunErrorTypesQuery, "errorTypes">>[number];

/** Scores of a run's captions that were computed elsewhere. */
export type ReportScoresInput = generated.ReportScoresMutationVariables["input"];

/** The error types of one prediction. */
export type ErrorLabelInput = generated.LabelErrorsMutationVariables["input"]["labels"][number];
/** An extractor, which reads an answer out of a response. */
export type Extractor = generated.ExtractorsQuery["extractors"][number];
/** The canonical form of a filter, as the server computes it. */
export type ServerSlice = generated.SliceQuery["slice"];
/** An entry of a leaderboard: a run (`__typename` is `RankedRun`), or a figure that a paper prints (`RankedFigure`). */
export type LeaderboardEntry = generated.LeaderboardQuery["leaderboard"]["nodes"][number];
/** A page of a leaderboard. */
export interface LeaderboardPage extends Connection<LeaderboardEntry> {
  /** The number of questions of the current release in the slice. */
  readonly questions: number;
  /** Which runs are ranked if the slice has questions that are asked twice; null if it has none. */
  readonly confirmations: generated.Confirmations | null;
  /** The number of runs left out because they have predictions for less than half of the slice's questions. */
  readonly leftOut: number;
  /** What the values of runs over AVI-Bench are; null for other benchmarks, whose values are means over questions. */
  readonly measure: generated.Measure | null;
  /**
   * How close the best run is to the highest score that wrong answer keys leave possible. Present only with the option
   * `withAbility`.
   */
  readonly saturation?: generated.LeaderboardQuery["leaderboard"]["saturation"];
  /** The paper's figures that take no rank. Present only with the option `withReferences`. */
  readonly references?: generated.LeaderboardQuery["leaderboard"]["references"];
}
/** A row of a table of scores: a run (`ScoreTableRun`), or a model with the figures of a paper (`ScoreTableFigures`). */
export type ScoreTableRow = generated.ScoreTableQuery["scoreTable"]["nodes"][number];
/** A column of a table of scores: a value of a dimension, or a combination of values of two. */
export type ScoreTableColumn = generated.ScoreTableQuery["scoreTable"]["columns"][number];
/** A score in a table, with its rank in the column: a run's, or a figure that a paper prints. */
export type ScoreTableCell = generated.RunCellFieldsFragment | generated.FigureCellFieldsFragment;
/** A page of a table of scores. */
export interface ScoreTablePage
  extends Connection<ScoreTableRow>,
    Pick<LeaderboardPage, "questions" | "measure" | "confirmations" | "leftOut"> {
  /** The same on every page. The cells of a row are in the order of the columns. */
  readonly columns: readonly ScoreTableColumn[];
  /** The number of columns left out because the release hides its answers. */
  readonly withheldColumns: number;
}
/** A question with its statistics. */
export type Item = generated.ItemAnalysisQuery["itemAnalysis"]["nodes"][number];
/** A page of questions with their statistics. */
export interface ItemPage
  extends Connection<Item>,
    Pick<generated.ItemAnalysisQuery["itemAnalysis"], "evidence" | "leftOut" | "uncounted" | "withheld"> {}
/** The statistics of a release's questions as of a date, to which filters can refer. */
export type ItemSnapshot = generated.ItemSnapshotsQuery["itemSnapshots"][number];
/** Questions that represent all questions of a slice. */
export type RepresentativeSubset = generated.SubsetFieldsFragment;
/** A chosen subset, or the reason why none was chosen. */
export type SubsetChoice = generated.SubsetQuery["representativeSubset"];
/** A full score as estimated from a stored subset. It is never ranked among full runs. */
export type ScoreEstimate = NonNullable<NonNullable<generated.RunEstimateQuery["run"]>["estimate"]>;
/** The questions that a run should be asked next. */
export type NextQuestions = generated.NextQuestionsQuery["nextQuestions"];
/** A question whose answer key is suspected. */
export type KeySuspect = generated.KeySuspectsQuery["keySuspects"]["nodes"][number];
/** A page of questions whose answer keys are suspected. */
export interface KeySuspectPage
  extends Connection<KeySuspect>,
    Pick<generated.KeySuspectsQuery["keySuspects"], "evidence" | "leftOut" | "uncounted" | "withheld"> {}
/** A maintainer's decision about the answer key of a question. */
export type KeyReview = generated.KeyReviewFieldsFragment;
/** The result of `reviewKey`. */
export type ReviewedKey = generated.ReviewKeyMutation["reviewKey"];
/** The problems of the questions of a benchmark. */
export type HealthReport = generated.BenchmarkHealthQuery["benchmarkHealth"];
/** A problem of one question. */
export type HealthFinding = HealthReport["findings"]["nodes"][number];
/** A problem that a question can have. */
export type HealthProblem = generated.HealthProblem;
/** The number of questions that is needed to distinguish two models. */
export type ComparisonPlan = generated.ComparisonPlanQuery["comparisonPlan"];
/** The ability θ of a run, with its standard error. */
export type Ability = NonNullable<NonNullable<generated.RunAbilityQuery["run"]>["ability"]>;
/** A group of runs that differ only in their seed. */
export type RunGroup = generated.RunGroupsQuery["runGroups"]["nodes"][number];
/** The owner of the API key in use. */
export type Viewer = NonNullable<generated.ViewerQuery["viewer"]>;
/** An API key of one person or program, without its secret. */
export type ApiKey = generated.ApiKeyFieldsFragment;
/** One change that was made with an API key, or one failed attempt. */
export type AuditLogEntry = generated.AuditLogQuery["auditLog"]["nodes"][number];
/** The maintainers of a benchmark, after a change. */
export type Maintainers = generated.AddMaintainerMutation["addMaintainer"];
/** The dates, required fields and boards of a challenge. */
export type Challenge = generated.ChallengeFieldsFragment;
/** The leaderboard of a benchmark when its challenge closed. */
export type FinalBoard = NonNullable<generated.FinalBoardQuery["finalBoard"]>;
/** A public key with which final boards are signed. */
export type SigningKey = generated.SigningKeysQuery["signingKeys"][number];
/** When a signing key was revoked, and the keys that are still published. */
export type RevokedSigningKey = generated.RevokeSigningKeyMutation["revokeSigningKey"];
/** What the shown scores of a benchmark tell about its hidden answers. */
export type DisclosedScores = generated.DiscloseScoresMutation["discloseScores"];
export type Disclosure = NonNullable<generated.DisclosureQuery["disclosure"]>;
/** How many runs of each owner may be scored on a benchmark; null for no limit. */
export type BenchmarkQuota = generated.SetSubmissionQuotaMutation["setSubmissionQuota"];
/** A new API key, with its secret. */
export type CreatedApiKey = generated.CreateApiKeyMutation["createApiKey"];
/** A new API key with its secret, and the API key that it replaces. */
export type RotatedApiKey = generated.RotateApiKeyMutation["rotateApiKey"];

/** A comparison of two runs over the same questions. */
export type RunComparison = generated.ComparisonFieldsFragment & {
  /** The questions on which the two runs' scores differ, in the order of the release. */
  readonly disagreements: ReversiblePaged<Question>;
  /** The disagreements on which the run on the given side has the higher score. */
  readonly betterOn: (side: generated.ComparisonSide) => ReversiblePaged<Question>;
};
/** Comparisons of several runs with one reference. */
export interface ReferenceComparison {
  /** One for each run: `a` is the run, `b` the reference. */
  readonly comparisons: readonly RunComparison[];
  /** The questions that exactly one run has right: one list for each run, the reference first. */
  readonly uniquelyRight: readonly {
    /** The run's id. */
    readonly run: string;
    /** The number of `questions`. */
    readonly questionCount: number;
    /** The questions that only this run has right, in the order of the release. */
    readonly questions: ReversiblePaged<Question>;
  }[];
}
type Contrast = generated.ModalityDiagnosticsQuery["modalityDiagnostics"]["contrasts"][number];
/** A run with more inputs compared with one with fewer. */
export type ModalityContrast = Pick<Contrast, "without" | "with" | "added"> & {
  /** `a` is the run with more inputs. */
  readonly comparison: RunComparison;
  /** The number of questions in `gained`. */
  readonly gainedCount: number;
  /** The questions that only the run with more inputs answers correctly. */
  readonly gained: ReversiblePaged<Question>;
  /** The number of questions in `lost`. */
  readonly lostCount: number;
  /** The questions that only the run with fewer inputs answers correctly. */
  readonly lost: ReversiblePaged<Question>;
};
/** The questions that need a modality. */
export type ModalityNeed = generated.ModalityDiagnosticsQuery["modalityDiagnostics"]["needs"][number] & {
  /** The number of `questions`, which equals `gained`. */
  readonly questionCount: number;
  /** The questions that are right in every run with the modality and in no run without it. */
  readonly questions: ReversiblePaged<Question>;
};
/** The effect of each modality on one model's score. */
export interface ModalityDiagnostics {
  /** Each pair of runs in which one has all inputs of the other, and more. */
  readonly contrasts: readonly ModalityContrast[];
  /** One entry for each modality that some but not all of the runs had. */
  readonly needs: readonly ModalityNeed[];
}

type Looks = generated.NodeQuery;
/** Any object with an id; `__typename` names its type. */
export type Node =
  | Exclude<NonNullable<Looks["node"]>, { readonly __typename: "Benchmark" | "PublishedResult" }>
  | Extract<NonNullable<Looks["other"]>, { readonly __typename: "Benchmark" | "PublishedResult" }>;

/** The changes to a model's description. */
export type ModelChanges = Omit<generated.UpdateModelInput, "model">;

/** The changes to a run's description. */
export type RunChanges = Omit<generated.UpdateRunInput, "run">;

/** The client makes an idempotency key if none is given, so that it can repeat the call. */
type WithOptionalKey<T> = Omit<T, "idempotencyKey"> & {
  readonly idempotencyKey?: string | undefined;
};
/** A whole run with an array of at most 10,000 predictions. */
export type ValidateRunOptions = WithOptionalKey<generated.SubmitRunInput>;
/** A whole run with predictions from any source. */
export type SubmitRunOptions = Omit<ValidateRunOptions, "predictions"> & {
  /** The predictions, from an array, another iterable, a stream or a file. */
  readonly predictions: PredictionSource;
};
/** A run to open, whose predictions follow in pieces. */
export type CreateRunOptions = WithOptionalKey<generated.CreateRunInput>;

export type {
  AnswerAccess,
  AnswerCorrectionInput,
  AnswerFormat,
  AudioType,
  AudioTypeFilter,
  AuditLogFilter,
  Board,
  ChallengeField,
  ChooseFinalRunsInput,
  ComparisonSide,
  ConfigureChallengeInput,
  Confirmations,
  CorrectAnswersInput,
  CreateApiKeyInput,
  DateTimeRange,
  Denominators,
  Dimension,
  DiscloseScoresInput,
  FloatRange,
  IntRange,
  ItemOrder,
  ItemOrderField,
  ItemStatisticsFilter,
  KeyScope,
  KeyVerdict,
  LeaderboardOrder,
  LeaderboardOrderField,
  Level,
  MaintainerInput,
  MergeOwnersInput,
  Modality,
  ModelCardInput,
  ModelInput,
  MovePrivateBoardInput,
  OrderDirection,
  Outcome,
  PredictionFilter,
  PredictionInput,
  PreviewCorrectionsInput,
  PublishedResultFilter,
  QuestionFilter,
  QuestionOrder,
  QuestionOrderField,
  ReviewKeyInput,
  RotateApiKeyInput,
  RowIssueCode,
  RunFilter,
  RunOrder,
  RunOrderField,
  RunStatus,
  SeparateOwnerInput,
  SetSubmissionQuotaInput,
  Severity,
  SplitLeaderboardInput,
  StoreSubsetInput,
  SubsetMethod,
  TakeItemSnapshotInput,
  UseReleaseInput,
  VideoFilter,
  VideoOrder,
  VideoOrderField,
  Visibility,
} from "./generated/operations.ts";
