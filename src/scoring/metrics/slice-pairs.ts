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

/** Words of bits. `places` has the index of each word in the bitset. */
export interface PlacedWords {
  readonly places: Int32Array;
  readonly words: Int32Array;
}

/**
 * Pairs of questions of one video, as bits. In a word with distance d, the bit of ordinal i stands for the pair of the
 * questions i and i + d.
 */
export interface PairWords extends PlacedWords {
  readonly distances: Int32Array;
}

/** Bit planes from which sums over videos are computed by counting bits. */
export interface ClusterPlanes {
  /** For each question, the number of other questions of the slice that share its video. Plane k holds bit k. */
  readonly others: readonly PlacedWords[];
  readonly pairs: PairWords;
}

/** The most `PairWords` words per question of the slice. With more, summing question by question is faster. */
const MOST_WORDS = 2;

/** The planes of a slice; `null` if the pairs need more than `MOST_WORDS` words per question. */
export function clusterPlanes(ordinals: Int32Array, clusters: SliceClusters): ClusterPlanes | null {
  const pairs = pairWords(ordinals, clusters);
  return pairs && { others: otherPlanes(ordinals, clusters), pairs };
}

function otherPlanes(ordinals: Int32Array, { of, counts }: SliceClusters): PlacedWords[] {
  const planes: Map<number, number>[] = [];
  for (const [rank, ordinal] of ordinals.entries()) {
    const cluster = of[rank] ?? -1;
    let others = cluster < 0 ? 0 : (counts[cluster] ?? 1) - 1;
    for (let bit = 0; others !== 0; bit++, others >>= 1) {
      const plane = planes[bit] ?? new Map<number, number>();
      planes[bit] = plane;
      if ((others & 1) === 1) plane.set(ordinal >> 5, (plane.get(ordinal >> 5) ?? 0) | (1 << (ordinal & 31)));
    }
  }
  return planes.map((words) => ({ places: Int32Array.from(words.keys()), words: Int32Array.from(words.values()) }));
}

function pairWords(ordinals: Int32Array, { of, counts }: SliceClusters): PairWords | null {
  const width = ((ordinals.at(-1) ?? 0) >> 5) + 1;
  const members: number[][] = Array.from(counts, () => []);
  const found = new Map<number, number>();
  for (const [rank, ordinal] of ordinals.entries()) {
    const earlier = members[of[rank] ?? -1];
    if (earlier === undefined) continue;
    for (const other of earlier) {
      const name = (ordinal - other) * width + (other >> 5);
      found.set(name, (found.get(name) ?? 0) | (1 << (other & 31)));
    }
    if (found.size > MOST_WORDS * ordinals.length) return null;
    earlier.push(ordinal);
  }
  const names = [...found.keys()].sort((a, b) => a - b);
  return {
    places: Int32Array.from(names, (name) => name % width),
    distances: Int32Array.from(names, (name) => Math.floor(name / width)),
    words: Int32Array.from(names, (name) => found.get(name) ?? 0),
  };
}
