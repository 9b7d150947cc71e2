/** The problems that a question can have, from the worst to the mildest. */
export const HEALTH_PROBLEMS = [
  "SUSPECTED_KEY",
  "NEGATIVE_DISCRIMINATION",
  "ALL_WRONG",
  "ALL_RIGHT",
  "DUPLICATE",
  "ANSWERED_WITHOUT_VIDEO",
  "ANSWERED_WITHOUT_AUDIO",
  "OFTEN_UNPARSED",
  "REPEATED",
] as const;
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

export interface HealthFinding {
  readonly problem: HealthProblem;
  /** The question's ordinal. */
  readonly question: number;
  /**
   * How strong the evidence is. For a suspected key, the logarithm of the likelihood ratio. For a negative
   * discrimination, the correlation. For questions that all runs have right or wrong, the number of runs. For a
   * duplicate or repeated question, the similarity. For a question that is answered without video or audio, the share
   * of the models that keep their right answer. For unparsed responses, their share.
   */
  readonly figure: number;
  /** The earlier question that a duplicate or repeated question resembles. */
  readonly other: number | null;
}
