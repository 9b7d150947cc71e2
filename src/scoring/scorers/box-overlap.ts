import type { Box } from "../../domain/import-batch.ts";
import { type Literal, readLiteral } from "./answer-literal.ts";

/** A box as its corners, in pixels. */
export type Corners = readonly [left: number, top: number, right: number, bottom: number];

/** The corners of a box of an answer key. @see AVI-Bench, appendix G.1.3, eq. 21 */
export const cornersOf = ([x, y, width, height]: Box): Corners => [x, y, x + width, y + height];

/** Intersection over union; 0 if both boxes are empty. @see AVI-Bench, appendix G.1.3, eq. 24 */
export function overlap(one: Corners, other: Corners): number {
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
export function readCorners(value: Literal | undefined): Corners | null {
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
export function inPixels(box: Corners, [width, height]: readonly [number, number]): Corners {
  const largest = Math.max(...box.map(Math.abs));
  if (largest > 1001) return box;
  const scale = largest > 1.5 ? 0.001 : 1;
  return [box[0] * scale * width, box[1] * scale * height, box[2] * scale * width, box[3] * scale * height];
}
