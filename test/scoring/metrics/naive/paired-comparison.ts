import { describePairs, type PairedComparison } from "../../../../src/scoring/metrics/paired-comparison.ts";
import { type QuestionVectors, type RunVectors, scoreAt } from "../../../../src/scoring/metrics/run-vectors.ts";
import { ClusterSums } from "./cluster-sums.ts";

/**
 * Compares two runs question by question, as `compareOverSlice` does word by word.
 * @returns null if no question is scored in both runs
 */
export function comparePaired(
  a: RunVectors,
  b: RunVectors,
  questions: QuestionVectors,
  ordinals: ArrayLike<number>,
): PairedComparison | null {
  const pairs = new Pairs();
  for (let index = 0; index < ordinals.length; index++) {
    const ordinal = ordinals[index] ?? -1;
    if (a.unscored.has(ordinal) || b.unscored.has(ordinal)) continue;
    pairs.add(questions.clusters[ordinal] ?? -1, scoreAt(a, ordinal), scoreAt(b, ordinal));
  }
  return pairs.n === 0 ? null : pairs.comparison();
}

class Pairs {
  n = 0;
  private bothCorrect = 0;
  private onlyA = 0;
  private onlyB = 0;
  private binary = true;
  private squares = 0;
  private readonly sums = new ClusterSums();

  add(cluster: number, a: number, b: number): void {
    this.n += 1;
    if (a >= 1 && b >= 1) this.bothCorrect += 1;
    else if (a >= 1) this.onlyA += 1;
    else if (b >= 1) this.onlyB += 1;
    if ((a !== 0 && a !== 1) || (b !== 0 && b !== 1)) this.binary = false;
    this.squares += (a - b) ** 2;
    this.sums.add(cluster, a - b);
  }

  comparison(): PairedComparison {
    const { n, bothCorrect, onlyA, onlyB, binary, squares, sums } = this;
    const { mean, clusters, unequalClusters } = sums;
    const standardError = sums.standardError();
    return describePairs({
      n,
      bothCorrect,
      onlyA,
      onlyB,
      binary,
      squares,
      mean,
      clusters,
      unequalClusters,
      standardError,
    });
  }
}
