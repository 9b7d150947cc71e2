import { countingLoss, countParts, isVisual, readCounts } from "./count-parts.ts";
import { graded, malformed, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * INSTANCE_COUNTS: the mean of two parts. The first part is how well the classes are named (F1 for AMIC, recall for
 * VMIC). The second part is 1 − tanh(0.3·E), where E is the question's mean counting error. The score is 0 if no class
 * is correct. The official score applies tanh to the root mean square of E over the dataset. It is not the mean of the
 * questions' scores, so it is a separate metric (`../metrics/avi-tasks/`).
 * @see AVI-Bench, appendix G.1.1 and G.1.2, eqs. 8 to 20; eval/level_metrics/level_score.py,
 *   `eval_multi_instance_cls_and_count`
 */
export const instanceCountsScorer: Scorer = {
  name: "instance-counts",
  version: "1",
  unscored: requiresKind("counts"),
  score(extraction, key, context) {
    if (key.kind !== "counts") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const counts = readCounts(extraction.answer);
    if (typeof counts === "string") return malformed(counts);
    const { semantic, error } = countParts(counts, new Map(Object.entries(key.counts)), isVisual(context.task));
    return graded(semantic === 0 ? 0 : (semantic + 1 - countingLoss(error)) / 2);
  },
};
