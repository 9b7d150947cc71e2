import type { Statistics } from "hyparquet";
import type { CodedValues } from "./parquet-values.ts";

type Bounds = Required<Pick<Statistics, "min_value" | "max_value">>;

/**
 * The least and the greatest value of a column chunk, and the number of entries without a value. Texts are ordered by
 * their UTF-8 bytes, as Parquet requires.
 */
export function statisticsOf({ values, places }: CodedValues): Statistics {
  let [least, greatest]: [unknown, unknown] = [undefined, undefined];
  for (const value of values) {
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    if (least === undefined || isBefore(value, least)) least = value;
    if (greatest === undefined || isBefore(greatest, value)) greatest = value;
  }
  let nulls = 0;
  for (const place of places) if (place < 0) nulls += 1;
  // If a bound is zero, Parquet requires -0 as the least value and 0 as the greatest, because readers may compare the
  // bits.
  const bounds = { min_value: least === 0 ? -0 : least, max_value: greatest === 0 ? 0 : greatest } as Bounds;
  return { ...(least !== undefined && bounds), null_count: BigInt(nulls) };
}

function isBefore(left: unknown, right: unknown): boolean {
  if (typeof left !== "string" || typeof right !== "string") return (left as number) < (right as number);
  const length = Math.min(left.length, right.length);
  let index = 0;
  while (index < length && left.charCodeAt(index) === right.charCodeAt(index)) index++;
  if (index === length) return left.length < right.length;
  return rank(left.charCodeAt(index)) < rank(right.charCodeAt(index));
}

/** The rank of a UTF-16 code unit. Halves of surrogate pairs come last: pairs stand for the highest code points. */
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);
