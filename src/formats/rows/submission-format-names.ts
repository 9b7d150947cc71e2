/** The values of `--format`, besides `auto`. In a module of their own, so that help texts need not load the readers. */
export const SUBMISSION_FORMATS = [
  "omnidex",
  "lmms-eval",
  "vlmevalkit",
  "omnivideobench",
  "mmworld",
  "avi-bench",
  "inspect",
  "eee",
] as const;
export type SubmissionFormatName = (typeof SUBMISSION_FORMATS)[number];
