import type { Bitset } from "../../domain/bitset.ts";
import type { QuestionVectors } from "./run-vectors.ts";
import { type ClusterPlanes, clusterPlanes, numberClusters, type SliceClusters } from "./slice-pairs.ts";
import { SparseWords } from "./sparse-words.ts";

/** The maximum number of cached results of `without`. Runs of one release usually have the same unscored questions. */
const MOST_PARTS = 4;

/**
 * A slice of a release's questions, with the statistics that do not depend on a run. Each statistic is computed on
 * first use and cached. Memory is proportional to the size of the slice, not of the release.
 */
export class SliceQuestions {
  readonly #parts: { readonly unscored: Bitset; readonly rest: SliceQuestions }[] = [];
  #last: { readonly unscored: Bitset; readonly rest: SliceQuestions } | undefined;
  #clusters: SliceClusters | undefined;
  #ordinals: Int32Array | undefined;
  #alone: Int32Array | undefined;
  #largest: number | undefined;
  #chance: number | undefined;
  #planes: ClusterPlanes | null | undefined;

  constructor(
    readonly words: SparseWords,
    readonly questions: QuestionVectors,
  ) {}

  static of(mask: Bitset, questions: QuestionVectors): SliceQuestions {
    return new SliceQuestions(SparseWords.of(mask), questions);
  }

  /** The number of questions. */
  get count(): number {
    return this.words.count;
  }

  /** In ascending order. */
  get ordinals(): Int32Array {
    this.#ordinals ??= this.words.ordinals();
    return this.#ordinals;
  }

  get clusters(): SliceClusters {
    this.#clusters ??= numberClusters(this.ordinals, this.questions.clusters);
    return this.#clusters;
  }

  /** The questions that are clusters of their own, as one word of bits for each word of the slice. */
  get alone(): Int32Array {
    this.#alone ??= aloneIn(this.words, this.clusters);
    return this.#alone;
  }

  /** The number of videos. A question without a video counts as one. */
  get videos(): number {
    return this.clusters.counts.length + this.clusters.singles;
  }

  /**
   * The number of equally large videos whose mean score has the same largest standard error; at most `videos`. It is smaller
   * if a few videos have most of the questions.
   * @see A. V. Carter, K. T. Schnepel and D. G. Steigerwald (2017), "Asymptotic behavior of a t-test robust to cluster
   *   heterogeneity", Review of Economics and Statistics 99:698–709
   */
  get effectiveVideos(): number {
    return this.count ** 2 / this.clusters.squares;
  }

  /** The number of questions of the video with the most questions in the slice. */
  get largest(): number {
    this.#largest ??= this.clusters.counts.reduce((most, count) => Math.max(most, count), 1);
    return this.#largest;
  }

  /** The bit planes for counting pairs; `null` if counting pairs is slower than summing question by question. */
  get planes(): ClusterPlanes | null {
    if (this.#planes === undefined) this.#planes = clusterPlanes(this.ordinals, this.clusters);
    return this.#planes;
  }

  /** The sum of the questions' chance levels; `NaN` if any is unknown. */
  get chance(): number {
    this.#chance ??= sumOf(this.ordinals, this.questions.chance);
    return this.#chance;
  }

  /** The slice without these questions; the slice itself if it contains none of them. */
  without(unscored: Bitset): SliceQuestions {
    // Consecutive calls often pass the same object.
    if (this.#last?.unscored !== unscored) this.#last = { unscored, rest: this.#part(unscored) };
    return this.#last.rest;
  }

  #part(unscored: Bitset): SliceQuestions {
    if (!this.words.intersects(unscored)) return this;
    const known = this.#parts.find((part) => part.unscored.equals(unscored));
    if (known !== undefined) return known.rest;
    const rest = new SliceQuestions(this.words.without(unscored), this.questions);
    this.#parts.push({ unscored, rest });
    if (this.#parts.length > MOST_PARTS) this.#parts.shift();
    return rest;
  }
}

function aloneIn({ words }: SparseWords, { of }: SliceClusters): Int32Array {
  let rank = 0;
  return words.map((all) => {
    let alone = 0;
    for (let word = all; word !== 0; word &= word - 1) if ((of[rank++] ?? -1) < 0) alone |= word & -word;
    return alone;
  });
}

function sumOf(ordinals: Int32Array, chances: Float64Array): number {
  let sum = 0;
  for (const ordinal of ordinals) sum += chances[ordinal] ?? Number.NaN;
  return sum;
}
