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

/** The formats of a file that `omnidex questions` writes, by extension. */
export const QUESTION_FILE_FORMATS = ["ndjson", "json", "csv", "parquet"] as const;
export type QuestionFileFormat = (typeof QUESTION_FILE_FORMATS)[number];

/** The formats of a table that are not formats of a file. */
export const TABLE_ONLY_FORMATS = ["table", "md", "latex"] as const;
export type TableOnlyFormat = (typeof TABLE_ONLY_FORMATS)[number];
