import type { ChosenQuestions, SubsetMethod } from "../../domain/representative-subset.ts";
import type { ItemFit } from "./item-fit.ts";
import { sampleIndexes } from "./seeded-random.ts";

const ROUNDS = 8;

/**
 * Clusters the questions by their parameters a and c, and takes the question nearest to each centre.
 * @see F. M. Polo et al. (2024), "tinyBenchmarks: evaluating LLMs with fewer examples", ICML, section 3.2, IRT anchors
 */
function chooseAnchors(
  { discrimination, intercept }: Pick<ItemFit, "discrimination" | "intercept">,
  candidates: Int32Array,
  size: number,
  random: () => number,
): ChosenQuestions {
  const x = Float64Array.from(candidates, (question) => discrimination[question] ?? 0);
  const y = Float64Array.from(candidates, (question) => intercept[question] ?? 0);
  const first = sampleIndexes(candidates.length, size, random);
  const centres = { x: Float64Array.from(first, (at) => x[at] ?? 0), y: Float64Array.from(first, (at) => y[at] ?? 0) };
  const of = new Int32Array(candidates.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < candidates.length; at++) of[at] = nearest(centres, x[at] as number, y[at] as number);
    moveCentres(centres, of, x, y);
  }
  return anchorsOf(candidates, of, centres, x, y);
}

interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

function nearest({ x, y }: Points, atX: number, atY: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let point = 0; point < x.length; point++) {
    const distance = ((x[point] as number) - atX) ** 2 + ((y[point] as number) - atY) ** 2;
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}

function moveCentres(centres: Points, of: Int32Array, x: Float64Array, y: Float64Array): void {
  const sums = { x: new Float64Array(centres.x.length), y: new Float64Array(centres.x.length) };
  const counts = new Float64Array(centres.x.length);
  for (let at = 0; at < of.length; at++) {
    const cluster = of[at] ?? 0;
    sums.x[cluster] = (sums.x[cluster] ?? 0) + (x[at] ?? 0);
    sums.y[cluster] = (sums.y[cluster] ?? 0) + (y[at] ?? 0);
    counts[cluster] = (counts[cluster] ?? 0) + 1;
  }
  for (let cluster = 0; cluster < counts.length; cluster++) {
    const count = counts[cluster] ?? 0;
    if (count === 0) continue;
    centres.x[cluster] = (sums.x[cluster] ?? 0) / count;
    centres.y[cluster] = (sums.y[cluster] ?? 0) / count;
  }
}

/** For each centre, in the order of the clusters, the nearest question that has not been chosen yet. */
function anchorsOf(
  candidates: Int32Array,
  of: Int32Array,
  centres: Points,
  x: Float64Array,
  y: Float64Array,
): ChosenQuestions {
  const counts = new Float64Array(centres.x.length);
  for (const cluster of of) counts[cluster] = (counts[cluster] ?? 0) + 1;
  const isTaken = new Uint8Array(candidates.length);
  const questions = Array.from(counts, (_, cluster) => {
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (let at = 0; at < candidates.length; at++) {
      if (isTaken[at] === 1) continue;
      const distance =
        ((x[at] ?? 0) - (centres.x[cluster] ?? 0)) ** 2 + ((y[at] ?? 0) - (centres.y[cluster] ?? 0)) ** 2;
      if (distance < least) [best, least] = [at, distance];
    }
    isTaken[best] = 1;
    return candidates[best] ?? 0;
  });
  return { questions, weights: Array.from(counts, (count) => count / candidates.length) };
}

type Items = Pick<ItemFit, "discrimination" | "intercept">;

/** STRATIFIED draws from this many questions of each stratum, the most discriminating ones. */
const POOL = 5;
/** The abilities θ at which INFORMATION evaluates the variance, and the standard deviation of their normal weights. */
const GRID = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2];
const GRID_DEVIATION = Math.SQRT2;

/**
 * Chooses questions by a method.
 * @param candidates the ordinals to choose from; each has parameters
 * @param size from 1 to the number of candidates
 */
export function chooseQuestions(
  method: SubsetMethod,
  items: Items,
  candidates: Int32Array,
  size: number,
  random: () => number,
): ChosenQuestions {
  switch (method) {
    case "STRATIFIED":
      return inOrder(chooseStratified(items, candidates, size, random));
    case "INFORMATION":
      return inOrder(equally(chooseInformative(items, candidates, size)));
    case "ANCHORS":
    case "ANCHORS_GP":
      return inOrder(chooseAnchors(items, candidates, size, random));
    default:
      return inOrder(equally(Array.from(sampleIndexes(candidates.length, size, random), (at) => candidates[at] ?? 0)));
  }
}

const equally = (questions: readonly number[]): ChosenQuestions => ({
  questions,
  weights: questions.map(() => 1 / questions.length),
});

function inOrder({ questions, weights }: ChosenQuestions): ChosenQuestions {
  const order = questions.map((_, index) => index).sort((a, b) => (questions[a] ?? 0) - (questions[b] ?? 0));
  return { questions: order.map((at) => questions[at] ?? 0), weights: order.map((at) => weights[at] ?? 0) };
}

/**
 * Takes questions from strata of equal size. The strata are formed by the intercept: the larger it is, the easier the
 * question is for an average run.
 */
function chooseStratified(
  { discrimination, intercept }: Items,
  candidates: Int32Array,
  size: number,
  random: () => number,
): ChosenQuestions {
  const sorted = candidates.slice().sort((a, b) => (intercept[a] ?? 0) - (intercept[b] ?? 0) || a - b);
  const bounds = (stratum: number): number => Math.round((stratum * sorted.length) / size);
  const strata = Array.from({ length: size }, (_, stratum) => sorted.slice(bounds(stratum), bounds(stratum + 1)));
  return {
    questions: strata.map((stratum) => {
      const best = stratum.slice().sort((a, b) => (discrimination[b] ?? 0) - (discrimination[a] ?? 0) || a - b);
      return best[Math.floor(random() * Math.min(POOL, best.length))] ?? 0;
    }),
    weights: strata.map((stratum) => stratum.length / sorted.length),
  };
}

/**
 * Adds questions one by one. Each step adds the question that most lowers the variance of θ over a grid of abilities.
 * @see W. J. van der Linden (2005), "Linear Models for Optimal Test Design", for a test by its information function
 */
function chooseInformative({ discrimination, intercept }: Items, candidates: Int32Array, size: number): number[] {
  const information = GRID.map((ability) =>
    Float64Array.from(candidates, (question) => {
      const a = Math.max(0, discrimination[question] ?? 0);
      const p = 1 / (1 + Math.exp(-(a * ability + (intercept[question] ?? 0))));
      return a * a * p * (1 - p);
    }),
  );
  const known = new Float64Array(GRID.length).fill(1);
  const isTaken = new Uint8Array(candidates.length);
  return Array.from({ length: size }, () => {
    const gains = GRID.map(
      (ability, node) => Math.exp(-0.5 * (ability / GRID_DEVIATION) ** 2) / (known[node] ?? 1) ** 2,
    );
    const best = mostInformative(information, gains, isTaken);
    isTaken[best] = 1;
    for (const [node, of] of information.entries()) known[node] = (known[node] ?? 0) + (of[best] ?? 0);
    return candidates[best] ?? 0;
  });
}

function mostInformative(information: readonly Float64Array[], gains: readonly number[], isTaken: Uint8Array): number {
  let [best, most] = [-1, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < isTaken.length; at++) {
    if (isTaken[at] === 1) continue;
    let gain = 0;
    for (let node = 0; node < gains.length; node++)
      gain += (gains[node] as number) * ((information[node] as Float64Array)[at] as number);
    if (gain > most) [best, most] = [at, gain];
  }
  return best;
}
