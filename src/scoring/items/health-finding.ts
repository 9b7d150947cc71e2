/** The problems that a question can have, from the worst to the mildest. */
export const HEALTH_PROBLEMS = [
  "SUSPECTED_KEY",
  "AMBIGUOUS_KEY",
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
   * How strong the evidence is: the likelihood ratio's logarithm of a suspected key, or of an ambiguous one when it was
   * reviewed, the correlation of a negative
   * discrimination, the number of runs that are all right or wrong, the similarity of a duplicate or repeated question, the
   * share of the models that keep their right answer without video or audio, the share of unparsed responses.
   */
  readonly figure: number;
  /** The earlier question that a duplicate or repeated question resembles. */
  readonly other: number | null;
}
