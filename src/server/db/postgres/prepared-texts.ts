import { LRUCache } from "lru-cache";

/** How many statements each connection keeps prepared. */
const MOST_PREPARED = 300;

/**
 * Decides which statements are worth preparing: those that are sent repeatedly, up to a number. A prepared statement
 * uses memory on both sides for as long as its connection lives, and clients can ask for any number of different
 * statements.
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
