import { readLiteral } from "../../scorers/answer-literal.ts";
import { type BoxParts, boxesOfKey, boxParts, boxScore, instanceScore, readBoxes } from "../../scorers/box-parts.ts";
import { meanFrameOverlap } from "../../scorers/frame-boxes.ts";
import { meanOf, rootMeanSquare, type TaskMetric } from "./task-figure.ts";

/**
 * AVL: 0.7 · the mean of the questions' mean IoU + 0.3 · (1 − tanh(RMSE)), where RMSE is computed over the questions'
 * numbers of unmatched boxes. The second part is 0 if no question has a correct category.
 *
 * For an answer without a JSON object, the official code uses 0 as the error, and so does the official figure here. The
 * strict figure uses the number of the key's boxes, as in eq. 26. For the mean IoU, the official code divides by the
 * number of boxes plus 0.00001. This metric divides by the number of boxes, as in eq. 25.
 * @see AVI-Bench, appendix G.1.3, eqs. 25 to 28; eval/level_metrics/score_bbox.py, `eval_avl`
 */
export const localizationMetric: TaskMetric<"boxes", BoxParts> = {
  kind: "boxes",
  read: (text, key) => {
    const literal = readLiteral(text, "{");
    if (!(literal instanceof Map) || key.size === null) return null;
    return boxParts(readBoxes(literal, key.size), boxesOfKey(key));
  },
  unread: () => ({ overlap: 0, unmatched: 0, known: false }),
  nothing: (key) => ({ overlap: 0, unmatched: boxesOfKey(key).length, known: false }),
  skips: () => false,
  combine: (samples) => {
    const overlap = meanOf(samples.map((sample) => sample.overlap));
    const rmse = rootMeanSquare(samples.map(({ unmatched }) => unmatched));
    const instances = samples.some(({ known }) => known) ? instanceScore(rmse) : 0;
    const parts = [
      { name: "MEAN_IOU", value: overlap },
      { name: "INSTANCE", value: instances },
      { name: "RMSE", value: rmse },
    ] as const;
    return { value: boxScore(overlap, instances), parts };
  },
};

/**
 * AVLG: the mean of the videos' mean IoU. In the official figure, an unreadable answer counts as an answer without
 * boxes. By eq. 49, such an answer is right for frames without a box in the key. In the strict figure, an unreadable
 * answer scores 0.
 * @see AVI-Bench, appendix G.1.6, eqs. 49 to 51; eval/level_metrics/level_score.py, `eval_avlg`
 */
export const groundingMetric: TaskMetric<"boxes", number> = {
  kind: "boxes",
  read: (text, { boxes, size }) => {
    const literal = readLiteral(text, "{");
    return literal instanceof Map && size !== null ? meanFrameOverlap(literal, boxes, size) : null;
  },
  unread: ({ boxes, size }) => (size === null ? 0 : meanFrameOverlap(new Map(), boxes, size)),
  nothing: () => 0,
  skips: () => false,
  combine: (samples) => ({ value: meanOf(samples), parts: [] }),
};
