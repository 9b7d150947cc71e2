/** The videos of a slice, numbered from 0 in the order in which they first occur among its questions. */
export interface SliceClusters {
  /** The number of each question's video, by the question's index in the slice; negative for a question without a video. */
  readonly of: Int32Array;
  /** The number of questions that each video has in the slice. */
  readonly counts: Int32Array;
  /** The number of questions without a video. Each is a cluster of its own. */
  readonly singles: number;
  /** The sum of the squares of all clusters' sizes, including clusters of one question. */
  readonly squares: number;
}

/** The clusters of a slice's questions. @param clusters each question's video, by ordinal; negative without a video */
export function numberClusters(ordinals: Int32Array, clusters: Int32Array): SliceClusters {
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  const of = new Int32Array(ordinals.length).fill(-1);
  let singles = 0;
  for (const [rank, ordinal] of ordinals.entries()) {
    const cluster = clusters[ordinal] ?? -1;
    if (cluster < 0) {
      singles += 1;
      continue;
    }
    const number = numbers.get(cluster) ?? counts.length;
    numbers.set(cluster, number);
    counts[number] = (counts[number] ?? 0) + 1;
    of[rank] = number;
  }
  const squares = counts.reduce((sum, count) => sum + count * count, singles);
  return { of, counts: Int32Array.from(counts), singles, squares };
}
