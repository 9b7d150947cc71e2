import { readLiteral } from "./answer-literal.ts";
import { boxesOfKey, boxParts, boxScore, instanceScore, readBoxes } from "./box-parts.ts";
import { graded, malformed, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * BOXES: 0.7 · mean IoU over the key's boxes + 0.3 · (1 − tanh(E)), where E is the number of unmatched boxes of the
 * key. The key's boxes are matched in order, each with the unmatched box of the answer that has the same category and
 * the largest overlap. The second part is 0 if no category is correct. The official score applies tanh to the root mean
 * square of E over the dataset, so it is a separate metric (`../metrics/avi-tasks/`). Malformed boxes are ignored; an
 * answer without a valid box is malformed.
 * @see AVI-Bench, appendix G.1.3, eqs. 21 to 28; eval/level_metrics/score_bbox.py, `eval_avl`
 */
export const boxesScorer: Scorer = {
  name: "boxes",
  version: "1",
  unscored: (key) => (key.kind !== "boxes" ? "unscored-key" : key.size === null ? "no-picture-size" : null),
  score(extraction, key) {
    if (key.kind !== "boxes" || key.size === null) return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const literal = readLiteral(extraction.answer, "{");
    if (!(literal instanceof Map)) return malformed('it contains no object such as {"dog_1": [0, 0, 0.5, 0.5]}');
    const boxes = readBoxes(literal, key.size);
    if (boxes.length === 0 && literal.size > 0) return malformed("none of its boxes is [left, top, right, bottom]");
    const { overlap, unmatched, known } = boxParts(boxes, boxesOfKey(key));
    return graded(boxScore(overlap, known ? instanceScore(unmatched) : 0));
  },
};
