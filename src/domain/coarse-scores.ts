/** The note beside coarse scores, which are shown because exact scores would reveal hidden answers. */
export const COARSE_SCORES =
  "This benchmark keeps its answers secret. Scores are rounded, and a run that does not clearly beat its owner's best run shows the score of that run.";
