import { studentQuantile } from "./distributions.ts";
import { Z_95 } from "./wilson-interval.ts";

/** Degrees of freedom are rounded down to a tenth, or to a whole number from here on. */
const FINE = 100;
/** From here on, the quantile is that of the normal distribution to four digits. */
const MANY = 20_000;

const known = new Map<number, number>();

/**
 * The two-sided 95 % quantile of Student's t. The degrees of freedom are rounded down, so the quantile is never too small.
 * @param freedom above 0; from 0.1
 */
export function student95(freedom: number): number {
  if (freedom >= MANY) return Z_95;
  const rounded = freedom >= FINE ? Math.floor(freedom) : Math.max(1, Math.floor(freedom * 10)) / 10;
  const quantile = known.get(rounded) ?? studentQuantile(0.05, rounded);
  known.set(rounded, quantile);
  return quantile;
}
