import type { AnswerKey, Box } from "../../domain/import-batch.ts";
import { type Literal, type LiteralMap, readLiteral } from "./answer-literal.ts";
import { graded, malformed, type Scorer, UNSCORED, unread } from "./scorer.ts";

/** A box as its corners, in pixels. */
type Corners = readonly [left: number, top: number, right: number, bottom: number];

/** The corners of a box of an answer key. @see AVI-Bench, appendix G.1.3, eq. 21 */
const cornersOf = ([x, y, width, height]: Box): Corners => [x, y, x + width, y + height];

/** Intersection over union; 0 if both boxes are empty. @see AVI-Bench, appendix G.1.3, eq. 24 */
function overlap(one: Corners, other: Corners): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  const common = Math.max(0, width) * Math.max(0, height);
  const union = area(one) + area(other) - common;
  return union > 0 ? common / union : 0;
}

const area = ([left, top, right, bottom]: Corners): number => (right - left) * (bottom - top);

/**
 * Reads four finite numbers from a list, or from a text that contains a list. Returns null for anything else, and for
 * reversed boxes.
 */
function readCorners(value: Literal | undefined): Corners | null {
  const list = typeof value === "string" ? readLiteral(value, "[") : value;
  if (!Array.isArray(list) || list.length !== 4) return null;
  const [left, top, right, bottom] = list.map((item) => (typeof item === "string" ? Number(item) : item));
  if (!isFinite4(left, top, right, bottom)) return null;
  const corners = [left, top, right, bottom] as unknown as Corners;
  return corners[0] <= corners[2] && corners[1] <= corners[3] ? corners : null;
}

const isFinite4 = (...values: unknown[]): boolean => values.every((value) => Number.isFinite(value));

/**
 * Converts a box to pixels. Models are asked for fractions of the image, but some write thousandths or pixels. Numbers
 * up to 1.5 are read as fractions, up to 1001 as thousandths, and above that as pixels.
 * @see eval/level_metrics/score_bbox.py, `eval_avl`
 */
function inPixels(box: Corners, [width, height]: readonly [number, number]): Corners {
  const largest = Math.max(...box.map(Math.abs));
  if (largest > 1001) return box;
  const scale = largest > 1.5 ? 0.001 : 1;
  return [box[0] * scale * width, box[1] * scale * height, box[2] * scale * width, box[3] * scale * height];
}

// All equations in this file are AVI-Bench's, appendix G.1.

/** α, the weight of the mean overlap in the score, eq. 28. */
const OVERLAP_WEIGHT = 0.7;

interface NamedBox {
  readonly category: string;
  readonly corners: Corners;
}

/** The contribution of one answer to AVL's score. */
export interface BoxParts {
  /** The mean intersection over union of the key's boxes, eq. 25. */
  readonly overlap: number;
  /** E, the number of the key's boxes without a match, eq. 26. */
  readonly unmatched: number;
  /** Whether any box of the answer has a category of the key. */
  readonly known: boolean;
}

/** The category of an instance: "person" for "person_1" and "person_2". */
const categoryOf = (name: string): string => name.replace(/_\d+$/, "").toLowerCase();

const namedBox = (name: string, box: Box): NamedBox => ({ category: categoryOf(name), corners: cornersOf(box) });

/** The valid boxes of an answer. */
export function readBoxes(literal: LiteralMap, size: readonly [number, number]): NamedBox[] {
  return [...literal].flatMap(([name, value]) => {
    const corners = readCorners(value);
    return corners === null ? [] : [{ category: categoryOf(name), corners: inPixels(corners, size) }];
  });
}

/** The boxes of a key. */
export const boxesOfKey = ({ boxes }: Extract<AnswerKey, { kind: "boxes" }>): NamedBox[] =>
  Object.entries(boxes).flatMap(([name, box]) => (box === null ? [] : [namedBox(name, box)]));

/** The contribution of an answer's boxes, given the key's boxes. @see AVI-Bench, appendix G.1.3, eqs. 21 to 26 */
export function boxParts(boxes: readonly NamedBox[], truth: readonly NamedBox[]): BoxParts {
  if (truth.length === 0) return { overlap: boxes.length === 0 ? 1 : 0, unmatched: 0, known: boxes.length === 0 };
  const overlaps = matchGreedily(boxes, truth);
  return {
    overlap: overlaps.reduce((sum, value) => sum + value, 0) / truth.length,
    unmatched: overlaps.filter((value) => value === 0).length,
    known: truth.some((one) => boxes.some((other) => other.category === one.category)),
  };
}

/** The overlap of each of the key's boxes with the answer's box that is matched with it, eq. 23; 0 without a match. */
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

/**
 * The part of the score that depends on the unmatched boxes: eq. 17 with k = 1, as in the official code.
 * @param error E of one question, or the root mean square of E over a dataset
 */
export const instanceScore = (error: number): number => 1 - Math.tanh(error);

/** AVL's score from its two parts, eq. 28. */
export const boxScore = (meanOverlap: number, instances: number): number =>
  OVERLAP_WEIGHT * meanOverlap + (1 - OVERLAP_WEIGHT) * instances;

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
