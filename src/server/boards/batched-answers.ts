import DataLoader from "dataloader";
import { rememberedAnswer, type ServerMemory } from "../memory/server-memory.ts";

/**
 * Small results of the database, cached until the data changes. Results that one request asks for at the same time are
 * read with one statement. The request itself keeps no results, because a later part of it may change the data.
 */
export class BatchedAnswers<K, V> {
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
