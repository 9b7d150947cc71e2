import DataLoader from "dataloader";
import { fetchKeyReviews, type KeyReviewRow } from "../conditions/key-review-queries.ts";
import type { Queryable } from "../db/database.ts";
import { rememberedAnswer, type ServerMemory } from "../memory/server-memory.ts";
import { fetchSubsetSizes, fetchSubsetsOf, type SubsetQuestions, type SubsetRow } from "./item-subset-queries.ts";
import { fetchReleaseAverages, type ReleaseAverages } from "./task-answer-queries.ts";

/**
 * Small results of the database, cached until the data changes. Results that one request asks for at the same time are
 * read with one statement. The request itself keeps no results, because a later part of it may change the data.
 */
class BatchedAnswers<K, V> {
  readonly #batch: DataLoader<K, V, string>;

  /**
   * @param nameOf the cache key of a result
   * @param read reads the results of distinct keys, in the order of the keys
   */
  constructor(
    private readonly memory: Pick<ServerMemory, "answers">,
    private readonly nameOf: (key: K) => readonly unknown[],
    read: (keys: readonly K[]) => Promise<readonly V[]>,
  ) {
    this.#batch = new DataLoader(
      (keys) => {
        this.#batch.clearAll();
        return read(keys);
      },
      { cacheKeyFn: (key) => JSON.stringify(nameOf(key)) },
    );
  }

  of(key: K): Promise<V> {
    return rememberedAnswer(this.memory, this.nameOf(key), () => this.#batch.load(key));
  }
}

/** Stored data about the questions of releases. One object serves one request. */
export class ItemLookups {
  readonly #reviews: BatchedAnswers<number, readonly KeyReviewRow[]>;
  readonly #averages: BatchedAnswers<number, ReleaseAverages>;
  readonly #sizes: BatchedAnswers<number, readonly number[]>;
  readonly #subsets: BatchedAnswers<SubsetQuestions, SubsetRow | null>;

  constructor(database: Queryable, memory: Pick<ServerMemory, "answers">) {
    this.#reviews = new BatchedAnswers(
      memory,
      (release) => ["key reviews", release],
      async (releases) => {
        const found = await fetchKeyReviews(database, releases);
        return releases.map((release) => found.get(release) ?? []);
      },
    );
    this.#averages = new BatchedAnswers(
      memory,
      (release) => ["release averages", release],
      async (releases) => {
        const found = await fetchReleaseAverages(database, releases);
        return releases.map((release) => found.get(release) ?? NO_AVERAGES);
      },
    );
    this.#sizes = new BatchedAnswers(
      memory,
      (release) => ["subset sizes", release],
      async (releases) => {
        const found = await fetchSubsetSizes(database, releases);
        return releases.map((release) => found.get(release) ?? []);
      },
    );
    this.#subsets = new BatchedAnswers(
      memory,
      ({ release, hash }) => ["subset", release, hash],
      async (wanted) => {
        const found = await fetchSubsetsOf(database, wanted);
        return wanted.map(
          ({ release, hash }) => found.find((row) => row.release === release && row.hash === hash) ?? null,
        );
      },
    );
  }

  /** The reviews of a release's answer keys, oldest first. The caller has checked that the viewer may see answers. */
  reviews(release: number): Promise<readonly KeyReviewRow[]> {
    return this.#reviews.of(release);
  }

  /** The means over a release. The caller must hide those of answers and steps from viewers who may not see answers. */
  averages(release: number): Promise<ReleaseAverages> {
    return this.#averages.of(release);
  }

  /** The distinct sizes of the stored subsets of a release, in questions. */
  subsetSizes(release: number): Promise<readonly number[]> {
    return this.#sizes.of(release);
  }

  /** The newest stored subset that has exactly these questions; null if there is none. */
  subset(questions: SubsetQuestions): Promise<SubsetRow | null> {
    return this.#subsets.of(questions);
  }
}

const NO_AVERAGES: ReleaseAverages = {
  durationSeconds: null,
  questionWords: null,
  optionCount: null,
  answerWords: null,
  stepCount: null,
};
