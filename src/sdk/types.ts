import type * as generated from "./generated/operations.ts";

/** A benchmark with its current release, tasks, categories and audio types. */
export type Benchmark = generated.BenchmarkFieldsFragment;
/** A question with what a model is to be given, and its answer where that may be seen. */
export type Question = generated.QuestionFieldsFragment;
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
/** How much of a slice has each value of one dimension. */
export type Facet = generated.FacetsQuery["facets"][number];
/** The score of one value, or pair of values. */
export type BreakdownCell = NonNullable<generated.BreakdownQuery["run"]>["breakdown"][number];
/** What became of one call of `appendPredictions`. */
export type AppendedPredictions = generated.AppendPredictionsMutation["appendPredictions"];
/** A run that was submitted, with what was to be said of its rows. */
export type SubmittedRun = Run & { readonly report: ValidationReport };

type Looks = generated.NodeQuery;
/** Anything that has an id; `__typename` says what it is. */
export type Node =
  | Exclude<NonNullable<Looks["node"]>, { readonly __typename: "Benchmark" | "PublishedResult" }>
  | Extract<NonNullable<Looks["other"]>, { readonly __typename: "Benchmark" | "PublishedResult" }>;

/** Its idempotency key is made where it is not given. */
type WithOptionalKey<T extends { readonly idempotencyKey: string }> = Omit<T, "idempotencyKey"> & {
  readonly idempotencyKey?: string | undefined;
};
export type SubmitRunOptions = WithOptionalKey<generated.SubmitRunInput>;
export type CreateRunOptions = WithOptionalKey<generated.CreateRunInput>;

export type {
  AnswerAccess,
  AnswerFormat,
  AudioType,
  AudioTypeFilter,
  Dimension,
  FloatRange,
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
