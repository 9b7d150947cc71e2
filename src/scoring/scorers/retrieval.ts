import { readIndices, retrievalParts, retrievalScore } from "./retrieval-parts.ts";
import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * RETRIEVAL: ((R@1 + R@3)/2 + F1)/2, multiplied by 0.3 if the answer has more than six indices. As in the official
 * code, indices are sorted and repeated indices count once, so R@1 and R@3 use the smallest indices. The penalty for
 * giving many questions the same answer (eqs. 32 to 34) is defined over the whole dataset, so it is part of the task's
 * score (`../metrics/avi-tasks/`) and not of the question's.
 * @see AVI-Bench, appendix G.1.4, eqs. 29 to 40; eval/level_metrics/level_score.py, `eval_retrieval`
 */
export const retrievalScorer: Scorer = {
  name: "retrieval",
  version: "2",
  unscored: requiresKind("indices"),
  score(extraction, key) {
    if (key.kind !== "indices") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const indices = readIndices(extraction.answer);
    if (typeof indices === "string") return malformed(indices);
    const { first, third, f1, confidence } = retrievalParts(indices, new Set(key.indices));
    return graded(confidence * retrievalScore(first, third, f1));
  },
};
