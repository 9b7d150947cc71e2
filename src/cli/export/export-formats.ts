/** The formats of a run's file, as the server names them. */
export const RUN_FORMATS = [
  "omnidex",
  "csv",
  "parquet",
  "lmms-eval",
  "lmms-eval-results",
  "eee",
  "eee-instances",
  "inspect",
  "hf-eval-results",
  "model-card",
] as const;
export type RunFormat = (typeof RUN_FORMATS)[number];

/** The formats of a file of questions. */
export const QUESTION_FORMATS = ["ndjson", "csv", "parquet"] as const;
export type QuestionFormat = (typeof QUESTION_FORMATS)[number];
