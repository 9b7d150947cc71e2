import type { ChosenQuestions } from "../../domain/representative-subset.ts";
import type { ItemFit } from "./item-fit.ts";
import { sampleIndexes } from "./seeded-random.ts";

const ROUNDS = 8;

/**
 * Clusters the questions by their parameters a and c, and takes the question nearest to each centre.
 * @see F. M. Polo et al. (2024), "tinyBenchmarks: evaluating LLMs with fewer examples", ICML, section 3.2, IRT anchors
 */
export function chooseAnchors(
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
