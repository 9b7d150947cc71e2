/** What is wrong with a question, from the worst to the mildest. */
export const HEALTH_PROBLEMS = [
  "SUSPECTED_KEY",
  "NEGATIVE_DISCRIMINATION",
  "ALL_WRONG",
  "ALL_RIGHT",
  "DUPLICATE",
  "ANSWERED_WITHOUT_MEDIA",
  "OFTEN_UNPARSED",
] as const;
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

export interface HealthFinding {
  readonly problem: HealthProblem;
  /** The question's ordinal. */
  readonly question: number;
  /**
   * How strong the evidence is: the likelihood ratio's logarithm of a suspected key, the correlation of a negative
   * discrimination, the number of runs that are all right or wrong, the similarity of a duplicate, the difference that
   * the media make, the share of unparsed responses.
   */
  readonly figure: number;
  /** The other question of a duplicate. */
  readonly other: number | null;
}
