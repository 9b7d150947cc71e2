import type { Item } from "../../../sdk/index.ts";

/** The two-parameter logistic model of a question. */
export type ItemModel = NonNullable<Item["model"]>;

/** A point of an item characteristic curve. */
export interface CurvePoint {
  /** The ability θ. */
  readonly ability: number;
  /** P(right | θ), from 0 to 1. */
  readonly share: number;
  /** The ends of the 95 % interval at this θ. */
  readonly lower: number;
  readonly upper: number;
}

/** The range of abilities of a drawn curve, in standard deviations of the runs' abilities. */
export const ABILITIES = { from: -3, to: 3 } as const;
const STEPS = 60;
/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

/**
 * A point of the curve. Its interval is the interval of the logit aθ + c, whose variance is θ²·Var(a) + 2θ·Cov(a, c) +
 * Var(c). The ability θ is treated as known.
 */
export function curveAt({ a, c, aError, cError, covariance }: ItemModel, ability: number): CurvePoint {
  const logit = a * ability + c;
  const variance = ability * ability * aError * aError + 2 * ability * covariance + cError * cError;
  const spread = Z * Math.sqrt(Math.max(0, variance));
  return { ability, share: logistic(logit), lower: logistic(logit - spread), upper: logistic(logit + spread) };
}

/** The curve over all abilities that are drawn. */
export const curveOf = (model: ItemModel): readonly CurvePoint[] =>
  Array.from({ length: STEPS + 1 }, (_, step) =>
    curveAt(model, ABILITIES.from + (step * (ABILITIES.to - ABILITIES.from)) / STEPS),
  );

/** The points that the table of a curve lists. */
export const tablePoints = (model: ItemModel): readonly CurvePoint[] =>
  [-2, -1, 0, 1, 2].map((ability) => curveAt(model, ability));
