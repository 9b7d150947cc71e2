import { CountedCache } from "../telemetry/counted-cache.ts";

/** The largest total length of the stored documents, in UTF-16 code units. */
const MOST_TEXT = 4_000_000;

/** The prefix of Apollo Server's keys, followed by the document's SHA-256. */
const PREFIX = "apq:";

/**
 * Automatic persisted queries: documents by their SHA-256. Apollo Server verifies the hash when a client sends a
 * document. A client whose document has been evicted gets the error of an unknown hash and sends the document again.
 * @see https://www.apollographql.com/docs/apollo-server/performance/apq
 */
export class PersistedQueries {
  readonly #texts = new CountedCache<string, string>("persisted-queries", {
    maxSize: MOST_TEXT,
    sizeCalculation: (text) => text.length + 200,
  });

  /** The document of a hash in lower-case hexadecimal; `null` if it is unknown. */
  text(hash: string): string | null {
    return this.#texts.get(PREFIX + hash) ?? null;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#texts.get(key);
  }

  async set(key: string, text: string): Promise<void> {
    this.#texts.set(key, text);
  }

  async delete(key: string): Promise<boolean> {
    return this.#texts.delete(key);
  }
}
