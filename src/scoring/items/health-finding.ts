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
   * How strong the evidence is. For a suspected key, the logarithm of the likelihood ratio of the proposed option to
   * the key. For an ambiguous key, that logarithm at the time of the review, or NaN if none was recorded. For a
   * negative discrimination, the item-rest correlation. For questions that all runs or no runs answer correctly, the
   * number of runs that were asked. For duplicates and repeated questions, the similarity to `other`. For questions
   * answered without a modality: of the models that answer correctly with the modality, the share that also answer
   * correctly without it. For often unparsed responses, the share of unparsed responses.
   */
  readonly figure: number;
  /** The earlier question that a duplicate or repeated question resembles. */
  readonly other: number | null;
}
