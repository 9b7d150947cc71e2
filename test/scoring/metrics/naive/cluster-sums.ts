import { type ClusterSpread, singleResiduals, spreadError } from "../../../../src/scoring/metrics/cluster-spread.ts";

/** The sums by cluster that a clustered standard error needs, collected in one pass. */
export class ClusterSums {
  private readonly sums: Float64Array;
  private readonly counts: Int32Array;
  private readonly touched: number[] = [];
  private readonly singles = { count: 0, sum: 0, squares: 0, cubes: 0, fourths: 0 };
  private unequalSingles = 0;
  private total = 0;
  private n = 0;

  /** @param clusterCount one more than the largest cluster index */
  constructor(clusterCount: number) {
    this.sums = new Float64Array(clusterCount);
    this.counts = new Int32Array(clusterCount);
  }

  /** @param cluster the index of the video, or a negative number for a question that shares its video with none */
  add(cluster: number, score: number): void {
    this.n += 1;
    this.total += score;
    if (cluster < 0) this.addSingle(score);
    else this.addToCluster(cluster, score);
  }

  private addToCluster(cluster: number, score: number): void {
    const count = this.counts[cluster] ?? 0;
    if (count === 0) this.touched.push(cluster);
    this.counts[cluster] = count + 1;
    this.sums[cluster] = (this.sums[cluster] ?? 0) + score;
  }

  private addSingle(score: number): void {
    const { singles } = this;
    const square = score * score;
    if (score !== 0) this.unequalSingles += 1;
    singles.count += 1;
    singles.sum += score;
    singles.squares += square;
    singles.cubes += square * score;
    singles.fourths += square * square;
  }

  /** How many clusters were seen. */
  get clusters(): number {
    return this.touched.length + this.singles.count;
  }

  /** How many clusters have a sum other than 0. */
  get unequalClusters(): number {
    return this.touched.filter((cluster) => this.sums[cluster] !== 0).length + this.unequalSingles;
  }

  get mean(): number {
    return this.total / this.n;
  }

  /** How the scores are spread over the clusters. */
  spread(): ClusterSpread {
    const { mean, n, clusters, singles } = this;
    let { squares, fourths } = singleResiduals(singles, mean);
    let sizeSquares = singles.count;
    for (const cluster of this.touched) {
      const count = this.counts[cluster] ?? 0;
      const residual = (this.sums[cluster] ?? 0) - mean * count;
      const square = residual * residual;
      squares += square;
      fourths += square * square;
      sizeSquares += count * count;
    }
    return { n, clusters, sizeSquares, squares, fourths };
  }

  /** The standard error of the mean; `NaN` with fewer than two clusters. */
  standardError(): number {
    return spreadError(this.spread());
  }
}

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
