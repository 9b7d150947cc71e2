/** What to say beside coarse scores, which stand for what hidden answers would tell exactly. */
export const COARSE_SCORES =
  "This benchmark keeps its answers secret. Scores are rounded, and a run that does not clearly beat its owner's best shows that one's score.";
