import { type ClusterSpread, spreadError } from "../../../../src/scoring/metrics/cluster-spread.ts";

/** A score and the index of its cluster. */
interface ClusteredScore {
  readonly cluster: number;
  readonly score: number;
}

/** The scores that a clustered standard error needs. Every cluster is summed as the definition of this error says. */
export class ClusterSums {
  private readonly scores: ClusteredScore[] = [];

  /** @param cluster the index of the video, or a negative number for a question without a video */
  add(cluster: number, score: number): void {
    this.scores.push({ cluster, score });
  }

  private groups(): readonly (readonly number[])[] {
    const groups = new Map<string, number[]>();
    for (const [index, { cluster, score }] of this.scores.entries()) {
      const name = cluster < 0 ? `question ${index}` : `video ${cluster}`;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(score);
    }
    return [...groups.values()];
  }

  get clusters(): number {
    return this.groups().length;
  }

  /** The number of clusters with a sum other than 0. */
  get unequalClusters(): number {
    return this.groups().filter((scores) => sumOf(scores) !== 0).length;
  }

  get mean(): number {
    return sumOf(this.scores.map(({ score }) => score)) / this.scores.length;
  }

  /** How the scores are spread over the clusters. */
  spread(): ClusterSpread {
    const { mean } = this;
    const groups = this.groups();
    const residuals = groups.map((scores) => sumOf(scores.map((score) => score - mean)));
    return {
      n: this.scores.length,
      clusters: groups.length,
      sizeSquares: sumOf(groups.map(({ length }) => length ** 2)),
      squares: sumOf(residuals.map((residual) => residual ** 2)),
      fourths: sumOf(residuals.map((residual) => residual ** 4)),
    };
  }

  /** The standard error of the mean; `NaN` with fewer than two clusters. */
  standardError(): number {
    return spreadError(this.spread());
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * The standard error of the mean of `scores`, clustered. `NaN` with fewer than two clusters.
 * @param clusters the cluster of each score; negative for a score that is a cluster of its own
 */
export function clusteredStandardError(scores: ArrayLike<number>, clusters: Int32Array): number {
  const sums = new ClusterSums();
  for (let index = 0; index < scores.length; index++) sums.add(clusters[index] ?? -1, scores[index] ?? 0);
  return sums.standardError();
}
