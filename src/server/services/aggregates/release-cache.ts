import { LRUCache } from "lru-cache";
import { sliceFingerprint } from "../../../domain/slice/canonical-slice.ts";
import type { Slice } from "../../../domain/slice/slice.ts";
import type { Dimension } from "../../../domain/vocabulary.ts";
import type { QuestionVectors } from "../../../scoring/metrics/run-vectors.ts";
import {
  fetchQuestionVectors,
  fetchSliceMembers,
  type QuestionVectorRow,
  type SliceMember,
} from "../../data/release-queries.ts";
import type { Database } from "../../db/database.ts";

/** A release's questions as the statistics see them. */
export interface ReleaseQuestions extends QuestionVectors {
  readonly count: number;
}

/**
 * What has been read of releases, for all requests. A release does not change, so nothing here can go stale; it is
 * bounded, so it cannot grow.
 */
export class ReleaseCache {
  readonly #questions = new LRUCache<number, ReleaseQuestions>({
    maxSize: 4_000_000,
    sizeCalculation: ({ count }) => count + 1,
  });
  readonly #members: LRUCache<string, readonly SliceMember[]>;

  /** @param mostMembers how many questions of slices are kept, all slices together */
  constructor(
    private readonly database: Database,
    mostMembers = 1_000_000,
  ) {
    this.#members = new LRUCache({ maxSize: mostMembers, sizeCalculation: (members) => members.length + 1 });
  }

  /** The questions of the releases, with at most one statement. */
  async questions(releases: readonly number[]): Promise<ReadonlyMap<number, ReleaseQuestions>> {
    const found = knownOf(releases, (release) => this.#questions.get(release));
    const unknown = releases.filter((release) => !found.has(release));
    const rows = unknown.length === 0 ? [] : await fetchQuestionVectors(this.database, unknown);
    const fetched = new Map(rows.map((row) => [row.release, releaseQuestions(row)]));
    for (const release of unknown) {
      const questions = fetched.get(release) ?? NO_QUESTIONS;
      found.set(release, questions);
      this.#questions.set(release, questions);
    }
    return found;
  }

  /** The slice's questions in the releases, with at most one statement. */
  async members(
    releases: readonly number[],
    slice: Slice,
    dimensions: readonly Dimension[],
  ): Promise<ReadonlyMap<number, readonly SliceMember[]>> {
    const name = `${sliceFingerprint(slice)}:${dimensions.join()}`;
    const found = knownOf(releases, (release) => this.#members.get(`${release}:${name}`));
    const unknown = releases.filter((release) => !found.has(release));
    const fetched = unknown.length === 0 ? null : await fetchSliceMembers(this.database, unknown, slice, dimensions);
    for (const release of unknown) {
      const members = fetched?.get(release) ?? [];
      found.set(release, members);
      this.#members.set(`${release}:${name}`, members);
    }
    return found;
  }
}

/** What is known, taken out before anything goes in: that might push it out. */
const knownOf = <T>(releases: readonly number[], read: (release: number) => T | undefined): Map<number, T> =>
  new Map(
    releases.flatMap((release) => {
      const known = read(release);
      return known === undefined ? [] : [[release, known] as const];
    }),
  );

const NO_QUESTIONS: ReleaseQuestions = { count: 0, clusters: new Int32Array(0), chance: new Float64Array(0) };

/** Numbers the videos from 0 on, as the statistics want their clusters. */
function releaseQuestions({ videos, chances }: QuestionVectorRow): ReleaseQuestions {
  const clusterOf = new Map<number, number>();
  const cluster = (video: number | null): number => {
    if (video === null) return -1;
    const known = clusterOf.get(video) ?? clusterOf.size;
    clusterOf.set(video, known);
    return known;
  };
  return {
    count: videos.length,
    clusters: Int32Array.from(videos, cluster),
    chance: Float64Array.from(chances, (chance) => chance ?? Number.NaN),
  };
}
