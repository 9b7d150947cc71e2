import type { AnswerKey, Box } from "../../domain/import-batch.ts";
import type { LiteralMap } from "./answer-literal.ts";
import { type Corners, cornersOf, inPixels, overlap, readCorners } from "./box-overlap.ts";

// All equations in this file are AVI-Bench's, appendix G.1.

/** α, the weight of the mean overlap in the score, eq. 28. */
const OVERLAP_WEIGHT = 0.7;

export interface NamedBox {
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
