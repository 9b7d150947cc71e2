import type { Box } from "../../domain/import-batch.ts";
import { type Literal, type LiteralMap, readLiteral } from "./answer-literal.ts";
import { cornersOf, inPixels, overlap, readCorners } from "./box-overlap.ts";
import { graded, malformed, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * FRAME_BOXES: the mean IoU over the key's frames. A frame scores 1 if neither the key nor the answer has a box in it,
 * and 0 if only one of them does. A frame that the answer omits has no box. A malformed box has an overlap of 0.
 * @see AVI-Bench, appendix G.1.6, eqs. 44 to 51; eval/level_metrics/level_score.py, `eval_avlg`
 */
export const frameBoxesScorer: Scorer = {
  name: "frame-boxes",
  version: "1",
  unscored: (key) => (key.kind !== "boxes" ? "unscored-key" : key.size === null ? "no-picture-size" : null),
  score(extraction, key) {
    if (key.kind !== "boxes" || key.size === null) return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    const literal = readLiteral(extraction.answer, "{");
    if (!(literal instanceof Map)) return malformed('it contains no object such as {"frame_0": [0, 0, 0.5, 0.5]}');
    return graded(meanFrameOverlap(literal, key.boxes, key.size));
  },
};

/** The mean IoU over the key's frames; 0 if the key has no frames. @see AVI-Bench, appendix G.1.6, eq. 50 */
export function meanFrameOverlap(
  answer: LiteralMap,
  truth: Readonly<Record<string, Box | null>>,
  size: readonly [number, number],
): number {
  const frames = Object.entries(truth);
  const sum = frames.reduce((total, [frame, box]) => total + scoreFrame(box, answer.get(frame), size), 0);
  return frames.length === 0 ? 0 : sum / frames.length;
}

function scoreFrame(truth: Box | null, value: Literal | undefined, size: readonly [number, number]): number {
  const absent = value === undefined || value === null;
  if (truth === null) return absent ? 1 : 0;
  const corners = absent ? null : readCorners(value);
  return corners === null ? 0 : overlap(cornersOf(truth), inPixels(corners, size));
}
