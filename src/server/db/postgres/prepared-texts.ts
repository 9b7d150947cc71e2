import { LRUCache } from "lru-cache";

/** The most statements that each connection keeps prepared. */
const MOST_PREPARED = 300;

/**
 * Decides which statements are prepared: statements that are sent more than once, up to a limit. The limit is needed
 * because clients can cause any number of different statements, and a prepared statement uses memory in the client and
 * in PostgreSQL until its connection closes.
 */
export class PreparedTexts {
  readonly #names = new Map<string, string>();
  readonly #once = new LRUCache<string, true>({ max: 1_000 });

  /** The name under which a statement is prepared, the same on all connections; undefined if it is not prepared. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_PREPARED) return name;
    if (this.#once.has(text)) this.#names.set(text, `omnidex_${this.#names.size}`);
    else this.#once.set(text, true);
    return this.#names.get(text);
  }
}
