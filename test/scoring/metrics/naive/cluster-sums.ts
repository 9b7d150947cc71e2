import { type ClusterSpread, singleResiduals, spreadError } from "../../../../src/scoring/metrics/cluster-spread.ts";

/** A score and the index of its cluster. */
interface ClusteredScore {
  readonly cluster: number;
  readonly score: number;
}

/** The scores that a clustered standard error needs, grouped only when all of them are there. */
export class ClusterSums {
  private readonly counts: Int32Array;
  private readonly scores: ClusteredScore[] = [];

  /** @param clusterCount one more than the largest cluster index */
  constructor(clusterCount: number) {
    this.counts = new Int32Array(clusterCount);
  }

  /** @param cluster the index of the video, or a negative number for a question that shares its video with none */
  add(cluster: number, score: number): void {
    this.scores.push({ cluster, score });
    if (cluster >= 0) this.counts[cluster] = (this.counts[cluster] ?? 0) + 1;
  }

  /** Whether the score is a cluster of its own. */
  private isSingle({ cluster }: ClusteredScore): boolean {
    return cluster < 0 || this.counts[cluster] === 1;
  }

  /** The scores of the clusters with at least two, by cluster, in the order of their first scores. */
  private groups(): readonly (readonly number[])[] {
    const groups = new Map<number, number[]>();
    for (const one of this.scores) {
      if (this.isSingle(one)) continue;
      groups.set(one.cluster, [...(groups.get(one.cluster) ?? []), one.score]);
    }
    return [...groups.values()];
  }

  private singles(): readonly number[] {
    return this.scores.filter((one) => this.isSingle(one)).map(({ score }) => score);
  }

  /** The number of clusters. */
  get clusters(): number {
    return this.groups().length + this.singles().length;
  }

  /** The number of clusters with a sum other than 0. */
  get unequalClusters(): number {
    return [...this.groups().map(sumOf), ...this.singles()].filter((sum) => sum !== 0).length;
  }

  get mean(): number {
    return sumOf(this.scores.map(({ score }) => score)) / this.scores.length;
  }

  /** How the scores are spread over the clusters. */
  spread(): ClusterSpread {
    const { mean, clusters } = this;
    const singles = this.singles();
    const powerSum = (power: number): number => sumOf(singles.map((score) => powerOf(score, power)));
    let { squares, fourths } = singleResiduals(
      { count: singles.length, sum: powerSum(1), squares: powerSum(2), cubes: powerSum(3), fourths: powerSum(4) },
      mean,
    );
    let sizeSquares = singles.length;
    for (const scores of this.groups()) {
      const residual = sumOf(scores) - mean * scores.length;
      const square = residual * residual;
      squares += square;
      fourths += square * square;
      sizeSquares += scores.length * scores.length;
    }
    return { n: this.scores.length, clusters, sizeSquares, squares, fourths };
  }

  /** The standard error of the mean; `NaN` with fewer than two clusters. */
  standardError(): number {
    return spreadError(this.spread());
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** From the square, as production computes it: other orders of multiplication differ in the last bit. */
const powerOf = (score: number, power: number): number => {
  const square = score * score;
  return [1, score, square, square * score, square * square][power] ?? Number.NaN;
};

/** One more than the largest index: how many clusters `ClusterSums` must make room for. */
export function countClusters(clusters: Int32Array): number {
  let largest = -1;
  for (const cluster of clusters) if (cluster > largest) largest = cluster;
  return largest + 1;
}

/**
 * The standard error of the mean of `scores`, clustered. `NaN` with fewer than two clusters.
 * @param clusters the cluster of each score; negative for one of its own
 */
export function clusteredStandardError(scores: ArrayLike<number>, clusters: Int32Array): number {
  const sums = new ClusterSums(countClusters(clusters));
  for (let index = 0; index < scores.length; index++) sums.add(clusters[index] ?? -1, scores[index] ?? 0);
  return sums.standardError();
}
