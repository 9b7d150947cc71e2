import { type Bitset, wordCount } from "../../domain/bitset.ts";
import type { SliceClusters } from "./slice-questions.ts";

/** Some words of a set of ordinals: those that are not 0. */
export interface SparseWords {
  readonly places: Int32Array;
  readonly words: Int32Array;
}

/** Pairs of questions of one video, as bits: under each is the pair of this ordinal and the one `distances` further. */
export interface PairWords extends SparseWords {
  readonly distances: Int32Array;
}

/** What sums over videos are counted with. */
export interface ClusterPlanes {
  /** Bit k of one less than the number of questions that the question's video has in the slice. */
  readonly others: readonly SparseWords[];
  readonly pairs: PairWords;
}

/** The words of a set that are not 0. */
export function sparseWords({ words }: Pick<Bitset, "words">): SparseWords {
  const places = Int32Array.from(words.keys()).filter((place) => words[place] !== 0);
  return { places, words: places.map((place) => words[place] ?? 0) };
}

/** So many words of pairs for each question are worth while; beyond, it is faster to go through the questions. */
const MOST_WORDS = 2;

/** The planes of a slice; `null` where its videos have so many questions, so far apart, that there would be too many. */
export function clusterPlanes(ordinals: Int32Array, length: number, clusters: SliceClusters): ClusterPlanes | null {
  const pairs = pairWords(ordinals, wordCount(length), clusters);
  return pairs && { others: otherPlanes(ordinals, wordCount(length), clusters), pairs };
}

function otherPlanes(ordinals: Int32Array, width: number, { of, counts }: SliceClusters): SparseWords[] {
  const planes: Int32Array[] = [];
  for (const ordinal of ordinals) {
    const cluster = of[ordinal] ?? -1;
    let others = cluster < 0 ? 0 : (counts[cluster] ?? 1) - 1;
    for (let bit = 0; others !== 0; bit++, others >>= 1) {
      const plane = planes[bit] ?? new Int32Array(width);
      planes[bit] = plane;
      if ((others & 1) === 1) plane[ordinal >> 5] = (plane[ordinal >> 5] ?? 0) | (1 << (ordinal & 31));
    }
  }
  return planes.map((words) => sparseWords({ words }));
}

function pairWords(ordinals: Int32Array, width: number, { of, counts }: SliceClusters): PairWords | null {
  const most = MOST_WORDS * ordinals.length;
  const members: number[][] = Array.from(counts, () => []);
  const found = new Map<number, number>();
  for (const ordinal of ordinals) {
    const cluster = of[ordinal] ?? -1;
    if (cluster < 0) continue;
    for (const earlier of members[cluster] ?? []) {
      const name = (ordinal - earlier) * width + (earlier >> 5);
      found.set(name, (found.get(name) ?? 0) | (1 << (earlier & 31)));
    }
    if (found.size > most) return null;
    members[cluster]?.push(ordinal);
  }
  const names = [...found.keys()].sort((a, b) => a - b);
  return {
    places: Int32Array.from(names, (name) => name % width),
    distances: Int32Array.from(names, (name) => Math.floor(name / width)),
    words: Int32Array.from(names, (name) => found.get(name) ?? 0),
  };
}
