/** The videos with at least two questions in a slice, numbered from 0 in the order of their first questions. */
export interface SliceClusters {
  /**
   * The number of each question's video, by the question's index in the slice. Negative for a question that is a
   * cluster of its own: it has no video, or is the only question of its video in the slice.
   */
  readonly of: Int32Array;
  /** The number of questions that each video has in the slice, at least two. */
  readonly counts: Int32Array;
  /** The number of questions that are clusters of their own. */
  readonly singles: number;
  /** The sum of the squares of all clusters' sizes, including clusters of one question. */
  readonly squares: number;
}

/** The clusters of a slice's questions. @param clusters each question's video, by ordinal; negative without a video */
export function numberClusters(ordinals: Int32Array, clusters: Int32Array): SliceClusters {
  const sizes = sizesOf(ordinals, clusters);
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  const of = new Int32Array(ordinals.length).fill(-1);
  let singles = 0;
  for (let rank = 0; rank < ordinals.length; rank++) {
    const cluster = clusters[ordinals[rank] ?? 0] ?? -1;
    const size = sizes.get(cluster) ?? 1;
    if (cluster < 0 || size === 1) {
      singles += 1;
      continue;
    }
    const number = numbers.get(cluster) ?? counts.push(size) - 1;
    numbers.set(cluster, number);
    of[rank] = number;
  }
  const squares = counts.reduce((sum, count) => sum + count * count, singles);
  return { of, counts: Int32Array.from(counts), singles, squares };
}

function sizesOf(ordinals: Int32Array, clusters: Int32Array): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>();
  for (const ordinal of ordinals) {
    const cluster = clusters[ordinal] ?? -1;
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  }
  return sizes;
}
