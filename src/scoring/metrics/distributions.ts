/** The natural logarithm of the gamma function. @see C. Lanczos (1964); coefficients g = 7, n = 9. @param x above 0 */
export function logGamma(x: number): number {
  const coefficients = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ];
  const shifted = x - 1;
  const sum = coefficients.reduce((total, value, index) => total + value / (shifted + index + 1), 0.9999999999998099);
  const base = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

/**
 * The regularised incomplete beta function I_x(a, b), by Lentz's continued fraction.
 * @see W. H. Press et al., "Numerical Recipes", 3rd edition (2007), section 6.4
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return (front * betaFraction(x, a, b)) / a;
}

const TINY = 1e-300;
const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

/**
 * The probability that a Student's t variable with `freedom` degrees of freedom is at least as far from 0 as `t`, on
 * either side.
 * @see M. Abramowitz and I. A. Stegun (1964), 26.7.1
 */
export function studentTwoSided(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** The `t` for which `studentTwoSided` returns `tail`, found by bisection. @param tail between 0 and 1 */
export function studentQuantile(tail: number, freedom: number): number {
  let low = 0;
  let high = 1;
  while (studentTwoSided(high, freedom) > tail && high < 1e12) high *= 2;
  let middle = high / 2;
  while (low < middle && middle < high) {
    if (studentTwoSided(middle, freedom) > tail) low = middle;
    else high = middle;
    middle = (low + high) / 2;
  }
  return middle;
}

/**
 * The `z` that a standard normal variable exceeds with probability `tail`; negative if `tail` is above ½. Computed as
 * the quantile of Student's t with 10⁹ degrees of freedom, which is accurate to six digits.
 */
export const normalQuantile = (tail: number): number =>
  tail > 0.5 ? -normalQuantile(1 - tail) : studentQuantile(2 * tail, 1e9);

/** The mean of some values and their standard deviation. */
interface MeanAndSpread {
  readonly mean: number;
  /** The sample standard deviation, with n − 1 in the denominator; null for a single value. */
  readonly standardDeviation: number | null;
}

/**
 * Mean and sample standard deviation, as MMWorld's Table 1 prints them over three seeds.
 * @param values at least one
 */
export function meanAndSpread(values: readonly number[]): MeanAndSpread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return { mean, standardDeviation: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardDeviation: Math.sqrt(squares / (values.length - 1)) };
}
