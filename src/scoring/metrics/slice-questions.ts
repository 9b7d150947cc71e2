import type { Bitset } from "../../domain/bitset.ts";
import type { QuestionVectors } from "./run-vectors.ts";
import { type ClusterPlanes, clusterPlanes, type SparseWords, sparseWords } from "./slice-pairs.ts";

/** The videos of a slice, numbered from 0 on in the order in which its questions first meet them. */
export interface SliceClusters {
  /** A question's video by ordinal, negative where it shares one with none; without meaning outside of the slice. */
  readonly of: Int32Array;
  /** How many questions of the slice each video has. */
  readonly counts: Int32Array;
  /** How many questions have no video. */
  readonly singles: number;
  /** The sum of the squares of all clusters' sizes, those of one question included. */
  readonly squares: number;
}

/** How many sets of unscored questions a slice remembers itself without. Runs of one release mostly share one. */
const MOST_PARTS = 4;

/**
 * A slice of a release's questions, and what the statistics of every run over it have in common: each is computed when it
 * is first asked for, and kept.
 */
export class SliceQuestions {
  /** How many questions it has. */
  readonly count: number;
  readonly #parts: { readonly unscored: Bitset; readonly rest: SliceQuestions }[] = [];
  readonly #known = new WeakMap<Bitset, SliceQuestions>();
  #clusters: SliceClusters | undefined;
  #ordinals: Int32Array | undefined;
  #chance: number | undefined;
  #words: SparseWords | undefined;
  #planes: ClusterPlanes | null | undefined;

  constructor(
    readonly mask: Bitset,
    readonly questions: QuestionVectors,
  ) {
    this.count = mask.count();
  }

  /** Rising. */
  get ordinals(): Int32Array {
    this.#ordinals ??= this.mask.ordinals();
    return this.#ordinals;
  }

  get clusters(): SliceClusters {
    this.#clusters ??= numberClusters(this.mask, this.questions.clusters);
    return this.#clusters;
  }

  get words(): SparseWords {
    this.#words ??= sparseWords(this.mask);
    return this.#words;
  }

  /** `null` where sums over its videos are better not counted in pairs. */
  get planes(): ClusterPlanes | null {
    if (this.#planes === undefined) this.#planes = clusterPlanes(this.ordinals, this.mask.length, this.clusters);
    return this.#planes;
  }

  /** The sum of the questions' chances; `NaN` where one is not known. */
  get chance(): number {
    this.#chance ??= sumOfChances(this.mask, this.questions.chance);
    return this.#chance;
  }

  /** The slice without these questions; itself where it has none of them. */
  without(unscored: Bitset): SliceQuestions {
    const known = this.#known.get(unscored) ?? this.#part(unscored);
    this.#known.set(unscored, known);
    return known;
  }

  #part(unscored: Bitset): SliceQuestions {
    if (!this.mask.intersects(unscored)) return this;
    const known = this.#parts.find((part) => part.unscored.equals(unscored));
    if (known !== undefined) return known.rest;
    const rest = new SliceQuestions(this.mask.without(unscored), this.questions);
    this.#parts.push({ unscored, rest });
    if (this.#parts.length > MOST_PARTS) this.#parts.shift();
    return rest;
  }
}

function numberClusters(mask: Bitset, clusters: Int32Array): SliceClusters {
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  const of = new Int32Array(mask.length).fill(-1);
  let singles = 0;
  mask.forEach((ordinal) => {
    const cluster = clusters[ordinal] ?? -1;
    if (cluster < 0) {
      singles += 1;
      return;
    }
    const number = numbers.get(cluster) ?? counts.length;
    numbers.set(cluster, number);
    counts[number] = (counts[number] ?? 0) + 1;
    of[ordinal] = number;
  });
  const squares = counts.reduce((sum, count) => sum + count * count, singles);
  return { of, counts: Int32Array.from(counts), singles, squares };
}

function sumOfChances(mask: Bitset, chances: Float64Array): number {
  let sum = 0;
  mask.forEach((ordinal) => {
    sum += chances[ordinal] ?? Number.NaN;
  });
  return sum;
}
