import type { Box } from "../../domain/import-batch.ts";
import { type Literal, readLiteral } from "./answer-literal.ts";

/** A box by its corners, in pixels. */
export type Corners = readonly [left: number, top: number, right: number, bottom: number];

/** A key's box by its corners, eq. 21. */
export const cornersOf = ([x, y, width, height]: Box): Corners => [x, y, x + width, y + height];

/** Intersection over union, eq. 24; 0 where both are empty. */
export function overlap(one: Corners, other: Corners): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  const common = Math.max(0, width) * Math.max(0, height);
  const union = area(one) + area(other) - common;
  return union > 0 ? common / union : 0;
}

const area = ([left, top, right, bottom]: Corners): number => (right - left) * (bottom - top);

/** Four finite numbers, as a list or as a text that holds one; null for anything else, reversed boxes among it. */
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
 * Models are asked for fractions of the image, but also write thousandths and pixels: up to 1.5 it is a fraction, up to
 * 1001 thousandths, beyond that pixels.
 * @see eval/level_metrics/score_bbox.py, `eval_avl`
 */
export function inPixels(box: Corners, [width, height]: readonly [number, number]): Corners {
  const largest = Math.max(...box.map(Math.abs));
  if (largest > 1001) return box;
  const scale = largest > 1.5 ? 0.001 : 1;
  return [box[0] * scale * width, box[1] * scale * height, box[2] * scale * width, box[3] * scale * height];
}
