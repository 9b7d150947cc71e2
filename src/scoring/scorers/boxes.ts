import type { Box } from "../../domain/import-batch.ts";
import { type LiteralMap, readLiteral } from "./answer-literal.ts";
import { type Corners, cornersOf, inPixels, overlap, readCorners } from "./box-overlap.ts";
import { graded, malformed, type Scorer, UNSCORED, unread } from "./scorer.ts";

/** The weight of the mean overlap in the score, eq. 28. */
const OVERLAP_WEIGHT = 0.7;

interface NamedBox {
  readonly category: string;
  readonly corners: Corners;
}

/**
 * BOXES: 0.7 · mean IoU over the key's boxes + 0.3 · (1 − tanh(E)), where E is how many of them found no partner. Each
 * takes, in its turn, the best free box of its category. The second part is 0 where no category is right. The official score takes
 * the root of the mean of E² over the data set before tanh. A box that is none does not count; an answer without any is
 * malformed.
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
    if (!(literal instanceof Map)) return malformed('there is no object such as {"dog_1": [0, 0, 0.5, 0.5]} in it');
    const boxes = readBoxes(literal, key.size);
    if (boxes.length === 0 && literal.size > 0) return malformed("none of its boxes is [left, top, right, bottom]");
    const truth = Object.entries(key.boxes).flatMap(([name, box]) => (box === null ? [] : [namedBox(name, box)]));
    return graded(scoreBoxes(boxes, truth));
  },
};

/** "person_1" and "person_2" are persons. */
const categoryOf = (name: string): string => name.replace(/_\d+$/, "").toLowerCase();

const namedBox = (name: string, box: Box): NamedBox => ({ category: categoryOf(name), corners: cornersOf(box) });

function readBoxes(literal: LiteralMap, size: readonly [number, number]): NamedBox[] {
  return [...literal].flatMap(([name, value]) => {
    const corners = readCorners(value);
    return corners === null ? [] : [{ category: categoryOf(name), corners: inPixels(corners, size) }];
  });
}

function scoreBoxes(boxes: readonly NamedBox[], truth: readonly NamedBox[]): number {
  if (truth.length === 0) return boxes.length === 0 ? 1 : 0;
  const overlaps = matchGreedily(boxes, truth);
  const mean = overlaps.reduce((sum, value) => sum + value, 0) / truth.length;
  const known = truth.some((one) => boxes.some((other) => other.category === one.category));
  const unmatched = overlaps.filter((value) => value === 0).length;
  const found = known ? 1 - Math.tanh(unmatched) : 0;
  return OVERLAP_WEIGHT * mean + (1 - OVERLAP_WEIGHT) * found;
}

/** The overlap of each of the key's boxes with its partner, eq. 23; 0 without one. */
function matchGreedily(boxes: readonly NamedBox[], truth: readonly NamedBox[]): number[] {
  const free = new Set(boxes);
  return truth.map((wanted) => {
    let best: NamedBox | null = null;
    let most = 0;
    for (const box of free) {
      const value = box.category === wanted.category ? overlap(wanted.corners, box.corners) : 0;
      if (value > most) [best, most] = [box, value];
    }
    if (best !== null) free.delete(best);
    return most;
  });
}
