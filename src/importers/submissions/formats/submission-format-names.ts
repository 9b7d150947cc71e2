/** What `--format` takes, besides `auto`. Nothing else is here: help texts list them and load no reader. */
export const SUBMISSION_FORMATS = [
  "omnidex",
  "lmms-eval",
  "vlmevalkit",
  "omnivideobench",
  "mmworld",
  "avi-bench",
  "inspect",
] as const;
export type SubmissionFormatName = (typeof SUBMISSION_FORMATS)[number];
