import type { ItemFit } from "../../../src/scoring/items/item-fit.ts";
import type { ScoreTable } from "../../../src/scoring/items/item-scores.ts";

const normal = (value: number, { mean, deviation }: { mean: number; deviation: number }): number =>
  -((value - mean) ** 2) / (2 * deviation ** 2);

const bernoulli = (score: number, logit: number): number => {
  const p = 1 / (1 + Math.exp(-logit));
  return score * Math.log(p) + (1 - score) * Math.log(1 - p);
};

/** The logarithm of the posterior of a question's parameters for known abilities, up to a constant. */
export function itemPosterior(
  fit: ItemFit,
  table: ScoreTable,
  weights: Float64Array,
  question: number,
  a: number,
  c: number,
): number {
  let sum = normal(a, fit.prior.discrimination) + normal(c, fit.prior.intercept);
  for (let run = 0; run < table.runs; run++) {
    const score = table.scores[question * table.runs + run] ?? Number.NaN;
    if (!Number.isNaN(score)) sum += (weights[run] ?? 0) * bernoulli(score, a * (fit.abilities[run] ?? 0) + c);
  }
  return sum;
}

/** The mode of a question's posterior by a search that halves its steps: slow, and without a derivative. */
export function naiveMode(fit: ItemFit, table: ScoreTable, weights: Float64Array, question: number): [number, number] {
  const height = (a: number, c: number): number => itemPosterior(fit, table, weights, question, a, c);
  let [a, c, best] = [0, 0, height(0, 0)];
  for (let step = 1; step > 1e-6; ) {
    const moves: [number, number][] = [-1, 0, 1].flatMap((x) =>
      [-1, 0, 1].map((y): [number, number] => [a + x * step, c + y * step]),
    );
    const [nextA, nextC] = moves.reduce(
      (top, move) => (height(move[0], move[1]) > height(top[0], top[1]) ? move : top),
      [a, c],
    );
    const next = height(nextA, nextC);
    if (next > best) [a, c, best] = [nextA, nextC, next];
    else step /= 2;
  }
  return [a, c];
}

/** θ at which the derivative of a run's posterior is 0, by bisection. */
export function naiveAbility(fit: ItemFit, table: ScoreTable, run: number): number {
  const slope = (theta: number): number => {
    let sum = -theta;
    for (let question = 0; question < table.questions; question++) {
      const score = table.scores[question * table.runs + run] ?? Number.NaN;
      const a = fit.discrimination[question] ?? 0;
      if (!Number.isNaN(score)) sum += a * (score - 1 / (1 + Math.exp(-(a * theta + (fit.intercept[question] ?? 0)))));
    }
    return sum;
  };
  let [low, high] = [-20, 20];
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The modes of all runs' abilities, with mean 0 and deviation 1. Before this scaling, they lie further apart than the
 * abilities of the fit, because the priors shrink the questions' parameters.
 */
export function naiveAbilities(fit: ItemFit, table: ScoreTable): number[] {
  const modes = Array.from({ length: table.runs }, (_, run) => naiveAbility(fit, table, run));
  const mean = modes.reduce((sum, value) => sum + value, 0) / modes.length;
  const deviation = Math.sqrt(modes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / modes.length);
  return modes.map((value) => (value - mean) / deviation);
}

/** Pearson's correlation of two columns; pairs with a `NaN` are left out. */
export function correlationOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const pairs = Array.from(
    { length: one.length },
    (_, at) => [one[at] ?? Number.NaN, other[at] ?? Number.NaN] as const,
  ).filter(([x, y]) => !Number.isNaN(x) && !Number.isNaN(y));
  const mean = (at: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const product = (f: (pair: readonly [number, number]) => number): number =>
    pairs.reduce((sum, pair) => sum + f(pair), 0);
  const cross = product((pair) => (pair[0] - x) * (pair[1] - y));
  return cross / Math.sqrt(product((pair) => (pair[0] - x) ** 2) * product((pair) => (pair[1] - y) ** 2));
}

/** Spearman's rank correlation: Pearson's of the ranks, where equal values share their mean rank. */
export const rankCorrelation = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  const known = Array.from({ length: one.length }, (_, at) => at).filter(
    (at) => !Number.isNaN(one[at] ?? Number.NaN) && !Number.isNaN(other[at] ?? Number.NaN),
  );
  return correlationOf(ranks(known.map((at) => one[at] ?? 0)), ranks(known.map((at) => other[at] ?? 0)));
};

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const found = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end++;
    for (let at = start; at < end; at++) found[order[at] ?? 0] = (start + end - 1) / 2;
    start = end;
  }
  return found;
}
