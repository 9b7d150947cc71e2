import type { SliceClusters } from "./slice-clusters.ts";

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
